// Steps as people type them: each spelling and the call that it becomes, or the message.
#include <gtest/gtest.h>

#include <set>

#include "core/schedule/all_primitives.h"
#include "core/script/composite.h"
#include "core/script/typed_chain.h"
#include "core/script/typed_step.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

// C is a matrix product over m, l, k; D reads C over x, y. In `twice`, the loops of D are named m, l as well.
Schedule typedProgram(bool twice) {
  const std::string x = twice ? "m" : "x", y = twice ? "l" : "y";
  const std::string text =
      "from tvm.script import tir as T\n"
      "@T.prim_func\n"
      "def main(A: T.Buffer((128, 128), 'float32'), B: T.Buffer((128, 128), 'float32'), D: T.Buffer((128, 128), "
      "'float32')):\n"
      "    C = T.alloc_buffer((128, 128), 'float32')\n"
      "    for m, l, k in T.grid(128, 128, 128):\n"
      "        with T.block('C'):\n"
      "            vm, vl, vk = T.axis.remap('SSR', [m, l, k])\n"
      "            with T.init():\n"
      "                C[vm, vl] = T.float32(0)\n"
      "            C[vm, vl] = C[vm, vl] + A[vm, vk] * B[vk, vl]\n"
      "    for " +
      x + ", " + y +
      " in T.grid(128, 128):\n"
      "        with T.block('D'):\n"
      "            vx, vy = T.axis.remap('SS', [" +
      x + ", " + y +
      "])\n"
      "            D[vx, vy] = C[vx, vy] * T.float32(2)\n";
  const SourceFile file = parseSource("typed.py", text);
  EXPECT_TRUE(file.diagnostics.empty()) << file.diagnostics.front().message;
  return Schedule{Snapshot(file.functions.front())};
}

struct Spelled {
  const char *text, *call;
};

// Wrong spellings have "!" and the kind of the error, a space, and a part of the message and its hint.
constexpr Spelled kSpellings[] = {
#include "tests/script/typed_spellings.def"
};

std::vector<const Primitive*> formsOf(const std::vector<Composite>& composites) {
  std::vector<const Primitive*> forms;
  for (const Composite& c : composites) forms.push_back(c.form.get());
  return forms;
}

TEST(TypedSteps, EachSpellingBecomesItsCall) {
  const Schedule schedule = typedProgram(false);
  const std::vector<Composite> composites = libraryComposites();
  const std::vector<const Primitive*> forms = formsOf(composites);
  EXPECT_GE(std::size(kSpellings), 200u);
  for (const auto& [text, expected] : kSpellings) {
    const TypedStep step = readTypedStep(text, {schedule, forms, {}});
    const std::string wanted = expected;
    if (!wanted.starts_with('!')) {
      EXPECT_EQ(step.call, wanted) << text << (step.error ? "\n" + step.error->message : "");
      EXPECT_FALSE(step.error) << text;
      continue;
    }
    Explanation error;
    if (step.error) {
      error = *step.error;
    } else {
      const ScriptRun run = interpretStep(step.call, schedule);
      EXPECT_TRUE(run.error) << text << " is accepted as " << step.call;
      error = run.error.value_or(Explanation());
    }
    const size_t space = wanted.find(' ');
    EXPECT_EQ(error.kind, wanted.substr(1, space - 1)) << text << ": " << error.message;
    EXPECT_NE((error.message + "; " + error.hint).find(wanted.substr(space + 1)), std::string::npos)
        << text << ": " << error.message << "; " << error.hint;
  }
}

// The calls are ones that run: whether they are legal is another question.
TEST(TypedSteps, TheCallsRun) {
  const Schedule schedule = typedProgram(false);
  for (const auto& [text, expected] : kSpellings) {
    if (*expected == '!') continue;
    const ScriptRun run = interpretStep(expected, schedule);
    if (!run.error) continue;
    for (const char* wrong : {"script.", "argument.", "python.", "schedule.unknown"})
      EXPECT_FALSE(run.error->kind.starts_with(wrong))
          << expected << ": " << run.error->kind << ": " << run.error->message;
  }
}

TEST(TypedSteps, EveryPrimitiveIsSpelled) {
  std::set<std::string> spelled;
  for (const auto& [text, expected] : kSpellings)
    spelled.insert(std::string(expected).substr(0, std::string_view(expected).find('(')));
  for (const Primitive* p : allPrimitives()) EXPECT_TRUE(p->query || spelled.contains(p->name)) << p->name;
}

