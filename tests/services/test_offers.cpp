// Offers, candidates, repairs and drops, and the selection that they depend on.
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/services/offers/drops.h"
#include "app/services/offers/offers.h"
#include "app/services/schedule/composites.h"
#include "tests/services/fixture.h"

namespace lw {
namespace {

class OffersTest : public ServicesTest {
 protected:
  bool chosen(LoopId id) {
    select(id);
    return settle() && bench.offers()->known();
  }
  StepOffer::State state(const char* primitive) {
    const StepOffer* offer = bench.offers()->of(primitive);
    EXPECT_NE(offer, nullptr) << primitive;
    return offer ? offer->state : StepOffer::State::Refused;
  }
};

TEST_F(OffersTest, EveryPrimitiveIsOfferedForTheSelection) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(chosen(loop("i")));
  EXPECT_EQ(state("parallel"), StepOffer::State::Legal);
  ASSERT_TRUE(chosen(loop("k")));
  EXPECT_EQ(state("parallel"), StepOffer::State::Refused);
  EXPECT_EQ(bench.offers()->of("no such primitive"), nullptr);
}

TEST_F(OffersTest, OffersOfTheSelectionBeforeAreShownButNotKnown) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(chosen(loop("i")));
  const size_t count = bench.offers()->all().size();
  select(loop("k"));
  EXPECT_FALSE(bench.offers()->known());
  EXPECT_EQ(bench.offers()->of("parallel"), nullptr);
  EXPECT_EQ(bench.offers()->all().size(), count);
  ASSERT_TRUE(settle());
  EXPECT_TRUE(bench.offers()->known());
}

TEST_F(OffersTest, AnotherStateMakesThemUnknownAtOnce) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(chosen(loop("i")));
  bool known = true;
  QObject::connect(bench.program(), &ShownProgram::changed, bench.offers(), [&] { known = bench.offers()->known(); });
  ASSERT_TRUE(apply("unroll(k)"));
  EXPECT_FALSE(known);
  EXPECT_TRUE(bench.offers()->known()) << "those of the new state";
}

TEST_F(OffersTest, CompositesComeAfterThePrimitives) {
  ASSERT_TRUE(open(kProduct));
  QSignalSpy changed(bench.offers(), &Offers::changed);
  ASSERT_TRUE(chosen(loop("i")));
  EXPECT_GE(changed.count(), 2);
  ASSERT_FALSE(bench.composites()->forms().empty());
  EXPECT_EQ(bench.offers()->all().back().primitive, bench.composites()->forms().back());
}

TEST_F(OffersTest, ACompositeOfTheTextIsOnTheShelf) {
  ASSERT_TRUE(open(kProduct));
  QSignalSpy changed(bench.composites(), &CompositeShelf::changed);
  bench.text()->edit(std::string(kProduct) + R"(

def my_rows(sch, loop: "loop"):
    """Rows in parallel."""
    sch.parallel(loop)
)");
  ASSERT_TRUE(settle());
  EXPECT_EQ(changed.count(), 1);
  const auto forms = bench.composites()->forms();
  EXPECT_TRUE(std::any_of(forms.begin(), forms.end(), [](const Primitive* p) { return p->name == "my_rows"; }));
}

TEST_F(OffersTest, CandidatesGetOneVerdictEach) {
  ASSERT_TRUE(open(kProduct));
  std::vector<std::optional<Explanation>> verdicts;
  QObject::connect(bench.offers(), &Offers::candidatesChecked, bench.offers(),
                   [&](const Primitive* primitive, const auto& reasons) {
                     EXPECT_EQ(primitive, &kParallel);
                     verdicts = reasons;
                   });
  Candidate legal, illegal;
  legal.args = {StepValue(loop("i"))};
  illegal.args = {StepValue(loop("k"))};
  bench.offers()->checkCandidates(kParallel, {legal, illegal});
  ASSERT_TRUE(comes([&] { return verdicts.size() == 2; }));
  EXPECT_FALSE(verdicts[0].has_value());
  EXPECT_TRUE(verdicts[1].has_value());
}

