/* Random games of The Choice, all on sheet A.      gcc -O3 -march=native -o the_choice the_choice.c -lm

   A grid is 29 bits: 16 cells of the ring, clockwise, then 13 number cells in rows of 4, 5 and 4. A seat has the grid
   in use, the cells that touch what is crossed there, and the crosses of a grid it has left.

   Everything the dice can do is in tables: by throw (one of 216), grid and dice used so far the cells that can be
   crossed, a cache line a throw; by throw and what a cell shows (one of six colours or twelve numbers) the dice
   that cross it, as a set of sets of dice.

   All seats mark in step, and who is done goes through the steps without effect: there is a branch for all of them
   together, not for each. So NOTHING is a cell as well, which is crossed with no dice. */

#include "luck.h"

enum { RING = 16, NUMBERS = 13, CELLS = RING + NUMBERS, MOST_SEATS = 4, GRIDS = 2, SETS = 8, THROWS = 216 };
enum { COLOURS = 6, MOST_NUMBER = 12, BLANK = 31, NO_DICE = 0, NOTHING = CELLS };

#define ALL_RING ((1u << RING) - 1)
#define ALL_CELLS ((1u << CELLS) - 1)

typedef struct {
    u32 crossed, open, head;  /* of the grid in use: crossed cells, cells touching them, head of the path */
    u32 failures, grid, side; /* failures on that grid; 0 for the first, 1 for the second; the side begun with */
    u32 left;                 /* the crosses of the first grid, when it has been left */
} Seat;

/* What a seat does with a throw: the dice used, whether there may be more, whether it closes its first grid. */
typedef struct { u32 used, marking, closing; } Use;

/* By die and face: the colour. By side of the sheet: the colours of the ring, the numbers. */
static const char colour_of[3][COLOURS + 1] = {"rbypsg", "gsrbyp", "pygsbr"};
static const char ring[GRIDS][RING + 1] = {"rgygbsrgbyrspybp", "grpbsrybgpsrbpys"};
static const u8 numbers[GRIDS][NUMBERS] = {
    {8, 6, 9, 4, 12, 2, 1, 11, 1, 7, 3, 10, 5},
    {5, 8, 1, 10, 1, 11, 7, 4, 12, 3, 9, 2, 6},
};
/* By number cell: those beside it. */
static const u16 beside[NUMBERS] = {50, 101, 202, 388, 545, 1619, 3238, 6476, 4232, 1072, 2656, 5312, 2432};

static const u8 ring_points[] = {0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 13, 13, 13, 18, 18, 18, 25};
static const u8 path_points[] = {0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36};

static _Alignas(64) u32 cells_of[THROWS][GRIDS][SETS]; /* by dice used so far */
static _Alignas(32) u8 ways_of[THROWS][BLANK + 1];     /* by what is shown: the sets of dice that make it */
static u8 shown[GRIDS][NOTHING + 1];                   /* 0 to 5 a colour, 6 to 17 a number, BLANK */
static u8 apart[SETS];                                 /* by dice used so far: the sets without any of these */
static u32 open_path[NOTHING + 1];                     /* by head of the path: the number cells beside it */
static u8 share[SETS][THROWS];                         /* by set of dice: their share in the number of a throw */

static void lay_out(void)
{
    static const char colours[] = "bgspry";
    for (int grid = 0; grid < GRIDS; grid++) {
        shown[grid][NOTHING] = BLANK;
        for (int cell = 0; cell < CELLS; cell++)
            for (int n = 0; n < COLOURS; n++)
                if (cell >= RING)
                    shown[grid][cell] = (u8)(COLOURS - 1 + numbers[grid][cell - RING]);
                else if (ring[grid][cell] == colours[n])
                    shown[grid][cell] = (u8)n;
    }
    for (int throw = 0; throw < THROWS; throw++) {
        ways_of[throw][BLANK] = 1 << NO_DICE;
        int die[3] = {throw % 6, throw / 6 % 6, throw / 36};
        for (int set = 1; set < SETS; set++) {
            int sum = 0, single = -1;
            for (int n = 0; n < 3; n++)
                if (set >> n & 1) {
                    sum += die[n] + 1;
                    single = set == 1 << n ? n : -1;
                    share[set][throw] += (u8)(die[n] * (n == 0 ? 1 : n == 1 ? 6 : 36));
                }
            if (sum <= MOST_NUMBER)
                ways_of[throw][COLOURS - 1 + sum] |= (u8)(1 << set);
            for (int n = 0; n < COLOURS; n++)
                if (single >= 0 && colour_of[single][die[single]] == colours[n])
                    ways_of[throw][n] |= (u8)(1 << set);
        }
    }
    for (int used = 0; used < SETS; used++) {
        for (int set = NO_DICE; set < SETS; set++)
            apart[used] |= (u8)(!(set & used) << set);
        for (int throw = 0; throw < THROWS; throw++)
            for (int grid = 0; grid < GRIDS; grid++)
                for (int cell = 0; cell < CELLS; cell++)
                    if (ways_of[throw][shown[grid][cell]] & apart[used])
                        cells_of[throw][grid][used] |= 1u << cell;
    }
    for (int cell = 0; cell < NUMBERS; cell++)
        open_path[RING + cell] = (u32)beside[cell] << RING;
    open_path[NOTHING] = ALL_CELLS & ~ALL_RING;
}

