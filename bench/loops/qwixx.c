/* Random games of Qwixx, on the classic sheet.      gcc -O3 -march=native -o qwixx qwixx.c -lm

   A row has twelve bits: eleven cells from left to right, then the lock; the four rows make 48. A seat is two words:

       open    the cells right of every row's last cross
       marks   in each row's twelve bits 11 more than its crosses, so that bit 4 says that there are five;
               above the rows the penalties, so that bit 50 says that there are four

   Of `rows`, the cells of all rows still open to anybody, a closed row is gone: the die that leaves with it may as well
   be thrown, it finds no cells.

   Seat 0 is the active one: when its turn ends, all move up by one, which costs nothing while they are in registers.
   A choice is made without a branch: among n cells and passing a number from 0 to n is drawn, and number n finds no
   cell, which is passing. The only branch that is not foreseen is the end of the game. */

/* Seats are to stay in plain registers. */
#pragma GCC optimize("no-tree-slp-vectorize")
#include "luck.h"

enum { ROWS = 4, ROW_BITS = 12, CELLS = 11, MOST_SEATS = 5, PAIRS = 36, NOTHING = 64 };

#define FIRST 0x001001001001u       /* the first cell of every row */
#define LAST (FIRST << (CELLS - 1)) /* the last one */
#define LOCK (FIRST << CELLS)
#define PENALTY ((u64)1 << ROWS * ROW_BITS)
#define FOUR_PENALTIES (4 * PENALTY)
#define NO_MARKS (11 * FIRST)

/* By the white dice, as a pair from 0 to 35: the cells of their sum. By the white and two coloured dice: the cells of
   the first or second white die with either colour. */
static u64 white[PAIRS], red_yellow[PAIRS][PAIRS], green_blue[PAIRS][PAIRS];

/* By the cell crossed, or NOTHING: the cells that stay open, and what the marks grow by. */
static struct { u64 stays, grows; } crossing[NOTHING + 1];

/* The cell of a row that carries a sum: red and yellow run from 2 to 12, green and blue back from 12 to 2. */
static u64 cell(int row, int sum)
{
    return (u64)1 << (row * ROW_BITS + (row < 2 ? sum - 2 : 12 - sum));
}

/* The cells of a row for either white die of a pair with a coloured one. */
static u64 either(int row, int whites, int face)
{
    return cell(row, whites / 6 + 1 + face) | cell(row, whites % 6 + 1 + face);
}

static void lay_out(void)
{
    for (int whites = 0; whites < PAIRS; whites++) {
        for (int row = 0; row < ROWS; row++)
            white[whites] |= cell(row, whites / 6 + whites % 6 + 2);
        for (int pair = 0; pair < PAIRS; pair++) {
            red_yellow[whites][pair] = either(0, whites, pair / 6 + 1) | either(1, whites, pair % 6 + 1);
            green_blue[whites][pair] = either(2, whites, pair / 6 + 1) | either(3, whites, pair % 6 + 1);
        }
    }
    for (int n = 0; n <= NOTHING; n++)
        crossing[n].stays = ~(u64)0;
    for (int row = 0; row < ROWS; row++)
        for (int place = 0; place < CELLS; place++) {
            int n = row * ROW_BITS + place;
            u64 start = (u64)1 << row * ROW_BITS;
            crossing[n].stays = ~((start << (place + 1)) - start);
            crossing[n].grows = place == CELLS - 1 ? 2 * start : start; /* the lock as well */
        }
}

/* A seat crosses one of the cells, or passes: the cell crossed. */
INLINE u64 choose(u64 cells, u32 bits, u64 *open, u64 *marks, int *events)
{
    cells &= *open & (*marks << (CELLS - 1 - 4) | ~LAST); /* the last cell only behind five crosses */
    u64 crossed = nth(cells, below(bits, count(cells) + 1));
    u32 n = lowest(crossed);
    *events += cells != 0;
    *open &= crossing[n].stays;
    *marks += crossing[n].grows;
    return crossed;
}

/* Rows whose last cell has been crossed close for all: whether they are two by now. */
INLINE int close_rows(u64 crossed, u64 *rows)
{
    u64 last = crossed & LAST;
    *rows &= ~((last << 1) - (last >> (CELLS - 1)));
    return count(*rows & LAST) <= ROWS - 2;
}

static int points(u64 marks)
{
    static const u8 row_points[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78};
    int sum = -5 * (int)(marks >> ROWS * ROW_BITS);
    marks -= NO_MARKS;
    for (int row = 0; row < ROWS; row++)
        sum += row_points[marks >> row * ROW_BITS & 15];
    return sum;
}

INLINE void play_game(int seats, Luck *luck, Tally *tally)
{
    u64 open[MOST_SEATS], marks[MOST_SEATS], rows = LOCK - FIRST;
    int events = 1;
    draw_lot(luck, seats);
    for (int seat = 0; seat < seats; seat++) {
        open[seat] = LOCK - FIRST;
        marks[seat] = NO_MARKS;
    }
    for (;;) {
        u64 dice = word(luck), bits = word(luck);
        u32 whites = split(&dice, PAIRS), pair = split(&dice, PAIRS), other = split(&dice, PAIRS);
        u64 cells = white[whites] & rows, coloured = red_yellow[whites][pair] | green_blue[whites][other];
        events++;

        u64 first = choose(cells, (u32)bits, &open[0], &marks[0], &events), crossed = first;
        for (int seat = 1; seat < seats; seat++) {
            bits = seat % 2 ? bits >> 32 : word(luck);
            crossed |= choose(cells, (u32)bits, &open[seat], &marks[seat], &events);
        }
        if (RARELY(crossed & LAST) && close_rows(crossed, &rows))
            break;

        u64 second = choose(coloured & rows, (u32)(dice >> 32), &open[0], &marks[0], &events);
        marks[0] += !(first | second) * PENALTY;
        u64 penalties = marks[0] & FOUR_PENALTIES;
        if (RARELY((second & LAST) | penalties) && (close_rows(second, &rows) || penalties))
            break;

        u64 open_then = open[0], marks_then = marks[0];
        for (int seat = 1; seat < seats; seat++) {
            open[seat - 1] = open[seat];
            marks[seat - 1] = marks[seat];
        }
        open[seats - 1] = open_then;
        marks[seats - 1] = marks_then;
    }

    int score = 0;
    for (int seat = 0; seat < seats; seat++)
        score += points(marks[seat]);
    note(tally, score, events);
}

INLINE Tally play_games(int seats, int64_t games, Luck luck)
{
    Tally tally = {0};
    while (games--)
        play_game(seats, &luck, &tally);
    return tally;
}

/* The number of seats is a constant in each of these, so that the loops over seats unroll. */
static Tally play(int seats, int64_t games, Luck luck)
{
    switch (seats) {
    case 2: return play_games(2, games, luck);
    case 3: return play_games(3, games, luck);
    case 4: return play_games(4, games, luck);
    default: return play_games(5, games, luck);
    }
}

int main(int argc, char **argv)
{
    return run(argc, argv, "qwixx", MOST_SEATS, lay_out, play);
}
