/* Random games of Qwinto.      gcc -O3 -march=native -o qwinto qwinto.c -lm

   A row has ten bits: nine cells from left to right, and one that is never set; the three rows make 30.

   A seat knows for every sum from 1 to 18 the cells where it fits. A number v entered in a cell takes from all sums at
   once: from smaller ones the cell and those right of it, from larger ones the cell and those left of it, from v
   itself the row and the column. What stays depends on sum - v alone, so it is a window of a strip that each cell
   has, and the sums of a seat are a vector. No entry has a strip as well, from which everything stays: there is
   no branch for passing. */

#include <string.h>

#include "luck.h"

enum { ROWS = 3, ROW_BITS = 10, CELLS = 9, MOST_SEATS = 6, MOST_SUM = 18, SUMS = 24, STRIP = MOST_SUM + SUMS };
enum { NOTHING = ROWS * ROW_BITS, ALL_DICE = 7, THROWS = 216, BONUSES = 5 };

#define ROW ((1u << CELLS) - 1)
#define FIRST (1u | 1u << ROW_BITS | 1u << 2 * ROW_BITS) /* the first cell of every row */
#define ALL_CELLS (ROW * FIRST)

typedef struct {
    _Alignas(32) u32 fits[SUMS]; /* by sum: the cells where it fits */
    u32 filled, misses;
    u8 value[NOTHING + 1]; /* by cell: its number, where it is filled */
} Seat;

/* The columns, from the left; and those with a bonus: their cells by row, and the row that has the pentagon. */
static const u8 column[ROWS][CELLS] = {
    {2, 3, 4, 6, 7, 8, 9, 10, 11},
    {1, 2, 3, 4, 5, 7, 8, 9, 10},
    {0, 1, 2, 3, 5, 6, 7, 8, 9},
};
static const struct { u8 place[ROWS], pentagon; } bonus[BONUSES] = {
    {{0, 1, 2}, 2}, {{1, 2, 3}, 0}, {{4, 5, 6}, 0}, {{5, 6, 7}, 1}, {{6, 7, 8}, 2},
};

/* By cell, or NOTHING, and sum - v + 18: the cells that stay. */
static u32 strip[NOTHING + 1][STRIP];

/* By the dice picked, as a set: the cells of their rows; and by the throw as well: their sum. */
static u32 rows_of[ALL_DICE + 1];
static u8 sum_of[ALL_DICE + 1][THROWS];

static void lay_out(void)
{
    memset(strip, -1, sizeof strip);
    for (int row = 0; row < ROWS; row++)
        for (int place = 0; place < CELLS; place++) {
            u32 whole = ROW << row * ROW_BITS, cell = 1u << (row * ROW_BITS + place), there = whole;
            for (int other = 0; other < ROWS; other++)
                for (int n = 0; n < CELLS; n++)
                    if (column[other][n] == column[row][place])
                        there |= 1u << (other * ROW_BITS + n);
            for (int n = 0; n < STRIP; n++) {
                u32 right = whole & -cell, left = whole & (2 * cell - 1);
                strip[row * ROW_BITS + place][n] = ~(n < MOST_SUM ? right : n > MOST_SUM ? left : there);
            }
        }
    for (int picked = 1; picked <= ALL_DICE; picked++) {
        for (int row = 0; row < ROWS; row++)
            rows_of[picked] |= (picked >> row & 1) * (ROW << row * ROW_BITS);
        for (int n = 0; n < THROWS; n++)
            sum_of[picked][n] = (u8)((picked & 1) * (n / 36 + 1) + (picked >> 1 & 1) * (n / 6 % 6 + 1) +
                                     (picked >> 2) * (n % 6 + 1));
    }
}

/* A seat enters the sum in one of the cells where it fits, or passes: the cell. */
INLINE u32 choose(Seat *seat, u32 sum, u32 rows, u32 bits, int *events)
{
    u32 cells = seat->fits[sum] & rows;
    u32 entered = (u32)nth(cells, below(bits, count(cells) + 1));
    u32 cell = lowest(entered | 1u << NOTHING);
    const u32 *stays = strip[cell] + MOST_SUM - sum;
    for (int n = 0; n < SUMS; n++)
        seat->fits[n] &= stays[n];
    seat->filled |= entered;
    seat->value[cell] = (u8)sum;
    *events += cells != 0;
    return entered;
}

/* Whether two rows are complete: a one added to a full row carries into its tenth bit. */
INLINE int is_complete(u32 filled)
{
    u32 full = (filled + FIRST) & FIRST << CELLS;
    return (full & (full - 1)) != 0;
}

static int points(const Seat *seat)
{
    int sum = -5 * (int)seat->misses;
    for (int row = 0; row < ROWS; row++) {
        u32 filled = seat->filled >> row * ROW_BITS & ROW;
        sum += filled == ROW ? seat->value[row * ROW_BITS + CELLS - 1] : (int)count(filled);
    }
    for (int n = 0; n < BONUSES; n++) {
        const u8 *place = bonus[n].place;
        int row = bonus[n].pentagon;
        u32 empty = ~seat->filled;
        u32 cells = 1u << place[0] | 1u << (ROW_BITS + place[1]) | 1u << (2 * ROW_BITS + place[2]);
        sum += empty & cells ? 0 : seat->value[row * ROW_BITS + place[row]];
    }
    return sum;
}

INLINE void play_game(int seats, Luck *luck, Tally *tally)
{
    Seat seat[MOST_SEATS];
    int events = 1, complete = 0, active = 0;
    draw_lot(luck, seats);
    for (int n = 0; n < seats; n++) {
        for (int sum = 0; sum < SUMS; sum++)
            seat[n].fits[sum] = ALL_CELLS;
        seat[n].filled = seat[n].misses = 0;
    }
    for (;;) {
        u64 dice = word(luck), bits = 0;
        u32 picked = split(&dice, ALL_DICE) + 1, first = split(&dice, THROWS);
        u32 again = split(&dice, 2), second = split(&dice, THROWS);
        u32 sum = sum_of[picked][again ? second : first], rows = rows_of[picked], own = 0;
        events += 3 + (int)again;
        for (int n = 0; n < seats; n++) {
            bits = n % 2 ? bits >> 32 : word(luck);
            u32 entered = choose(&seat[n], sum, rows, (u32)bits, &events);
            own = n == active ? entered : own;
            complete |= is_complete(seat[n].filled);
        }
        seat[active].misses += !own;
        if (RARELY(complete | (seat[active].misses >= 4)))
            break;
        active = active + 1 == seats ? 0 : active + 1;
    }
    int score = 0;
    for (int n = 0; n < seats; n++)
        score += points(&seat[n]);
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
    case 5: return play_games(5, games, luck);
    default: return play_games(6, games, luck);
    }
}

int main(int argc, char **argv)
{
    return run(argc, argv, "qwinto", MOST_SEATS, lay_out, play);
}