/* The cells that touch what is crossed: the neighbours of the arc on the ring, or all of it when there is none; those
   of the path's head. */
INLINE u32 touching(u32 crossed, u32 head)
{
    u32 arc = crossed & ALL_RING, twice = arc | arc << RING;
    u32 around = twice << 1 >> RING | twice >> 1 | (arc - 1) >> RING;
    return ((around & ALL_RING) | open_path[head]) & ~crossed;
}

/* A seat crosses a cell or is done, unless it is done already or has nothing to decide; whether there may be more. */
INLINE u32 mark(Seat *seat, Use *use, u32 throw, u64 bits, int *events)
{
    u32 side = seat->side ^ seat->grid, cells = cells_of[throw][side][use->used] & seat->open & -use->marking;
    u32 n = count(cells), options = n + 2 - seat->grid, asked = use->marking & (options > 1);
    u32 choice = below((u32)bits, options); /* n is done, n + 1 is close */
    u32 crossed = (u32)nth(cells, choice), cell = lowest(crossed | 1u << NOTHING);
    u32 ways = ways_of[throw][shown[side][cell]] & apart[use->used], different = count(ways);
    *events += (int)asked + (different > 1);
    use->used |= lowest(nth(ways, below((u32)(bits >> 32), different)));
    use->closing |= asked & (choice > n);
    seat->crossed |= crossed;
    seat->head = crossed >> RING ? cell : seat->head;
    seat->open = touching(seat->crossed, seat->head);
    return use->marking = crossed != 0;
}

/* A throw has been used: failures are noted, a finished grid left; whether the game is over. */
INLINE u32 end_throw(Seat *seat, const Use *use, u32 wanted)
{
    seat->failures += count(use->used) < wanted;
    u32 failed = seat->failures >= 3, leaves = (failed | use->closing) & ~seat->grid & 1;
    u32 over = (failed & seat->grid) | (seat->crossed == ALL_CELLS);
    seat->grid |= leaves;
    seat->left |= seat->crossed & -leaves;
    seat->crossed &= leaves - 1;
    seat->failures &= leaves - 1;
    seat->open |= ALL_CELLS & -leaves;
    seat->head = leaves ? NOTHING : seat->head;
    return over;
}

INLINE int points(u32 crossed)
{
    return ring_points[count(crossed & ALL_RING)] + path_points[count(crossed >> RING)];
}

INLINE void play_game(int seats, Luck *luck, Tally *tally)
{
    Seat seat[MOST_SEATS];
    int events = seats + 1, active = 0, score = 0;
    u64 sides = word(luck);
    for (int n = 0; n < seats; n++)
        seat[n] = (Seat){.open = ALL_CELLS, .head = NOTHING, .side = split(&sides, 2)};
    draw_lot(luck, seats);
    for (;;) {
        u64 dice = word(luck);
        u32 throw = split(&dice, THROWS), again = split(&dice, SETS), second = split(&dice, THROWS), over = 0, more;
        throw += (u32)share[again][second] - share[again][throw];
        events += 2 + (again != 0);
        Use use[MOST_SEATS];
        for (int n = 0; n < seats; n++)
            use[n] = (Use){.marking = 1};
        do {
            more = 0;
            for (int n = 0; n < seats; n++)
                more |= mark(&seat[n], &use[n], throw, word(luck), &events);
        } while (more);
        for (int n = 0; n < seats; n++)
            over |= end_throw(&seat[n], &use[n], n == active ? 3 : 2);
        if (over)
            break;
        active = active + 1 == seats ? 0 : active + 1;
    }
    for (int n = 0; n < seats; n++)
        score += points(seat[n].left) + points(seat[n].crossed);
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
    default: return play_games(4, games, luck);
    }
}

int main(int argc, char **argv)
{
    return run(argc, argv, "the-choice", MOST_SEATS, lay_out, play);
}
