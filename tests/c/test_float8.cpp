// The float types of eight bits in exported C, and in the interpreter, on every value.
#include "backends/interpreter/interpreter.h"
#include "core/te/read_program.h"
#include "passes/pipeline.h"
#include "tests/c/compile.h"
#include "tests/float8_values.h"

namespace lw::test {
namespace {

void expectConversions(const std::vector<Argument>& got, bool e4m3, const std::string& what) {
  const Float8Table table(e4m3);
  const auto bytesOf = [&](size_t i) {
    const auto& data = std::get<NDArray>(got[i]).data;
    const auto* first = reinterpret_cast<const uint8_t*>(data.data());
    return std::vector<uint8_t>(first, first + data.size());
  };
  const std::vector<uint8_t> bits = bytesOf(0), wanted = wantedFloat8Bits(e4m3);
  for (size_t v = 0; v < bits.size(); ++v)
    ASSERT_EQ(bits[v], wanted[v]) << what << ": " << std::bit_cast<float>(static_cast<uint32_t>(v) * kFloat8Step);
  for (int64_t v = 0; v < 256; ++v) {
    const double value = std::get<NDArray>(got[1]).getDouble(v), want = table.values[v];
    ASSERT_TRUE(std::isnan(want) ? std::isnan(value) : value == want) << what << ": " << v;
  }
  EXPECT_EQ(bytesOf(2), wantedFloat8Sums(e4m3)) << what;
}

TEST(Float8, CAndTheInterpreterConvertEveryValue) {
  Folder folder;
  for (const bool e4m3 : {true, false}) {
    const SourceFile file = readProgram("float8.py", float8Program(e4m3));
    ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
    const PrimFunc f = *file.select(""), lowered = lowerForCpu(f);
    std::vector<Argument> got = *makeArguments(f, {});
    const Status ran = interpret(f, got);
    ASSERT_TRUE(ran.ok()) << toText(ran.error());
    expectConversions(got, e4m3, "interpreter");

    const Result<CSource> source = writeC(lowered);
    ASSERT_TRUE(source.ok()) << toText(source.error());
    const fs::path code = folder.path / "k.c", library = folder.path / (e4m3 ? "e4m3.so" : "e5m2.so");
    std::ofstream(code) << withCaller(lowered, *source, 0);
    const std::string complaints = complaintsOf(
        "cc -std=c11 -O2 -Wall -Wextra -Werror -fPIC -shared -o " + library.string() + " " + code.string() + " -lm",
        folder.path);
    ASSERT_TRUE(complaints.empty()) << complaints;
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    got = *makeArguments(f, {});
    EXPECT_EQ(callWith(reinterpret_cast<int (*)(void**, int64_t*)>(dlsym(handle, "call_0")), lowered, got), 0);
    expectConversions(got, e4m3, "C");
    dlclose(handle);
  }
}

}  // namespace
}  // namespace lw::test
