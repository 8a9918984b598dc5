// lw run: weights that are packed once, before the calls.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

TEST_F(Cli, RunPacksWeightsOnceAndDoesNotCountIt) {
  const std::string sample = LW_SOURCE_DIR "/samples/tuning/packed_weights.py";
  const std::string run = "run " + sample + " --script " + sample + ":packed --repeat 2 --no-baseline --threads 1";
  const Outcome json = lw(run + " --json");
  ASSERT_EQ(json.code, 0) << json.err;
  const auto j = nlohmann::json::parse(json.out);
  EXPECT_EQ(j["ok"], true);
  EXPECT_EQ(j["packed_once"]["weights"], std::vector<std::string>{"W"});
  EXPECT_GT(j["packed_once"]["ms"], 0);
  const Outcome table = lw(run);
  EXPECT_THAT(table.out, HasSubstr("packed once  W, "));
  EXPECT_THAT(table.out, HasSubstr(", not counted"));
  EXPECT_FALSE(nlohmann::json::parse(lw("run " + sample + " --repeat 1 --json").out).contains("packed_once"));
  // A copy of what is no weight cannot wait for the next weights.
  const Outcome other = lw("run " + sample +
                           " --repeat 1 --do 'cache_read(\"Y\", 0, \"global\")' --do "
                           "'annotate(\"X_global\", \"meta_schedule.layout_rewrite_preproc\", True)'");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("block X_global cannot run once before the calls, as its annotation says: it reads "
                                   "X, which layout_free_buffers does not list"));
}

}  // namespace