TEST_F(OffersTest, RepairsOfARefusedOfferAreSoughtOnDemand) {
  ASSERT_TRUE(open(kProduct));
  ASSERT_TRUE(chosen(loop("k")));
  EXPECT_FALSE(bench.offers()->of("parallel")->soughtRepairs);
  bench.offers()->seekRepairs(kParallel);
  ASSERT_TRUE(comes([&] { return bench.offers()->of("parallel")->soughtRepairs; }));
  EXPECT_FALSE(bench.offers()->of("parallel")->reason.repairs.empty());
}

TEST_F(OffersTest, DropsAreCheckedWhileTheDragLasts) {
  ASSERT_TRUE(open(kProduct));
  std::vector<DropVerdict> verdicts;
  QObject::connect(bench.offers(), &Offers::dropsChecked, bench.offers(), [&](const std::vector<DropVerdict>& some) {
    verdicts.insert(verdicts.end(), some.begin(), some.end());
  });
  bench.offers()->checkDrops(loop("k"), {});
  ASSERT_TRUE(comes([&] { return verdicts.size() == 2; }));
  EXPECT_TRUE(verdicts[0].legal && verdicts[1].legal);
  bench.offers()->checkDrops(loop("k"), {});
  bench.offers()->endDrag();
  ASSERT_TRUE(settle());
  EXPECT_EQ(verdicts.size(), 2u) << "the drag has ended";
  bench.steps()->drop(loop("k"), {}, loop("j"));
  ASSERT_TRUE(settle());
  EXPECT_EQ(history().node(1).title, "reorder(k, j)");
}

TEST_F(OffersTest, ADropOnWhatIsGoneIsSaid) {
  ASSERT_TRUE(open(kProduct));
  QSignalSpy said(bench.messages(), &Messages::said);
  bench.steps()->drop(loop("k"), {}, LoopId{9999});
  ASSERT_EQ(said.count(), 1);
  EXPECT_TRUE(said.first().first().toString().startsWith("Not moved"));
}

// ---- selection ----

TEST_F(OffersTest, TheSelectionLeavesOutWhatTheProgramLacks) {
  ASSERT_TRUE(open(kProduct));
  QSignalSpy changed(bench.selection(), &SelectionModel::changed);
  LinkedSelection wanted = LinkedSelection::of(loop("j"));
  wanted.nodes.loops.push_back(LoopId{9999});
  wanted.buffer = "A";
  bench.selection()->select(wanted);
  EXPECT_EQ(changed.count(), 1);
  EXPECT_THAT(bench.selection()->current().nodes.loops, testing::ElementsAre(loop("j")));
  EXPECT_EQ(bench.selection()->current().buffer, "A");
}

TEST_F(OffersTest, TheSelectionMovesWithTheStepsAndBack) {
  ASSERT_TRUE(open(kProduct));
  const LoopId before = loop("i");
  select(before);
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  EXPECT_EQ(bench.selection()->current().loop(), loop("i_0"));
  bench.history()->undo();
  ASSERT_TRUE(settle());
  EXPECT_EQ(bench.selection()->current().loop(), before);
}

TEST_F(OffersTest, AStepThatConsumesTheSelectionSaysSo) {
  ASSERT_TRUE(open(kChain));
  bench.selection()->select(LinkedSelection::of(block("B")));
  QSignalSpy said(bench.messages(), &Messages::said);
  ASSERT_TRUE(apply("compute_inline(B)"));
  EXPECT_TRUE(bench.selection()->current().empty());
  ASSERT_FALSE(said.isEmpty());
  EXPECT_TRUE(said.last().first().toString().contains("no longer exists after"));
}

TEST_F(OffersTest, TheTextKnowsWhereTheSelectionComesFrom) {
  ASSERT_TRUE(open(kProduct));
  const LoopId written = loop("i");
  ASSERT_TRUE(apply("split(i, [None, 8])"));
  select(loop("i_1"));
  EXPECT_THAT(bench.selection()->inSource().loops, testing::ElementsAre(written));
  bench.selection()->selectFromSource(written, {});
  EXPECT_EQ(bench.selection()->current().loop(), loop("i_0"));
  EXPECT_EQ(bench.selection()->inSource(block("C")), block("C"));
  EXPECT_FALSE(bench.selection()->inSource(BlockId{9999}).valid());
}

}  // namespace
}  // namespace lw
