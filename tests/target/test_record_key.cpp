// The keys of tuning records: everything that makes times incomparable is in them.
#include <gmock/gmock.h>

#include "backends/runner/runner.h"
#include "backends/target/target.h"
#include "backends/tune/record_key.h"
#include "core/schedule/program.h"
#include "core/te/read_program.h"

namespace lw::tune {
namespace {

constexpr const char* kClass = R"(# bind: n=11, m=7
from tvm.script import ir as I
from tvm.script import tir as T


@I.ir_module
class Two:
    @T.prim_func
    def first(a: T.handle, n: T.int32):
        A = T.match_buffer(a, (n,), "float32")
        for i in range(n):
            A[i] = T.float32(3)

    @T.prim_func
    def second(A: T.Buffer((8,), "float32")):
        for i in range(8):
            A[i] = T.float32(4)
)";

SourceFile fileOf(const std::string& text) {
  SourceFile file = readProgram("two.py", text);
  EXPECT_FALSE(file.hasErrors());
  return file;
}

RecordKey keyOf(const std::string& text, const std::string& name, const RunConditions& conditions = {},
                const TargetDescriptor& target = defaultTarget()) {
  const Result<Program> program = programOf(fileOf(text), name);
  EXPECT_TRUE(program.ok());
  const Result<RecordKey> key = recordKey(program->snapshot, program->function.value_or(0), target, conditions);
  EXPECT_TRUE(key.ok()) << toText(key.error());
  return *key;
}

TEST(RecordKey, NamesProcessorThreadsMathAndGenerator) {
  const RecordKey key = keyOf(kClass, "second", {.threads = 3, .math = {.reassociate = true}});
  EXPECT_EQ(key.target, "cpu");
  EXPECT_EQ(key.processor, cpuInfo().model);
  EXPECT_EQ(key.threads, 3);
  EXPECT_EQ(key.math, "reassociate");
  EXPECT_THAT(key.generator, testing::MatchesRegex("llvm 19\\.[0-9.]+"));
  EXPECT_EQ(key.sizes, "");
  EXPECT_EQ(keyOf(kClass, "second").threads, onlineCores()) << "as a run without --threads";
}

TEST(RecordKey, OfAFunctionChangesWithItsClassAlone) {
  const std::string first = keyOf(kClass, "first").program, second = keyOf(kClass, "second").program;
  EXPECT_NE(first, second);
  EXPECT_EQ(keyOf("# another comment\n" + std::string(kClass), "second").program, second);
  std::string other = kClass;
  other.replace(other.find("float32(4)"), 10, "float32(5)");
  EXPECT_NE(keyOf(other, "second").program, second);
  EXPECT_NE(keyOf(other, "first").program, first) << "first might call second";
}

TEST(RecordKey, HoldsTheSizesThatTheFunctionNeeds) {
  const SourceFile file = fileOf(kClass);
  const auto sizes = [&](const char* name, const std::map<std::string, int64_t>& given) {
    const Result<Program> program = programOf(file, name);
    RunConditions conditions{.device = {},
                             .sizes = sizesOf(file, program->snapshot.function(*program->function), given)};
    return keyOf(kClass, name, conditions).sizes;
  };
  EXPECT_EQ(sizes("first", {}), "n=11") << "m is none of its sizes";
  EXPECT_EQ(sizes("first", {{"n", 64}, {"k", 3}}), "n=64");
  EXPECT_EQ(sizes("second", {{"n", 64}}), "");
}

TEST(RecordKey, OfTheEmulatorNamesTheModel) {
  const TargetDescriptor& emulator = *findTarget("gpu-emulator");
  EXPECT_EQ(keyOf(kClass, "second", {.device = "sm_90", .threads = 3}, emulator).processor, "emulated sm_90");
  EXPECT_EQ(keyOf(kClass, "second", {.device = {}}, emulator).processor, "emulated sm_80");
  EXPECT_EQ(keyOf(kClass, "second", {.device = {}, .threads = 3}, emulator).threads, 1)
      << "threads are those of the cpu";
  EXPECT_EQ(processorName(emulator, "sm_1").error().message, "there is no device model 'sm_1'");
}

}  // namespace
}  // namespace lw::tune
