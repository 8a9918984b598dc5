// What Determined concludes is compared with the enumeration of all iterations.
#include "core/analysis/tables/determined.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/ir/ops.h"

namespace lw::analysis {
namespace {

struct Loops {
  std::vector<IterDomain> domains;
  std::vector<int64_t> starts, extents;

  Loops(const std::vector<int64_t>& starts_, const std::vector<int64_t>& extents_)
      : starts(starts_), extents(extents_) {
    const char* names[] = {"i", "j", "k"};
    for (size_t l = 0; l < extents.size(); ++l)
      domains.push_back({Var(names[l]), {makeConst(dtype::Int32, starts[l]), makeConst(dtype::Int32, extents[l])}});
  }
  Expr operator[](size_t l) const { return Expr(domains[l].var); }

  // Do equal indices imply equal values?
  bool reallyTells(const std::vector<Expr>& indices, const Expr& value) const {
    std::map<std::vector<int64_t>, int64_t> values;
    for (int64_t a = 0; a < extents[0]; ++a)
      for (int64_t b = 0; b < extents[1]; ++b)
        for (int64_t c = 0; c < extents[2]; ++c) {
          VarMap at;
          const int64_t now[] = {starts[0] + a, starts[1] + b, starts[2] + c};
          for (size_t l = 0; l < 3; ++l) at.insert_or_assign(domains[l].var.key(), makeConst(dtype::Int32, now[l]));
          std::vector<int64_t> element;
          for (const Expr& e : indices) element.push_back(valueOf(substitute(e, at)));
          const int64_t v = valueOf(substitute(value, at));
          if (values.emplace(element, v).first->second != v) return false;
        }
    return true;
  }
  static int64_t valueOf(const Expr& e) { return asInt(Analyzer().simplify(e)).value(); }
};

TEST(Determined, KnowsQuotientsRemaindersAndMixedRadix) {
  const Loops l({0, 0, 0}, {4, 5, 6});
  const Expr i = l[0], j = l[1], k = l[2];
  struct Question {
    std::vector<Expr> indices;
    Expr value;
    bool told;
  };
  const Expr fused = i * 30 + j * 6 + k;
  const std::vector<Question> questions = {
      {{i}, i, true},
      {{i}, j, false},
      {{j * 6 + k}, j, true},
      {{j * 6 + k}, k, true},
      {{j * 6 + k}, i, false},
      {{j * 5 + k}, k, false},  // k has six values
      {{fused}, j, true},
      {{j * 6 + k, i}, i * 7 + k, true},
      {{floordiv(fused, 7), floormod(fused, 7)}, fused, true},
      {{floordiv(fused, 7), floormod(fused, 7)}, k, true},
      {{floordiv(fused, 7), floormod(fused, 8)}, fused, false},
      {{floordiv(fused, 9), floordiv(floormod(fused, 9), 3), floormod(fused, 3)}, fused, true},
      {{floordiv(fused, 9), floordiv(floormod(fused, 9), 4), floormod(fused, 4)}, fused, false},
      {{floordiv(fused, 9), floormod(fused, 3)}, fused, false},
      {{floordiv(j * 6 + k, 4), i, floormod(j * 6 + k, 4)}, k, true},
      {{i + j}, i, false},
      {{j - k * 5}, k, true},
  };
  for (size_t q = 0; q < questions.size(); ++q) {
    EXPECT_EQ(Determined(questions[q].indices, l.domains).tells(questions[q].value), questions[q].told) << q;
    if (questions[q].told) {
      EXPECT_TRUE(l.reallyTells(questions[q].indices, questions[q].value)) << q;
    }
  }
  // A loop that starts elsewhere in each iteration of another may meet the same sum.
  std::vector<IterDomain> sliding = l.domains;
  sliding[1].range.min = i * makeConst(dtype::Int32, -5);
  EXPECT_FALSE(Determined({i * 5 + j}, sliding).tells(j));
  // Even if it has one iteration: its value differs all the same.
  sliding[1].range = {i, makeConst(dtype::Int32, 1)};
  EXPECT_FALSE(Determined({k}, sliding).tells(j * 8 + k));
  EXPECT_FALSE(hasOneValue(sliding[1]));
  sliding[1].range.min = makeConst(dtype::Int32, 3);
  EXPECT_TRUE(Determined({k}, sliding).tells(j * 8 + k));
}

TEST(Determined, AgreesWithEnumeration) {
  std::mt19937_64 random(21);
  const auto below = [&](uint64_t n) { return static_cast<int64_t>(random() % n); };
  int told = 0, right = 0;
  for (int round = 0; round < 600; ++round) {
    const Loops l({below(3) - 1, 0, below(2)}, {1 + below(4), 1 + below(5), 1 + below(4)});
    const auto sum = [&] {
      Expr e = makeConst(dtype::Int32, below(3));
      for (size_t i = 0; i < 3; ++i)
        if (random() % 2) e = e + l[i] * makeConst(dtype::Int32, below(12) - 2);
      return e;
    };
    std::vector<Expr> indices;
    Expr shared = sum();
    const Expr c = makeConst(dtype::Int32, 1 + below(9)), d = makeConst(dtype::Int32, 1 + below(5));
    for (int n = 0; n < 3; ++n) {
      const std::vector<Expr> forms = {sum(),
                                       floordiv(shared, c),
                                       floormod(shared, c),
                                       floordiv(floormod(shared, c), d),
                                       floormod(shared, d),
                                       floormod(floormod(shared, c), d)};
      indices.push_back(forms[static_cast<size_t>(below(forms.size()))]);
    }
    const Determined determined(indices, l.domains);
    for (const Expr& value : {l[0], l[1], l[2], shared, sum(), floormod(shared, c)}) {
      const bool really = l.reallyTells(indices, value), said = determined.tells(value);
      right += really;
      told += said;
      ASSERT_TRUE(really || !said) << round;
    }
  }
  std::printf("%d of %d told\n", told, right);
  EXPECT_GT(told * 3, right);
}

}  // namespace
}  // namespace lw::analysis
