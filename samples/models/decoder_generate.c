/* Generates tokens with the layer of decoder.py and random weights. Nothing is allocated for a token.
 *
 *   lw export samples/models/decoder.py --bind n=1 --bind 'total<=64' --format object -o decoder.o
 *   cc -O2 -I. samples/models/decoder_generate.c decoder.o -lm -o generate && ./generate */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "decoder.h"

enum { WIDTH = 128, HEADS = 4, GROUPS = 2, INNER = 352, MOST = 64, TOKENS = 256 };
enum { SIZE = WIDTH / HEADS, HALF = SIZE / 2, QKV = (HEADS + 2 * GROUPS) * SIZE };
#define ARRAY(TYPE, NAME, COUNT) static _Alignas(64) TYPE NAME[COUNT]
#define WEIGHTS(NAME, ROWS, TERMS)            \
  ARRAY(uint8_t, NAME, (ROWS) * (TERMS) / 2); \
  ARRAY(float, NAME##_scale, (ROWS) * (TERMS) / 32)
WEIGHTS(qkv, QKV, WIDTH);
WEIGHTS(output, WIDTH, WIDTH);
WEIGHTS(down, WIDTH, INNER);
WEIGHTS(gate, INNER, WIDTH);
WEIGHTS(up, INNER, WIDTH);
ARRAY(float, embedding, TOKENS* WIDTH);
ARRAY(float, head, TOKENS* WIDTH);
ARRAY(float, gain, WIDTH);
ARRAY(float, x, WIDTH);
ARRAY(float, y, WIDTH);
ARRAY(float, cosine, MOST* HALF);
ARRAY(float, sine, MOST* HALF);
ARRAY(float, keys, GROUPS* MOST* SIZE);
ARRAY(float, values, GROUPS* MOST* SIZE);
ARRAY(char, workspace, DECODER_MAIN_WORKSPACE_BYTES + 1);

static void fill(float* a, int count, float from, float to) {
  for (int i = 0; i < count; ++i) a[i] = from + (to - from) * (float)rand() / (float)RAND_MAX;
}
#define FILL(NAME)                                                    \
  for (size_t i = 0; i < sizeof NAME; ++i) NAME[i] = (uint8_t)rand(); \
  fill(NAME##_scale, sizeof NAME##_scale / sizeof(float), 0.005f, 0.01f)

int main(void) {
  fill(embedding, TOKENS * WIDTH, -1, 1);
  fill(head, TOKENS * WIDTH, -1, 1);
  fill(gain, WIDTH, 0.5f, 1.5f);
  FILL(qkv);
  FILL(output);
  FILL(gate);
  FILL(up);
  FILL(down);
  for (int p = 0; p < MOST; ++p)
    for (int d = 0; d < HALF; ++d) {
      const double angle = p * pow(10000, -(double)d / HALF);
      cosine[p * HALF + d] = (float)cos(angle), sine[p * HALF + d] = (float)sin(angle);
    }
  int token = 1;
  for (int total = 1; total <= MOST; ++total) {
    for (int d = 0; d < WIDTH; ++d) x[d] = embedding[token * WIDTH + d];
    const int code = Decoder_main(x, cosine, sine, keys, values, gain, qkv, qkv_scale, output, output_scale, gain, gate,
                                  gate_scale, up, up_scale, down, down_scale, y, workspace, total);
    if (code) return fprintf(stderr, "the layer returned %d\n", code), 1;
    double best = -INFINITY;
    for (int t = 0; t < TOKENS; ++t) {
      double score = 0;
      for (int d = 0; d < WIDTH; ++d) score += (double)head[t * WIDTH + d] * y[d];
      if (score > best) best = score, token = t;
    }
    printf("%d ", token);
  }
  puts("");
  return 0;
}
