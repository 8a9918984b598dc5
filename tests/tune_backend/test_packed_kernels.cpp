// Kernels of the spaces that the rules write for packed weights: compiled, they compute what the program computes, with
// words of all bits.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "backends/tune/local_runner.h"
#include "core/te/read_program.h"
#include "core/text/print/printer.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"

namespace lw::tune {
namespace {

SourceFile formats() {
  std::ifstream in(LW_SOURCE_DIR "/tests/tune/packed_formats.py");
  std::ostringstream text;
  text << in.rdbuf();
  return readProgram("packed_formats.py", text.str());
}

// Everything but activations and results is the same in every call.
PrimFunc withFreeWeights(PrimFunc f) {
  AnnotationValue::List weights;
  for (size_t i = 0; i < f.params.size(); ++i)
    if (const std::string name = f.params[i].name(); name == "W" || name == "Q" || name == "S" || name == "Z")
      weights.push_back({static_cast<int64_t>(i)});
  f.attrs.insert_or_assign("layout_free_buffers", AnnotationValue{weights});
  return f;
}

void expectRightKernels(const SourceFile& file, const PrimFunc& program, int vectorBits) {
  LocalRunnerOptions options;
  options.measure.threads = 1;
  options.measure.peaks = false;
  options.stopRatio = 1e6;  // slow ones are right, too
  options.measure.inputs.bind = {{"n", 3}};
  for (const char* floats : {"X", "S", "A", "L"})
    options.measure.inputs.ranges.emplace(floats, *parseValueRange("tenths"));
  for (const char* words : {"W", "Q", "Z"})
    options.measure.inputs.ranges.emplace(words, *parseValueRange("0..4294967295"));
  auto runner = LocalRunner::start(file, program, options);
  ASSERT_TRUE(runner.ok()) << runner.error().message;
  Machine machine;
  machine.vectorBits = vectorBits;
  machine.vectorRegisters = vectorBits == 512 ? 32 : 16;
  const Snapshot start(program);
  const WrittenSpace written = writeSpace(start, 0, machine, cpuRules(), {{"n", 3}});
  ASSERT_EQ(written.rules.back(), "packed-weights");
  const auto text = std::make_shared<const SourceFile>(readProgram("space.py", written.text));
  const Space space(text, "space", Schedule(start));
  for (int seed = 0; seed < 2; ++seed) {
    const auto drawn = space.candidate({}, static_cast<uint64_t>(seed));
    const auto* candidate = std::get_if<Candidate>(&drawn);
    ASSERT_TRUE(candidate) << written.text;
    const PrimFunc& scheduled = candidate->schedule.program().function();
    (*runner)->submit({seed, scheduled, "{}", 0});
    const std::optional<TrialResult> result = (*runner)->next();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->outcome, Outcome::Measured) << (result->why ? toText(*result->why) : "") << print(scheduled).text;
  }
}

TEST(PackedKernels, ComputeWhatTheProgramComputes) {
  const SourceFile file = formats();
  ASSERT_FALSE(file.hasErrors());
  int count = 0;
  for (const PrimFunc& f : file.functions)
    for (const bool free : {false, true}) {
      SCOPED_TRACE(f.name + (free ? ", weights are packed once" : ""));
      expectRightKernels(file, free ? withFreeWeights(f) : f, ++count % 4 < 2 ? 512 : 256);
    }
  EXPECT_GE(count, 20);
}

}  // namespace
}  // namespace lw::tune
