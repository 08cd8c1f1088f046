/* What the five loops share: luck, sets of bits, and the line they print.

   Luck is a counter whose every step is folded to 64 bits by one long multiplication (the "wyrand" scheme). A step
   depends on the one before it by an addition alone, so the processor works on many words at once.

   A number below n is the upper half of a product, never a remainder: `below` takes 32 bits of a word for one number,
   `split` takes one number after another off the top of the same word. The bias is n / 2^32 or, with `split`, the
   product of all n / 2^64: far less than any number of games could show. */

#ifndef LUCK_H
#define LUCK_H

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))
#define RARELY(condition) __builtin_expect(!!(condition), 0)

typedef unsigned __int128 u128;
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

/* --- luck -------------------------------------------------------------------------------------------------------- */

typedef struct { u64 at; } Luck;

/* The next 64 random bits. */
INLINE u64 word(Luck *luck)
{
    luck->at += 0xA0761D6478BD642F;
    u128 product = (u128)luck->at * (luck->at ^ 0xE7037ED1A0B428DB);
    return (u64)(product >> 64) ^ (u64)product;
}

/* A number from 0 to n - 1, of 32 random bits. */
INLINE u32 below(u32 bits, u32 n)
{
    return (u32)((u64)bits * n >> 32);
}

/* A number from 0 to n - 1, taken off the top of a word; what is left of the word is random still. */
INLINE u32 split(u64 *bits, u32 n)
{
    u128 product = (u128)*bits * n;
    *bits = (u64)product;
    return (u32)(product >> 64);
}

/* The lot. Who begins has no bearing on the mean over all seats, so nothing is done with the number; it is drawn. */
INLINE void draw_lot(Luck *luck, int seats)
{
    u32 beginner = below((u32)word(luck), (u32)seats);
    __asm__ volatile("" : : "r"(beginner));
}

/* --- sets of bits ------------------------------------------------------------------------------------------------ */

INLINE u32 count(u64 bits) { return (u32)__builtin_popcountll(bits); }

/* The lowest one of a set; 64 for the empty set. */
INLINE u32 lowest(u64 bits)
{
#ifdef __BMI__
    return (u32)_tzcnt_u64(bits);
#else
    return bits ? (u32)__builtin_ctzll(bits) : 64;
#endif
}

/* The k-th one of a set, counted from 0, as a set of itself; the empty set where there are no more than k. */
INLINE u64 nth(u64 bits, u32 k)
{
#ifdef __BMI2__
    return _pdep_u64((u64)1 << k, bits);
#else
    while (k-- && bits)
        bits &= bits - 1;
    return bits & -bits;
#endif
}

/* --- the line they print ----------------------------------------------------------------------------------------- */

typedef struct { int64_t score, events; double score_squared, events_squared; } Tally;

/* Note a game: the points of all seats together, and how many throws and choices there were. */
INLINE void note(Tally *tally, int score, int events)
{
    tally->score += score;
    tally->events += events;
    tally->score_squared += (double)score * score;
    tally->events_squared += (double)events * events;
}

static double deviation(double sum, double squared, double games)
{
    double variance = games > 1 ? (squared - sum * sum / games) / (games - 1) : 0;
    return variance > 0 ? sqrt(variance) : 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The whole program: NAME SEATS GAMES SEED. Tables are laid out before the clock starts. */
static int run(int argc, char **argv, const char *game, int most_seats, void (*lay_out)(void),
               Tally (*play)(int seats, int64_t games, Luck luck))
{
    int seats = argc == 4 ? atoi(argv[1]) : 0;
    int64_t games = argc == 4 ? strtoll(argv[2], NULL, 10) : 0;
    if (seats < 2 || seats > most_seats || games < 1) {
        fprintf(stderr, "%s SEATS GAMES SEED, with 2 to %d seats\n", argv[0], most_seats);
        return 2;
    }
    Luck luck = {strtoull(argv[3], NULL, 10)};
    luck.at = word(&luck);
    lay_out();
    double began = now();
    Tally t = play(seats, games, luck);
    double seconds = now() - began, n = (double)games;
    printf("{\"game\":\"%s\",\"seats\":%d,\"games\":%" PRId64 ",\"seconds\":%.6f,\"games_per_second\":%.1f,"
           "\"mean_score\":%.6f,\"score_deviation\":%.6f,\"mean_events\":%.6f,\"events_deviation\":%.6f}\n",
           game, seats, games, seconds, n / seconds, (double)t.score / n / seats,
           deviation((double)t.score, t.score_squared, n) / seats, (double)t.events / n,
           deviation((double)t.events, t.events_squared, n));
    return 0;
}

#endif