TEST(TypedSteps, ShowTheNamesOfTheParameters) {
  const Schedule schedule = typedProgram(false);
  EXPECT_EQ(readTypedStep("tile m l 64 64", {schedule}).named(), "tile(loops=[m, l], sizes=[64, 64])");
  EXPECT_EQ(readTypedStep("reorder k m", {schedule}).named(), "reorder(ordered_loops=[k, m])");
  const TypedStep halide = readTypedStep("C.split(m, mo, mi, 64)", {schedule});
  EXPECT_TRUE(halide.translated);
  EXPECT_EQ(halide.named(), "split(loop=m, factors=[None, 64])");
}

TEST(TypedSteps, TheSelectionIsTheFirstArgument) {
  const Schedule schedule = typedProgram(false);
  const std::vector<LoopId> loops = schedule.program().loops(0);
  const auto typed = [&](const char* text, Selection selection) {
    return readTypedStep(text, {schedule, {}, std::move(selection)}).call;
  };
  EXPECT_EQ(typed("split 64", {{loops[1]}, {}}), "split(l, [None, 64])");
  EXPECT_EQ(typed("tile 16 32", {{loops[0], loops[1]}, {}}), "tile([m, l], [16, 32])");
  const BlockId block = schedule.program().blocksNamed("D", 0).front();
  EXPECT_EQ(typed(".compute_inline()", {{}, {block}}), "compute_inline(D)");
  EXPECT_EQ(typed("split 64", {}), "");
}

TEST(TypedSteps, AmbiguousNamesHaveTheirUniqueNames) {
  const Schedule schedule = typedProgram(true);
  const std::string text = "tile k l 64 64";
  const TypedStep step = readTypedStep(text, {schedule});
  ASSERT_EQ(step.ambiguous.size(), 1u);
  EXPECT_EQ(text.substr(size_t(step.ambiguous[0].begin), 1), "l");
  EXPECT_EQ(step.ambiguous[0].names, (std::vector<std::string>{"C.l", "D.l"}));
  // A call on a block means the loop above this block.
  EXPECT_EQ(readTypedStep("D.split(l, lo, li, 8)", {schedule}).call, "split(D.l, [None, 8])");
  EXPECT_EQ(readTypedStep("s[C].split(l, factor=8)", {schedule}).call, "split(C.l, [None, 8])");
  EXPECT_EQ(readTypedStep("s[C].tile(m, l, 8, 4)", {schedule}).call, "tile([C.m, C.l], [8, 4])");
  EXPECT_EQ(readTypedStep("C.compute_at(D, l)", {schedule}).call, "compute_at(C, D.l)");
  EXPECT_TRUE(readTypedStep("D.split(l, lo, li, 8)", {schedule}).ambiguous.empty());
  EXPECT_FALSE(interpretStep("split(D.l, [None, 8])", schedule).error);
}

