// The help pages on tensor expressions name every function and operator, and their examples are valid programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/analysis/program/dataflow.h"
#include "core/help/help.h"
#include "core/te/operator_program.h"
#include "core/te/read_program.h"
#include "core/te/topi.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string topic(std::string_view name) {
  for (const HelpTopic& t : helpTopics())
    if (t.name == name) return std::string(t.text);
  ADD_FAILURE() << "there is no page " << name;
  return {};
}

std::string exampleOf(const std::string& page) {
  const size_t begin = page.find("```python\n") + 10;
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(HelpTopics, HaveTitles) {
  std::vector<std::string> titles;
  for (const HelpTopic& t : helpTopics()) titles.emplace_back(t.title);
  EXPECT_THAT(titles,
              ElementsAre("Tensor expressions", "Operators", "Schedules of tensor expressions", "Fast matrix products",
                          "The roofline and the model's times", "Floating-point arithmetic",
                          "Accesses, values and single steps", "Schedules for GPUs", "Working with the trace",
                          "Import and export", "The window", "Reading and applying", "Loopwright in an editor",
                          "The graph of a model", "Running whole models", "Models of ONNX", "Operators of ONNX",
                          "Proofs of equality", "Python", "Files that Python runs", "Editors, scripts and agents",
                          "The timeline of a GPU block", "Tuning"));
}

TEST(HelpTopics, OperatorsAreListedWithTheirParameters) {
  const std::string page = topic("operators");
  for (const te::Operator& o : te::allOperators()) {
    std::string params;
    for (const std::string_view p : o.params) params += (params.empty() ? "" : ", ") + std::string(p);
    EXPECT_THAT(page, HasSubstr("- `topi." + std::string(o.name) + "(" + params + ")` — " + std::string(o.summary)));
  }
}

TEST(HelpTopics, ExamplesArePrograms) {
  for (const char* name : {"tensor_expressions", "operators"}) {
    const SourceFile file = readProgram("example.py", exampleOf(topic(name)));
    EXPECT_FALSE(file.hasErrors()) << name;
    EXPECT_EQ(file.functions.size(), 1u);
  }
  const SourceFile product = readProgram("example.py",
                                         "import tvm\nfrom tvm import te\nA = te.placeholder((64, 64))\nB = "
                                         "te.placeholder((64, 64))\nK = te.reduce_axis((0, 64))\n"
                                         "C = te.compute((64, 64), lambda i, j: te.sum(A[i, K] * B[K, j], axis=K))\n" +
                                             exampleOf(topic("tensor_schedules")));
  EXPECT_FALSE(product.hasErrors());
}

TEST(HelpTopics, FunctionsOfTheLanguageAreNamed) {
  const std::string page = topic("tensor_expressions");
  for (const char* name :
       {"placeholder", "reduce_axis", "compute", "var", "size_var", "extern", "create_prim_func", "scan"}) {
    EXPECT_TRUE(te::isTeFunction(name));
    EXPECT_THAT(page, HasSubstr("te." + std::string(name)));
  }
  const std::string schedules = topic("tensor_schedules");
  for (const char* call : {"split",          "tile",         "fuse",       "reorder",     "unroll",
                           "vectorize",      "parallel",     "bind",       "pragma",      "compute_at",
                           "compute_inline", "compute_root", "cache_read", "cache_write", "set_scope",
                           "storage_align",  "prefetch",     "rfactor",    "tensorize",   "set_store_predicate",
                           "create_group"})
    EXPECT_THAT(schedules, HasSubstr("." + std::string(call) + "("));
}

// ---- new programs from operators ----

TEST(OperatorProgram, EveryOperatorHasOne) {
  for (const te::OperatorForm& form : te::operatorForms()) {
    const Result<std::string> text = te::operatorProgram(form);
    ASSERT_TRUE(text.ok()) << form.name << ": " << toText(text.error());
    EXPECT_FALSE(readProgram("new.py", *text).functions.empty()) << *text;
  }
}

te::OperatorForm formOf(const std::string& name) {
  for (const te::OperatorForm& form : te::operatorForms())
    if (form.name == name) return form;
  return {};
}

TEST(OperatorProgram, IsWrittenAsAPersonWould) {
  te::OperatorForm form = formOf("concatenate");
  form.arguments[1].value = "0";
  EXPECT_EQ(*te::operatorProgram(form),
            "from tvm import te, topi\n\n\ndef concatenate_program():\n    A = te.placeholder((32, 64), name=\"A\")\n  "
            "  B = te.placeholder((16, 64), name=\"B\")\n"
            "    result = topi.concatenate([A, B], axis=0)\n    return te.create_prim_func([A, B, result])\n");
  form = formOf("take");
  EXPECT_THAT(*te::operatorProgram(form), HasSubstr("indices = te.placeholder((16,), \"int32\", name=\"indices\")"));
}

TEST(OperatorProgram, SaysWhatIsMissing) {
  te::OperatorForm form = formOf("matmul");
  form.arguments[1].value = "";
  EXPECT_EQ(te::operatorProgram(form).error().message, "topi.matmul needs the argument 'b'");
  form.arguments[1].value = "64";
  EXPECT_EQ(te::operatorProgram(form).error().message, "b is given as 64");
  form.arguments[1].value = "(7, 48)";
  EXPECT_THAT(te::operatorProgram(form).error().message, HasSubstr("32 and 7 differ"));
  form.arguments[1].value = "(7, (";
  EXPECT_FALSE(te::operatorProgram(form).ok());
}

// ---- the graph of a program ----

TEST(Dataflow, HasInputsStagesAndWhatTheyRead) {
  const SourceFile file = readProgram("flow.py", R"(from tvm import te, topi
def f():
    A = te.placeholder((8, 8), name="A")
    B = te.placeholder((8, 8), name="B")
    C = topi.matmul(A, B)
    D = te.compute((8, 8), lambda i, j: C[i, j] + A[i, j], name="D")
    return te.create_prim_func([A, B, D])
)");
  const Dataflow flow = dataflowOf(*file.select("f"));
  std::vector<std::pair<std::string, bool>> nodes;
  for (const DataflowNode& n : flow.nodes) nodes.emplace_back(n.name, n.reduces);
  EXPECT_THAT(nodes, ElementsAre(Pair("A", false), Pair("B", false), Pair("T_matmul", true), Pair("D", false)));
  EXPECT_THAT(flow.edges, ElementsAre(Pair(0, 2), Pair(0, 3), Pair(1, 2), Pair(2, 3)));
  EXPECT_EQ(flow.nodes[0].kind, DataflowNode::Kind::Input);
  EXPECT_EQ(flow.nodes[2].kind, DataflowNode::Kind::Stage);
  EXPECT_EQ(flow.nodes[3].kind, DataflowNode::Kind::Output);
  EXPECT_EQ(flow.find("B"), 1);
  EXPECT_EQ(flow.find(flow.nodes[3].block), 3);
  EXPECT_EQ(flow.find(BlockId{}), -1);
}

}  // namespace
}  // namespace lw
