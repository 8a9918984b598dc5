// Small copies of all schedules of all samples: they are made quickly, can be recorded, and compute what the small copy
// of the unscheduled program computes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "backends/interpreter/recording.h"
#include "core/trace/shrunk_program.h"
#include "tests/samples/sample_runs.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> samples() {
  std::vector<fs::path> all;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(LW_SOURCE_DIR) / "samples"))
    if (entry.path().extension() == ".py" && entry.path().string().find("/models/") == std::string::npos)
      all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

// Instructions and extern calls are for a target, not for the interpreter.
bool needsATarget(const Explanation& e) { return e.kind == "run.unknown-function"; }

class Copy : public testing::TestWithParam<fs::path> {};

TEST_P(Copy, PlaysAndComputesTheSame) {
  const auto& [file, runs] = test::runsOf(GetParam());
  ASSERT_TRUE(file.select("").ok());
  for (const auto& [name, run] : runs) {
    ASSERT_FALSE(run.error) << name;
    const ToyProgram toy = toyOf(run.schedule, 0);
    std::string sizes;
    for (const auto& [from, to] : toy.sizes) sizes += " " + std::to_string(from) + ">" + std::to_string(to);
    std::printf("  %s %s:%s, %.0f stores\n", GetParam().stem().c_str(), name.c_str(), sizes.c_str(),
                storesOf(toy.function));
    InputSpec inputs = inputsFromComments(file.source.text);
    for (const std::string& size : symbolicSizes(toy.function)) inputs.bind[size] = 16;
    const Result<std::vector<Argument>> arguments = makeArguments(toy.function, inputs);
    ASSERT_TRUE(arguments.ok()) << name << ": " << arguments.error().message;
    const Result<Recording> recording = record(toy.function, *arguments);
    if (!recording) {
      EXPECT_TRUE(needsATarget(recording.error())) << name << ": " << recording.error().message;
      continue;
    }
    EXPECT_FALSE(recording->accesses.empty()) << name;
    if (storesOf(toy.function) > 200'000) continue;
    const PrimFunc& source = run.schedule.source().function(0);
    const auto got = finalValues(toy.function, *arguments),
               expected = finalValues(shrinkSource(source, toy.sizes), *arguments);
    ASSERT_TRUE(got.ok()) << name << ": " << got.error().message;
    ASSERT_TRUE(expected.ok()) << name << ": " << expected.error().message;
    for (size_t i = 0; i < got->size() && (*got)[i].parameter; ++i) {
      const auto [relative, absolute] = toleranceOf((*got)[i].values.type);
      EXPECT_EQ(compareArrays((*got)[i].values, (*expected)[i].values, relative * 10, absolute * 100).count, 0)
          << name << ": " << (*got)[i].name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, Copy, testing::ValuesIn(samples()), [](const auto& info) {
  std::string name = fs::relative(info.param, fs::path(LW_SOURCE_DIR) / "samples").replace_extension("").string();
  std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

}  // namespace
}  // namespace lw
