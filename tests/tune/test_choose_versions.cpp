// Which candidate runs at which size.
#include <gtest/gtest.h>

#include "core/tune/search/choose_versions.h"

namespace lw::tune {
namespace {

using Choice = std::vector<size_t>;

TEST(ChooseVersions, TakesTheFastestAtEachValue) {
  EXPECT_EQ(chooseVersions({{1, 2, 8}, {3, 2.5, 4}}), (Choice{0, 0, 1}));
  EXPECT_EQ(chooseVersions({{1, 5, 1}, {2, 1, 2}}), (Choice{0, 1, 0}));
}

// A difference within noise is no reason for a version, but several such differences are.
TEST(ChooseVersions, ChangesForAReasonOnly) {
  EXPECT_EQ(chooseVersions({{1.00, 1.00, 1.02}, {1.50, 1.00, 1.01}}), (Choice{0, 0, 0}));
  EXPECT_EQ(chooseVersions({{1.00, 1.02, 1.02, 1.02}, {1.50, 1.00, 1.00, 1.00}}), (Choice{0, 1, 1, 1}));
}

TEST(ChooseVersions, NeverTakesOneThatFailed) {
  EXPECT_EQ(chooseVersions({{1, 0, 1}, {100, 100, 100}}), (Choice{0, 1, 0}));
  EXPECT_EQ(chooseVersions({{0, 1}, {1, 0}}), (Choice{1, 0}));
  EXPECT_EQ(chooseVersions({{7}}), (Choice{0}));
}

}  // namespace
}  // namespace lw::tune
