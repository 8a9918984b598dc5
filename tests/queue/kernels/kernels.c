/* Kernels of the tests: B[0] = 2 * A[0], with an effect before it. No libraries: system calls by number (x86-64). */
#include <stdint.h>

static long call(long number, long a, long b) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b) : "rcx", "r11", "memory");
  return result;
}

static void compute(void** buffers) { ((float*)buffers[1])[0] = 2 * ((const float*)buffers[0])[0]; }

static void sleepFor(long nanoseconds) {
  struct {
    long seconds, nanoseconds;
  } time = {0, nanoseconds};
  call(35, (long)&time, 0); /* nanosleep */
}

int sleep_20ms(void** buffers, int64_t* scalars) {
  (void)scalars;
  sleepFor(20000000);
  compute(buffers);
  return 0;
}

int sleep_100ms(void** buffers, int64_t* scalars) {
  (void)scalars;
  sleepFor(100000000);
  compute(buffers);
  return 0;
}

int kill_parent(void** buffers, int64_t* scalars) {
  (void)scalars;
  call(62, call(110, 0, 0), 9); /* kill(getppid(), SIGKILL) */
  compute(buffers);
  return 0;
}

int hang(void** buffers, int64_t* scalars) {
  (void)scalars;
  for (;;) sleepFor(100000000);
  compute(buffers);
  return 0;
}
