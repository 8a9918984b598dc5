/* Generates tokens with the layer of decoder.py and random weights. Nothing is allocated for a token.
 *
 *   lw export samples/models/decoder.py --bind n=1 --bind 'total<=64' --format object -o decoder.o
 *   cc -O2 -I. samples/models/decoder_generate.c decoder.o -lm -o generate && ./generate */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "decoder.h"

enum { WIDTH = 128, HEADS = 4, GROUPS = 2, INNER = 352, MOST = 64, TOKENS = 256 };
enum { SIZE = WIDTH / HEADS, HALF = SIZE / 2, QKV = (HEADS + 2 * GROUPS) * SIZE, LARGE = INNER * WIDTH };
static _Alignas(64) uint8_t qkv[QKV * WIDTH / 2], out[WIDTH * WIDTH / 2], gate[LARGE / 2], up[LARGE / 2],
    down[LARGE / 2];
static _Alignas(64) uint16_t scale[LARGE / 32], keys[GROUPS * MOST * SIZE], values[GROUPS * MOST * SIZE];
static _Alignas(64) float rows[2 * TOKENS][WIDTH], gain[WIDTH], y[WIDTH], cosine[MOST * HALF], sine[MOST * HALF];
static _Alignas(64) char workspace[DECODER_MAIN_WORKSPACE_BYTES + 1];

static void fill(uint8_t* weights, size_t count) {
  while (count-- > 0) weights[count] = (uint8_t)rand();
}

int main(void) {
  fill(qkv, sizeof qkv), fill(out, sizeof out), fill(gate, sizeof gate), fill(up, sizeof up), fill(down, sizeof down);
  for (int i = 0; i < LARGE / 32; ++i) scale[i] = 0x1C00 | (rand() & 1023); /* halves: 1/256 to 1/128 */
  for (int i = 0; i < 2 * TOKENS * WIDTH; ++i) rows[i / WIDTH][i % WIDTH] = 2 * (float)rand() / (float)RAND_MAX - 1;
  for (int i = 0; i < WIDTH; ++i) gain[i] = 1;
  for (int i = 0; i < MOST * HALF; ++i) {
    cosine[i] = (float)cos(i / HALF * pow(10000, -(i % HALF) / (double)HALF));
    sine[i] = (float)sin(i / HALF * pow(10000, -(i % HALF) / (double)HALF));
  }
  for (int total = 1, token = 1; total <= MOST; printf("%d ", token), ++total) {
    if (Decoder_main(rows[token], cosine, sine, keys, values, gain, qkv, scale, out, scale, gain, gate, scale, up,
                     scale, down, scale, y, workspace, total))
      return fprintf(stderr, "the layer failed\n"), 1;
    double best = -INFINITY, score = 0;
    for (int t = 0; t < TOKENS; ++t, score = 0) {
      for (int d = 0; d < WIDTH; ++d) score += rows[TOKENS + t][d] * y[d]; /* the second half of the rows is the head */
      if (score > best) best = score, token = t;
    }
  }
  return puts("") < 0;
}
