// Cases computed by TVM, for the primitives that inline, move, cache and decompose.
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

class Conformance : public testing::TestWithParam<std::filesystem::path> {};

std::vector<std::filesystem::path> conformanceCases() {
  std::vector<std::filesystem::path> files;
  for (const char* primitive : {"decompose_reduction", "compute_inline", "reverse_compute_inline", "compute_at",
                                "reverse_compute_at", "cache_read", "cache_write", "set_scope"})
    for (const auto& path : casesIn(std::string("conformance/") + primitive)) files.push_back(path);
  for (const auto& folder : {"beyond", "real"})
    for (const auto& path : casesIn(std::string("conformance/") + folder))
      for (const char* name : {"cache_read_two_writers", "cache_write_strided_region", "compute_at_covered_output",
                               "reverse_inline_second_reader", "matmul_exp_matmul", "elementwise_chain_inlined",
                               "gpu_matmul_double_buffer", "softmax_rows", "layernorm_row",
                               "conv2d_nhwc_winner_of_tiles", "int8_dense_requantized"})
        if (path.stem() == name) files.push_back(path);
  return files;
}

TEST_P(Conformance, GivesWhatIsExpected) {
  const Case c(GetParam());
  ASSERT_FALSE(c.file.hasErrors());
  const Schedule start = c.start();
  const ScriptRun run = interpretSchedule(c.file, "schedule", start);
  if (c.comment("refused")) {
    ASSERT_TRUE(run.error) << "not refused:\n" << print(run.schedule.program().function()).text;
    EXPECT_FALSE(run.error->message.empty());
    EXPECT_NE(run.error->kind.find('.'), std::string::npos) << run.error->kind;
    return;
  }
  ASSERT_FALSE(run.error) << toText(*run.error);
  const PrimFunc& got = run.schedule.program().function();
  const auto difference = firstDifference(got, *c.file.select("expected"));
  EXPECT_FALSE(difference) << difference->path << "\n got  " << difference->left << "\n want " << difference->right
                           << "\n"
                           << print(got).text;
}

std::string nameOf(const testing::TestParamInfo<std::filesystem::path>& info) {
  return info.param.parent_path().filename().string() + "_" + info.param.stem().string();
}
INSTANTIATE_TEST_SUITE_P(Tvm, Conformance, testing::ValuesIn(conformanceCases()), nameOf);

}  // namespace
}  // namespace lw::test
