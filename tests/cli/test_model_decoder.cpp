// The decoder layer with caches of its own (samples/models/decoder.py), exported: tokens that come one by one give what
// all of them give in one call, and the program beside the sample generates.
#include <set>
#include <sstream>

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

const std::string kDecoder = LW_SOURCE_DIR "/samples/models/decoder.py";

// Calls the libraries with the same weights and tokens, and compares the rows of the results and both caches.
const char* kSteps = R"(import ctypes, math, random, struct
random.seed(7)
W, H, G, I, M = 128, 4, 2, 352, 64
S, N = W // H, 9
def floats(count, low, high):
    return [random.uniform(low, high) for _ in range(count)]
def halves(values):
    return struct.unpack("%dH" % len(values), struct.pack("%de" % len(values), *values))
def numbers(halves):
    return struct.unpack("%de" % len(halves), bytes(halves))
def aligned(kind, values):
    size = ctypes.sizeof(kind) * len(values)
    raw = ctypes.create_string_buffer(size + 64)
    keep.append(raw)
    array = (kind * len(values)).from_buffer(raw, -ctypes.addressof(raw) % 64)
    array[:] = values
    return array
keep, weights = [], []
for rows, terms in (((H + 2 * G) * S, W), (W, W), (I, W), (I, W), (W, I)):
    if len(weights) in (0, 5):
        weights.append(aligned(ctypes.c_float, floats(W, 0.5, 1.5)))
    weights.append(aligned(ctypes.c_uint8, [random.randrange(256) for _ in range(rows * terms // 2)]))
    weights.append(aligned(ctypes.c_uint16, halves(floats(rows * terms // 32, 0.002, 0.004))))
angles = [[p * 10000 ** (-d / (S // 2)) for d in range(S // 2)] for p in range(M)]
cosine = aligned(ctypes.c_float, [math.cos(a) for row in angles for a in row])
sine = aligned(ctypes.c_float, [math.sin(a) for row in angles for a in row])
tokens = floats(N * W, -1, 1)
def caches():
    return [aligned(ctypes.c_uint16, [0] * (G * M * S)) for _ in range(2)]
def call(name, x, keys, values, rows, sizes):
    y = aligned(ctypes.c_float, [0.0] * (rows * W))
    space = aligned(ctypes.c_uint8, [0] * 400000)
    code = ctypes.CDLL("./" + name).Decoder_main(aligned(ctypes.c_float, x), cosine, sine, keys, values, *weights, y, space,
                                                 *[ctypes.c_int64(s) for s in sizes])
    return code, list(y)
def worst(a, b):
    return max(abs(p - q) for p, q in zip(a, b)) / max(abs(q) for q in b)
keys, values = caches()
one_by_one = []
for t in range(N):
    code, y = call("step.so", tokens[t * W:(t + 1) * W], keys, values, 1, [t + 1])
    assert code == 0, code
    one_by_one += y
keys_at_once, values_at_once = caches()
code, at_once = call("prefill.so", tokens, keys_at_once, values_at_once, N, [N, N])
assert code == 0, code
assert worst(one_by_one, at_once) < 1e-3, worst(one_by_one, at_once)
for one, other in ((keys, keys_at_once), (values, values_at_once)):
    assert worst(numbers(one), numbers(other)) < 1e-3
assert any(v != 0 for v in keys[(N - 1) * S:N * S]) and not any(keys[N * S:M * S])
print("same")
print(call("step.so", tokens[:W], keys, values, 1, [M + 1])[0], call("prefill.so", tokens, keys, values, 5, [5, 4])[0])
)";

class ModelDecoder : public Cli {
 protected:
  std::string shell(const std::string& command) const {
    const std::string log = (folder / "shell").string();
    const int status = std::system(("cd " + folder.string() + " && (" + command + ") > " + log + " 2>&1").c_str());
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "ok\n" : "failed\n") + slurp(log);
  }
  std::string at(const std::string& name) const { return (folder / name).string(); }
};

TEST_F(ModelDecoder, TokensOneByOneAndAtOnce) {
  const std::string command = "export " + kDecoder + " --format shared --bind 'total<=64' --bind ";
  const Outcome step = lw(command + "n=1 -o " + at("step.so"));
  ASSERT_EQ(step.code, 0) << step.err;
  EXPECT_THAT(slurp(at("step.h")), HasSubstr("keys            float16 (2, 64, 32), read and written"));
  EXPECT_THAT(slurp(at("step.h")), HasSubstr("uint16_t *keys, uint16_t *values, const float *attention_gain"));
  const Outcome prefill = lw(command + "'n<=16' -o " + at("prefill.so"));
  ASSERT_EQ(prefill.code, 0) << prefill.err;
  file("steps.py", kSteps);
  // A position beyond the cache, and more tokens than there are positions.
  EXPECT_EQ(shell("python3 steps.py"), "ok\nsame\n-2 1\n");
}

TEST_F(ModelDecoder, TheProgramBesideTheSampleGenerates) {
  for (const char* code : {"decoder.o", "decoder.c"}) {
    const std::string format = std::string(code).ends_with("o") ? "object" : "c";
    const Outcome r =
        lw("export " + kDecoder + " --format " + format + " --bind n=1 --bind 'total<=64' -o " + at(code));
    ASSERT_EQ(r.code, 0) << r.err;
    ASSERT_EQ(shell("cc -std=c11 -O2 -Wall -Wextra -I. " LW_SOURCE_DIR "/samples/models/decoder_generate.c " +
                    std::string(code) + " -lm -o generate"),
              "ok\n");
    const std::string tokens = shell("./generate");
    ASSERT_EQ(tokens.substr(0, 3), "ok\n");
    std::istringstream list(tokens.substr(3));
    std::set<int> different;
    int count = 0;
    for (int token = 0; list >> token; ++count) different.insert(token);
    EXPECT_EQ(count, 64);
    EXPECT_GT(different.size(), 10u) << tokens;
    EXPECT_EQ(shell("./generate"), tokens);
  }
}

}  // namespace
