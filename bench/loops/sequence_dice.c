/* Random games of Sequence Dice, five in a row.      gcc -O3 -march=native -o sequence_dice sequence_dice.c -lm

   The chips of a side are 36 bits, row by row. A throw is two sets of spaces: where a chip may be placed if they are
   empty, and where an opponent's chip may be replaced or taken if none of those is. A ten has no space to place on, so
   that one rule serves all sums.

   The side to play is side 0; when the turn passes on, the others move up. Four seats are two sides, which alternate
   just as two seats do. So the throw-off settles nothing but the number of its throws. */

/* Sides are to stay in plain registers. */
#pragma GCC optimize("no-tree-slp-vectorize")
#include "luck.h"

enum { SIZE = 6, SPACES = SIZE * SIZE, MOST_SEATS = 4, MOST_SIDES = 3, CHIPS = 20, THROWS = 36 };
enum { LEAST = 2, DEFENCE = 10, WILD = 11, MOST = 12 };

#define ALL_SPACES (((u64)1 << SPACES) - 1)

typedef u64 Four __attribute__((vector_size(32)));

static const u8 board[SPACES] = {
    2, 3, 4,  5,  6, 2, /**/
    6, 7, 8,  9,  7, 3, /**/
    5, 9, 12, 12, 8, 4, /**/
    4, 8, 12, 12, 9, 5, /**/
    3, 7, 9,  8,  7, 6, /**/
    2, 6, 5,  4,  3, 2,
};

/* By throw: the spaces to place a chip on; those where an opponent's chip goes instead; all ones if an own chip comes
   there, zero for a ten; and whether the same player throws again. */
static struct { u64 place, replace, comes, stays; } dice[THROWS];

static void lay_out(void)
{
    u64 of[MOST + 1] = {0};
    for (int space = 0; space < SPACES; space++)
        of[board[space]] |= (u64)1 << space;
    of[WILD] = ALL_SPACES;
    for (int throw = 0; throw < THROWS; throw++) {
        int sum = throw / 6 + throw % 6 + 2;
        dice[throw].place = of[sum];
        dice[throw].replace = sum == DEFENCE ? ALL_SPACES & ~of[LEAST] & ~of[MOST] : of[sum];
        dice[throw].comes = -(u64)(sum != DEFENCE);
        dice[throw].stays = sum == LEAST || sum == MOST;
    }
}

/* Whether there is a line of five, looked for in four directions at once: every space goes together with the next,
   then with the two after these, then with the fifth; what is left must begin where a line stays on the board. */
INLINE int has_line(u64 chips)
{
    const Four step = {1, SIZE, SIZE + 1, SIZE - 1}, from = {0x0C30C30C3, 0xFFF, 0x0C3, 0xC30};
    Four all = {chips, chips, chips, chips};
    Four two = all & all >> step, four = two & two >> 2 * step, five = four & all >> 4 * step & from;
#ifdef __AVX__
    return !_mm256_testz_si256((__m256i)five, (__m256i)five);
#else
    return (five[0] | five[1] | five[2] | five[3]) != 0;
#endif
}

/* The throw-off: the highest sum begins, those who share it throw again. */
INLINE void throw_off(int seats, Luck *luck, int *events)
{
    u32 contenders = (1u << seats) - 1;
    do {
        u32 leaders = 0, highest = 0;
        u64 bits = word(luck);
        for (u32 left = contenders; left; left &= left - 1) {
            u32 sum = split(&bits, 6) + split(&bits, 6), seat = left & -left;
            leaders &= -(u32)(sum <= highest);
            leaders |= seat & -(u32)(sum >= highest);
            highest = sum > highest ? sum : highest;
            ++*events;
        }
        contenders = leaders;
    } while (contenders & (contenders - 1));
}

INLINE void play_game(int seats, int sides, Luck *luck, Tally *tally)
{
    u64 chips[MOST_SIDES] = {0};
    int events = 0;
    throw_off(seats, luck, &events);
    for (;;) {
        u64 bits = word(luck), others = sides == 3 ? chips[1] | chips[2] : chips[1];
        u32 throw = split(&bits, THROWS);
        u64 comes = dice[throw].comes, stays = dice[throw].stays;
        u64 empty = dice[throw].place & ~(chips[0] | others), covered = dice[throw].replace & others;
        u64 spaces = empty | (covered & -(u64)(empty == 0));
        if (RARELY(count(chips[0]) == CHIPS)) /* none left to place */
            spaces &= ~comes;
        u32 n = count(spaces);
        u64 space = nth(spaces, below((u32)(bits >> 32), n));
        events += 1 + (n > 1);
        chips[0] |= space & comes;
        for (int side = 1; side < sides; side++)
            chips[side] &= ~space;
        if (RARELY(has_line(chips[0])))
            break;
        u64 then = chips[0];
        for (int side = 1; side < sides; side++)
            chips[side - 1] = stays ? chips[side - 1] : chips[side];
        chips[sides - 1] = stays ? chips[sides - 1] : then;
    }
    note(tally, seats / sides, events);
}

INLINE Tally play_games(int seats, int sides, int64_t games, Luck luck)
{
    Tally tally = {0};
    while (games--)
        play_game(seats, sides, &luck, &tally);
    return tally;
}

/* The number of seats is a constant in each of these, so that the loops unroll. */
static Tally play(int seats, int64_t games, Luck luck)
{
    switch (seats) {
    case 2: return play_games(2, 2, games, luck);
    case 3: return play_games(3, 3, games, luck);
    default: return play_games(4, 2, games, luck);
    }
}

int main(int argc, char **argv)
{
    return run(argc, argv, "sequence-dice", MOST_SEATS, lay_out, play);
}
