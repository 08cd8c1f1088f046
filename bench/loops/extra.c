/* Random games of Extra!, on the sheet of that name.      gcc -O3 -march=native -o extra extra.c -lm

   A seat is three words. `rows` has five bits for each of the eleven sums, counting up so that the uppermost is set
   when the row is full; `columns` has the same for the three columns. `notable` has a bit for each column and face
   that may still be noted there: 18 at first, three when every column has its number.

   Of five dice there are 252 different throws. For each of them there is a table of the faces that lie, and for each
   fifth die the different ways to pair the other four, as the places of their sums in `rows`.

   The game goes on until everybody is out; whose turn it is makes no difference. Who is out is counted at once and
   leaves its place to the last one still in. */

/* The words of a seat are to stay apart. */
#pragma GCC optimize("no-tree-slp-vectorize")
#include "luck.h"

enum { FACES = 6, DICE = 5, COLUMNS = 3, SUMS = 11, FIELD = 5, MOST_SEATS = 6 };
enum { THROWS = 7776, DIFFERENT = 252, NOTES = COLUMNS * FACES, OPTIONS = NOTES + FACES };

typedef struct { u64 rows; u32 columns, notable; } Seat;

static const u8 row_length[SUMS] = {9, 9, 10, 11, 13, 13, 13, 11, 10, 9, 9};
static const u8 minus_boxes[SUMS] = {3, 3, 4, 5, 7, 7, 7, 5, 4, 3, 3};
static const int row_points[SUMS] = {100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100};
static const u8 column_length[COLUMNS] = {10, 9, 8};

/* By the five dice as they fall: which of the different throws. By that: the faces that lie, for each column and once
   more for leaving one out. */
static u8 sorted[THROWS];
static u32 faces_of[DIFFERENT];

/* By throw and fifth die: the ways to pair the other four, sixteen bits each (two places in `rows`), and above these
   how many there are. */
static u64 pairs[DIFFERENT][FACES];

/* By option (a column and a face, or a face left out): the notes that stay possible, and the box crossed; the face. */
static u32 stays[OPTIONS], box[OPTIONS];
static u8 face_of[OPTIONS];

static Seat empty;
static int points_of[SUMS][1 << FIELD];

/* The different ways to pair four sorted dice. */
static u64 ways(const int *die)
{
    int total = die[0] + die[1] + die[2] + die[3], n = 0, low[3];
    u64 found = 0;
    for (int way = 0; way < 3; way++) {
        int sum = die[0] + die[way + 1], is_new = 1;
        for (int earlier = 0; earlier < n; earlier++)
            is_new &= sum != low[earlier] && sum != total - low[earlier];
        if (is_new) {
            found |= (u64)(FIELD * (sum - 2) | FIELD * (total - sum - 2) << 8) << 16 * n;
            low[n++] = sum;
        }
    }
    return found | (u64)n << 48;
}

static void lay_out(void)
{
    int known[DIFFERENT], different = 0;
    for (int throw = 0; throw < THROWS; throw++) {
        int die[DICE], count_of[FACES] = {0}, name = 0, n = 0;
        for (int left = throw, k = 0; k < DICE; k++, left /= FACES)
            count_of[left % FACES]++;
        for (int face = 0; face < FACES; face++)
            for (int k = 0; k < count_of[face]; k++) {
                die[n++] = face + 1;
                name = name * FACES + face;
            }
        for (n = 0; n < different && known[n] != name; n++)
            ;
        sorted[throw] = (u8)n;
        if (n < different)
            continue;
        known[different++] = name;
        for (int face = 0; face < FACES; face++)
            if (count_of[face]) {
                int rest[DICE], kept = 0, apart = 0;
                for (int k = 0; k < DICE; k++)
                    if (die[k] == face + 1 && !apart)
                        apart = 1;
                    else
                        rest[kept++] = die[k];
                faces_of[n] |= 0x41041u << face;
                pairs[n][face] = ways(rest);
            }
    }
    for (int option = 0; option < OPTIONS; option++) {
        int column = option / FACES, face = option % FACES;
        u32 own = 0x3Fu << column * FACES, same = 0x1041u << face;
        face_of[option] = (u8)face;
        stays[option] = ~0u;
        if (option < NOTES) {
            stays[option] = ~(own | same) | 1u << option;
            box[option] = 1u << FIELD * column;
        }
    }
    empty.notable = (1u << NOTES) - 1;
    for (int column = 0; column < COLUMNS; column++)
        empty.columns |= (16u - column_length[column]) << FIELD * column;
    for (int row = 0; row < SUMS; row++) {
        empty.rows |= (u64)(16 - row_length[row]) << FIELD * row;
        for (int crosses = 1; crosses <= row_length[row]; crosses++)
            points_of[row][16 - row_length[row] + crosses] =
                crosses <= minus_boxes[row] ? -200 : row_points[row] * (crosses - minus_boxes[row] - 1);
    }
}

/* A seat makes its combination: the fifth die, then the pairs. One option alone is no choice. */
INLINE void combine(Seat *seat, u32 throw, u64 bits, int *events)
{
    u32 faces = faces_of[throw], notes = seat->notable & faces;
    u32 options = notes ? notes : faces & ~0u << NOTES, n = count(options);
    u32 option = lowest(nth(options, below((u32)bits, n)));
    u64 pair = pairs[throw][face_of[option]];
    u32 different = (u32)(pair >> 48);
    u64 sums = pair >> 16 * below((u32)(bits >> 32), different);
    *events += (n > 1) + (different > 1);
    seat->notable &= stays[option];
    seat->columns += box[option];
    seat->rows += (u64)1 << (sums & 63) & ~(seat->rows >> (FIELD - 1));
    seat->rows += (u64)1 << (sums >> 8 & 63) & ~(seat->rows >> (FIELD - 1));
}

static int points(u64 rows)
{
    int sum = 0;
    for (int row = 0; row < SUMS; row++)
        sum += points_of[row][rows >> FIELD * row & 31];
    return sum;
}

INLINE void play_game(int seats, Luck *luck, Tally *tally)
{
    const u32 full = 1u << (FIELD - 1) | 1u << (2 * FIELD - 1) | 1u << (3 * FIELD - 1);
    Seat seat[MOST_SEATS];
    int events = 1, score = 0;
    draw_lot(luck, seats);
    for (int n = 0; n < seats; n++)
        seat[n] = empty;
    while (seats) {
        u32 throw = sorted[below((u32)word(luck), THROWS)];
        events++;
        for (int n = seats; n--;) {
            combine(&seat[n], throw, word(luck), &events);
            if (RARELY(seat[n].columns & full)) {
                score += points(seat[n].rows);
                seat[n] = seat[--seats];
            }
        }
    }
    note(tally, score, events);
}

static Tally play(int seats, int64_t games, Luck luck)
{
    Tally tally = {0};
    while (games--)
        play_game(seats, &luck, &tally);
    return tally;
}

int main(int argc, char **argv)
{
    return run(argc, argv, "extra", MOST_SEATS, lay_out, play);
}
