// Programs in newer forms of TVMScript compute the values that the forms promise, interpreted and compiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/interpreter/interpreter.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/schedule.h"
#include "core/text/tir/parser.h"
#include "tests/random/fuzz.h"

namespace lw {
namespace {

PrimFunc newer(const std::string& file, const std::string& name) {
  std::ifstream in(std::filesystem::path(LW_SOURCE_DIR) / "tests/golden/text/newer" / (file + ".py"));
  std::ostringstream text;
  text << in.rdbuf();
  const Result<PrimFunc> f = parseSource(file + ".py", text.str()).select(name);
  EXPECT_TRUE(f.ok()) << file << " " << name;
  return *f;
}

using Values = std::vector<double>;

int64_t elementsOf(const Buffer& b) {
  int64_t count = 1;
  for (const Expr& size : b->shape) count *= asInt(size).value_or(5);
  return count;
}

NDArray filled(const Buffer& b, const Values& values) {
  std::vector<int64_t> shape;
  for (const Expr& size : b->shape) shape.push_back(asInt(size).value_or(5));
  NDArray array = NDArray::zeros(b->dtype, shape);
  for (int64_t i = 0; i < elementsOf(b); ++i) {
    const double v = values[static_cast<size_t>(i) % values.size()];
    if (b->dtype.isFloat())
      array.set(i, v);
    else
      array.setInt(i, static_cast<int64_t>(v));
  }
  return array;
}

// The last buffers are the outputs, of which `wanted` are the values.
void expectComputes(const PrimFunc& f, const std::vector<Values>& inputs, const std::vector<Values>& wanted,
                    int64_t scalar = 0) {
  std::vector<Argument> arguments;
  size_t buffer = 0;
  for (const Var& p : f.params) {
    if (!f.bufferOf(p)) {
      arguments.emplace_back(scalar);
      continue;
    }
    arguments.emplace_back(filled(*f.bufferOf(p), buffer < inputs.size() ? inputs[buffer] : Values{0}));
    ++buffer;
  }
  const auto expected = ExpectedValues::of(f, arguments);
  ASSERT_TRUE(expected) << f.name;
  EXPECT_EQ(expected->compiled(f), "") << f.name;
  std::vector<const NDArray*> results;
  for (const Argument& a : expected->results())
    if (const auto* array = std::get_if<NDArray>(&a)) results.push_back(array);
  for (size_t o = 0; o < wanted.size(); ++o) {
    const NDArray& got = *results[results.size() - wanted.size() + o];
    for (size_t i = 0; i < wanted[o].size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      EXPECT_EQ(got.type.isFloat() ? got.getDouble(at) : static_cast<double>(got.getInt(at)), wanted[o][i])
          << f.name << "[" << i << "]";
    }
  }
}

TEST(NewerForms, BindingsKeepTheirValues) {
  expectComputes(newer("bindings", "typed_let"), {{3, -4}}, {{7, -7}});
  expectComputes(newer("bindings", "let_of_its_value"), {}, {{6.25, 6.25}});
  expectComputes(newer("bindings", "named_at_reading"), {}, {{21, 22, 23, 24}}, 10);
}

TEST(NewerForms, NamesThatAreAssignedAgainArePlacesInMemory) {
  expectComputes(newer("bindings", "assigned_again"), {{1, 2, 3, 4, 5, 6, 7, 8}}, {{36}});
  expectComputes(newer("bindings", "typed_scalar"), {{2, 1, 5, 3, 9, 9, 0, 10}}, {{2, 2, 5, 5, 9, 9, 9, 10}});
  expectComputes(newer("memory", "scalars"), {{2, 1, 5, 3, 9.5, 9, 0, -10}}, {{9.5}});
}

TEST(NewerForms, LoopsWithStepsRunOverTheStartsOnly) {
  Values wanted(20, 0);
  for (int i = 1; i < 20; i += 3) wanted[static_cast<size_t>(i)] = i;
  for (int i = 19; i > 3; i -= 4) wanted[static_cast<size_t>(i)] += 100 * i;
  expectComputes(newer("loops", "steps"), {}, {wanted});
  expectComputes(newer("loops", "wide"), {}, {{0, 1, 4, 9, 16, 25}});
  expectComputes(newer("loops", "one_name"), {}, {{0, 1, 2, 3, 4, 5}});
}

TEST(NewerForms, JumpsLeaveTheInnermostLoop) {
  const Values a{1, -5, 2, 91, 4, 4, 4, 4,  // is left at 91
                 1, 1,  1, 1,  1, 1, 1, -1, 900, 90, 0, 0, 0, 0, 0, 0, 60, 50, 0, 0, 0, 0, 0, 0};
  expectComputes(newer("loops", "leaving"), {a}, {{3, 7, 0, 110}});
  Values many(32, 80);
  for (size_t i = 0; i < 8; ++i) many[i] = 1;
  expectComputes(newer("loops", "leaving"), {many}, {{8, 640, 0, 0}});
  expectComputes(newer("loops", "leaving_while"), {{1, 2, 3, 7, 5, 7, 0, 0}}, {{3}});
  expectComputes(newer("loops", "leaving_while"), {{1}}, {{8}});
}

TEST(NewerForms, MemoryLivesForTheStatementsAfterIt) {
  Values a(32), b(32);
  for (size_t i = 0; i < 32; ++i) a[i] = static_cast<double>(i);
  for (size_t i = 0; i < 32; ++i) b[i] = 2 * a[i / 8 * 8 + 7 - i % 8];
  expectComputes(newer("memory", "in_a_loop"), {a}, {b});
  expectComputes(newer("memory", "vectors"), {{0, 1, 2, 3, 4, 5, 6, 7}}, {{4, 5, 6, 7, 0, 1, 2, 3}});
  expectComputes(newer("memory", "named_sizes"), {{1, 2, 3, 4, 5}}, {{1, 2, 3, 4, 5}}, 5);
  Values square(64);
  for (size_t i = 0; i < 64; ++i) square[i] = static_cast<double>(i);
  expectComputes(newer("memory", "matched_region"), {square}, {square});
  expectComputes(newer("memory", "masked"), {{1, 2, 3, 4, 5, 6, 7, 8}}, {{1, 3, 0, 0, 9, 9, 0, 0}});
  expectComputes(newer("memory", "tail"), {{1, 2, 3, 4, 5, 6}}, {{11, 12, 13, 14, 15, 16}});
  expectComputes(newer("passed_on", "inlined"), {{1, 2, 3, 4}}, {{11, 12, 23, 24}});
}

// By hand: 1395864371 is 0.65 with 31 bits of fraction.
TEST(NewerForms, FixedPointProductsRoundToTheNearest) {
  expectComputes(newer("fixed_point", "fixed_point"), {{100, -100, 7, 1, 0, 123456}},
                 {{260, -260, 18, 3, 0, 320986}, {8, -8, 1, 0, 0, 10031}});
  expectComputes(newer("fixed_point", "per_axis"), {{10, 11, -11, 100}, {0, 1, 0, 3}, {0, 0, 1, 2}},
                 {{5, 11, -3, 100}});
  expectComputes(newer("fixed_point", "without_fraction"), {{5, -7, 0}}, {{15, -21, 0}});
  expectComputes(newer("fixed_point", "hints"), {{1, 2, 3, 4}}, {{1, 2, 3, 7}});
}

TEST(NewerForms, WhatIsPassedOnDoesNotRun) {
  const PrimFunc f = newer("passed_on", "tiles");
  std::vector<Argument> arguments;
  for (const Var& p : f.params) arguments.emplace_back(filled(*f.bufferOf(p), {1}));
  const Status run = interpret(f, arguments);
  ASSERT_FALSE(run.ok());
  EXPECT_NE(toText(run.error()).find("tile.add"), std::string::npos) << toText(run.error());
  const PrimFunc free = newer("passed_on", "unbound");
  std::vector<Argument> numbers;
  for (const Var& p : free.params) numbers.emplace_back(filled(*free.bufferOf(p), {1}));
  const Status unknown = interpret(free, numbers);
  ASSERT_FALSE(unknown.ok());
  const PrimFunc shaped = newer("passed_on", "layouts");
  std::vector<Argument> matrices;
  for (const Var& p : shaped.params) matrices.emplace_back(filled(*shaped.bufferOf(p), {1}));
  const Status refused = interpret(shaped, matrices);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(toText(refused.error()).find("a buffer with a layout"), std::string::npos) << toText(refused.error());
}

TEST(NewerForms, VectorsGoOnInTheNextRows) {
  Values counted;
  for (int i = 0; i < 64; ++i) counted.push_back(i);
  expectComputes(newer("row_spans", "whole"), {counted}, {counted});
  expectComputes(newer("row_spans", "part"), {counted}, {{0, 0, 0, 0, 0, 7, 8, 9, 10, 11, 12, 13, 14, 0, 0, 0}});
  expectComputes(newer("row_spans", "three"), {counted},
                 {{6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}});
  expectComputes(newer("row_spans", "rows"), {counted}, {Values(counted.begin(), counted.begin() + 16)});
  expectComputes(newer("row_spans", "matched"), {counted}, {Values(counted.begin(), counted.begin() + 48)});
  Values halves;
  for (int half = 0; half < 2; ++half)
    for (int i = 0; i < 16; ++i) halves.push_back(i / 4 * 8 + half * 4 + i % 4);
  expectComputes(newer("row_spans", "apart"), {counted}, {halves});
  Values twice;
  for (int i = 0; i < 16; ++i) twice.push_back(2 * i);
  expectComputes(newer("row_spans", "staged"), {counted}, {twice});
}

TEST(NewerForms, FunctionsOfTheFileAreCalled) {
  const Values a{0, 1, 2, 3, 4, 5, 6, 7};
  Values helped, nested, shifted{7};
  for (int i = 0; i < 8; ++i) {
    helped.push_back(3 * i + 1 + 2 * i + 1);
    nested.push_back(std::clamp(3 * i + 1, 0, 20) + i * i * i + (3 * i + 2) * i + 1);
    if (i) shifted.push_back(i - 1);
  }
  expectComputes(newer("helpers", "helped"), {a}, {helped});
  expectComputes(newer("helpers", "nested"), {a}, {nested});
  expectComputes(newer("helpers", "ternary"), {a}, {shifted});
  expectComputes(newer("helpers", "shaped"), {{1, 2, 3, 4, 5, 6, 7, 8, 9}}, {{1, 2, -3, 4, 5, -6, 7, 8, -9}});
}

// The call may write all of B, so that its iterations have an order.
TEST(NewerForms, StepsKeepTheOrderOfUnknownCalls) {
  const std::string text = R"(from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(4):
        with T.sblock("touch"):
            vi = T.axis.spatial(4, i)
            T.cuda.touch(B.ptr_to([0]), A[vi, 0:8])
)";
  const Result<PrimFunc> f = parseSource("touch.py", text).select("main");
  ASSERT_TRUE(f.ok()) << toText(f.error());
  const auto* root = f->body.as<Block>();
  const auto* block = root->body.as<For>()->body.as<Block>();
  ASSERT_EQ(block->writes.size(), 2u);  // all of B, and what the call is given of A
  Schedule schedule{Snapshot(*f)};
  const LoopId loop = schedule.program().loops(0).front();
  EXPECT_FALSE(findPrimitive("parallel")->check(schedule.program(), {StepValue(loop)}).ok());
  EXPECT_FALSE(findPrimitive("vectorize")->check(schedule.program(), {StepValue(loop)}).ok());
}

TEST(NewerForms, NoStepChangesAProgramThatJumps) {
  Schedule schedule{Snapshot(newer("loops", "leaving"))};
  const Snapshot& program = schedule.program();
  const std::vector<LoopId> loops = program.loops(0);
  ASSERT_FALSE(loops.empty());
  for (const Primitive* p : allPrimitives()) {
    if (p->query) continue;
    for (const LoopId loop : loops)
      for (const Candidate& c : p->candidates(program, {{loop}, {}})) {
        const Result<Checked> checked = p->check(program, c.args);
        ASSERT_FALSE(checked.ok()) << p->name;
        EXPECT_EQ(checked.error().kind, "schedule.jump") << p->name;
      }
  }
}

}  // namespace
}  // namespace lw
