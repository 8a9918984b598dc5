#include <gtest/gtest.h>

#include "core/tune/decisions.h"

namespace lw::tune {

TEST(Decisions, AreWrittenAsAnObjectAndReadAgain) {
  const Decisions made = {{"rows", 2}, {"i", StepValue::List{16, 8}}, {"rows#2", 0}};
  const std::string text = toJson(made);
  EXPECT_EQ(text, R"({"rows":2,"i":[16,8],"rows#2":0})");
  const Result<Decisions> again = decisionsFromJson(text);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(toJson(*again), text);
  EXPECT_EQ(*find(*again, "rows#2")->as<int64_t>(), 0);
  EXPECT_EQ(find(*again, "columns"), nullptr);
}

TEST(Decisions, OtherJsonIsRefused) {
  EXPECT_EQ(decisionsFromJson("[1]").error().message, "decisions are an object of names and choices");
  EXPECT_EQ(decisionsFromJson(R"({"rows": "many"})").error().message,
            "the choice 'rows' is neither an integer, a list of them, nor null");
}

}  // namespace lw::tune