TEST(TypedSteps, CompletionsAreValuesOfTheNextParameter) {
  const Schedule schedule = typedProgram(false);
  const auto values = [&](const std::string& text) { return completionsOf(text, {schedule}).values; };
  const auto param = [&](const std::string& text) {
    const TypedCompletions c = completionsOf(text, {schedule});
    return c.param ? c.primitive->params[*c.param].name : std::string();
  };
  const auto has = [&](const std::string& text, const std::string& value) {
    const std::vector<std::string> all = values(text);
    return std::find(all.begin(), all.end(), value) != all.end();
  };
  EXPECT_EQ(values("split "), (std::vector<std::string>{"m", "l", "k", "x", "y"}));
  EXPECT_EQ(param("split m "), "factors");
  EXPECT_TRUE(has("split m ", "[None, 8]"));
  EXPECT_EQ(param("tile m l "), "sizes");
  EXPECT_TRUE(has("tile m ", "l"));         // the list of loops continues
  EXPECT_TRUE(has("tile m l ", "[4, 4]"));  // or the sizes begin
  EXPECT_FALSE(has("tile m ", "m"));
  EXPECT_EQ(values("compute_at C "), (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(has("bind(m, ", "\"threadIdx.x\"") || has("bind(m, ", "threadIdx.x"));
  EXPECT_EQ(values("cache_read D "), (std::vector<std::string>{"C"}));
  EXPECT_TRUE(has("cache_read D C sh", "shared"));
  EXPECT_EQ(values("split(m, [None, 8], preserve_unit_iters="), (std::vector<std::string>{"True", "False"}));
  EXPECT_EQ(values("tile([m, "), (std::vector<std::string>{"l", "k", "x", "y"}));
  EXPECT_EQ(values("spl"), (std::vector<std::string>{}));
}

TypedChain chainOf(const char* text, const Schedule& schedule) {
  EXPECT_TRUE(isChain(text)) << text;
  return readTypedChain(text, {schedule},
                        [](const std::string& call, const Schedule& start) { return interpretStep(call, start); });
}

TEST(TypedSteps, AChainIsSeveralSteps) {
  const Schedule schedule = typedProgram(false);
  for (const auto& [text, call] : {
           std::pair{"sch.split(m, 64).reorder(l, m_0, m_1)", "split(m, [None, 64]); reorder(l, m_0, m_1)"},
           {"split(m, 64).unroll(m_1)", "split(m, [None, 64]); unroll(m_1)"},
           {"m.split(64) .unroll(m_1)", "split(m, [None, 64]); unroll(m_1)"},
           // Halide: the outer loops keep their names, and the inner ones have those that are given.
           {"D.tile(x, y, xi, yi, 8, 16).vectorize(xi).parallel(y)",
            "tile([y, x], [16, 8]); vectorize(x_1); parallel(y_0)"},
           {"C.tile(m, l, mo, lo, mi, li, 8, 16).unroll(mi)", "tile([l, m], [16, 8]); unroll(m_1)"},
           {"C.split(m, mo, mi, 64).split(mi, a, b, 8).unroll(b)",
            "split(m, [None, 64]); split(m_1, [None, 8]); unroll(m_1_1)"},
           {"D.fuse(y, x, yx).vectorize(yx, 8)", "fuse(x, y); vectorize(split(x_y_fused, [None, 8])[1])"},
       }) {
    const TypedChain chain = chainOf(text, schedule);
    ASSERT_FALSE(chain.error()) << text << ": " << chain.error()->message;
    EXPECT_EQ(chain.call, call);
    ASSERT_EQ(chain.run.groups.size(), 1u);
    EXPECT_EQ(chain.run.groups.front().count, chain.run.schedule.stepCount());
    // The calls alone lead to the same program.
    const Result<Schedule> again = runStep(chain.call, schedule);
    ASSERT_TRUE(again.ok()) << text << ": " << again.error().message;
    EXPECT_EQ(print(again->program().function(0)).text, print(chain.run.schedule.program().function(0)).text);
    EXPECT_TRUE(readTypedStep(text, {schedule}).chain);
  }
  for (const char* text :
       {"split(m, 64)", "split(m, 64)[0]", "sch.mod.show()", "a = split(m, 64); b = 2", "split(m, 0.5)"})
    EXPECT_FALSE(isChain(text)) << text;
}

TEST(TypedSteps, EveryCallOfALongChainIsCarriedOut) {
  const Schedule schedule = typedProgram(false);
  std::string text = "sch";
  for (int i = 0; i < 40; ++i) text += ".annotate(m, \"note_" + std::to_string(i) + "\", 1)";
  const TypedChain chain = chainOf(text.c_str(), schedule);
  ASSERT_FALSE(chain.error()) << chain.error()->message;
  EXPECT_EQ(chain.steps.size(), 40u);
  EXPECT_NE(print(chain.run.schedule.program().function(0)).text.find("note_39"), std::string::npos);
}

// The first error ends the chain; its place is that of the call.
TEST(TypedSteps, ARefusedCallEndsTheChain) {
  const Schedule schedule = typedProgram(false);
  const TypedChain chain = chainOf("C.tile(m, l, mi, li, 8, 8).vectorize(k).unroll(mi)", schedule);
  ASSERT_EQ(chain.steps.size(), 3u);
  ASSERT_TRUE(chain.error());
  EXPECT_EQ(chain.call, "");
  EXPECT_TRUE(chain.run.groups.empty());
  EXPECT_FALSE(chain.steps[0].error);
  ASSERT_TRUE(chain.steps[1].error);
  EXPECT_NE(chain.steps[1].error->message.find("k"), std::string::npos) << chain.steps[1].error->message;
  EXPECT_EQ(chain.steps[1].error->span.begin, 26);
  EXPECT_EQ(chain.steps[1].error->span.end, 39);
  EXPECT_FALSE(chain.steps[2].reached);
  EXPECT_EQ(chainOf("split(m, 64).wonder(m_0)", schedule).error()->message, "there is no step named 'wonder'");
}

// Whatever is typed gives a call or an error, and never both.
TEST(TypedSteps, EveryPrefixIsRead) {
  const Schedule schedule = typedProgram(false);
  for (const auto& [text, expected] : kSpellings) {
    const std::string whole = text;
    for (size_t i = 0; i <= whole.size(); ++i) {
      const TypedStep step = readTypedStep(whole.substr(0, i), {schedule});
      EXPECT_NE(step.call.empty(), !step.error.has_value()) << whole.substr(0, i);
      (void)completionsOf(whole.substr(0, i), {schedule});
    }
  }
}

}  // namespace
}  // namespace lw
