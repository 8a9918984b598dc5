// Chains of statement instances that computed two different values.
#include "backends/interpreter/value_chain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/ir/ndarray.h"
#include "core/support/text.h"
#include "core/te/read_program.h"

namespace lw {
namespace {

// "C[1] = 7 by C at i = 1 (4)", "A[3] = 2 (input)".
std::string textOf(const ChainLink& link) {
  std::string text = link.buffer + "[" + link.index + "] = " + std::to_string(std::lround(link.value));
  if (link.source == ChainLink::Source::Input) return text + " (input)";
  if (link.source == ChainLink::Source::Unwritten) return text + " (unwritten)";
  text += link.source == ChainLink::Source::Block ? " by " + link.name : " by a statement";
  if (!link.loops.empty())
    text += " at " +
            join(link.loops, [](const auto& l) { return l.second.first + " = " + std::to_string(l.second.second); });
  return text + " (" + std::to_string(link.executions) + ")";
}

std::vector<std::string> textsOf(const ValueChain& chain) {
  std::vector<std::string> texts;
  for (const ChainLink& link : chain.links) texts.push_back(textOf(link));
  if (chain.more) texts.push_back("...");
  return texts;
}

class ValueChains : public testing::Test {
 protected:
  // Of the last parameter of both functions; every input has the values 0, 1, 2, ...
  DifferenceChains chains(const std::string& text, int64_t element, size_t most = kMostLinks) {
    const SourceFile file = readProgram("two.py", "from tvm.script import tir as T\n\n" + text);
    EXPECT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
    const Recording a = run(*file.select("first")), b = run(*file.select("second"));
    return chainsOf(a, 1, b, 1, element, most);
  }

 private:
  static Recording run(const PrimFunc& function) {
    std::vector<Argument> arguments = *makeArguments(function, {});
    for (int64_t i = 0; i < std::get<NDArray>(arguments[0]).size(); ++i)
      std::get<NDArray>(arguments[0]).set(i, static_cast<double>(i));
    Result<Recording> made = record(function, arguments);
    EXPECT_TRUE(made.ok() && made->complete);
    return *made;
  }
};

constexpr const char* kHead = "(A: T.Buffer((4, 8), \"float32\"), C: T.Buffer((4,), \"float32\")):\n";

// C[i] is the sum of the doubled row i, of `terms` terms.
std::string rows(const std::string& name, int terms, const std::string& factor) {
  return "@T.prim_func\ndef " + name + kHead +
         "    B = T.alloc_buffer((4, 8))\n"
         "    for i, k in T.grid(4, 8):\n"
         "        with T.block(\"B\"):\n"
         "            vi, vk = T.axis.remap(\"SS\", [i, k])\n"
         "            B[vi, vk] = A[vi, vk] * T.float32(" +
         factor +
         ")\n"
         "    for i, k in T.grid(4, " +
         std::to_string(terms) +
         "):\n"
         "        with T.block(\"C\"):\n"
         "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
         "            with T.init():\n"
         "                C[vi] = T.float32(0)\n"
         "            C[vi] = C[vi] + B[vi, vk]\n\n";
}

// The executions of a sum are one link, and the chains go on at a value that the other run did not read.
TEST_F(ValueChains, FollowWhatIsNotTheSame) {
  const DifferenceChains two = chains(rows("first", 8, "2") + rows("second", 7, "2"), 1);
  EXPECT_EQ(textsOf(two.first),
            (std::vector<std::string>{"C[1] = 184 by C at i = 1, k = 7 (8)", "B[1, 7] = 30 by B at i = 1, k = 7 (1)",
                                      "A[1, 7] = 15 (input)"}));
  EXPECT_EQ(textsOf(two.second),
            (std::vector<std::string>{"C[1] = 154 by C at i = 1, k = 6 (7)", "B[1, 6] = 28 by B at i = 1, k = 6 (1)",
                                      "A[1, 6] = 14 (input)"}));
  EXPECT_EQ(two.first.links[1].loops.size(), 2u);
  EXPECT_TRUE(two.first.links[1].block.valid());
}

TEST_F(ValueChains, EndAtALimit) {
  const DifferenceChains two = chains(rows("first", 8, "2") + rows("second", 8, "3"), 0, 2);
  EXPECT_EQ(textsOf(two.first).back(), "...");
  EXPECT_EQ(two.first.links.size(), 2u);
  EXPECT_EQ(textsOf(two.second)[0], "C[0] = 84 by C at i = 0, k = 7 (8)");
}

// An initial value of another block is a link where it is what differs.
TEST_F(ValueChains, FollowAnInitialValueOfItsOwnBlock) {
  const auto decomposed = [](const std::string& name, const std::string& start) {
    return "@T.prim_func\ndef " + name + kHead +
           "    for i in range(4):\n"
           "        with T.block(\"start\"):\n"
           "            vi = T.axis.spatial(4, i)\n"
           "            C[vi] = T.float32(" +
           start +
           ")\n"
           "    for i, k in T.grid(4, 8):\n"
           "        with T.block(\"C\"):\n"
           "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
           "            C[vi] = C[vi] + A[vi, vk]\n\n";
  };
  const DifferenceChains two = chains(decomposed("first", "0") + decomposed("second", "5"), 0);
  EXPECT_EQ(textsOf(two.first),
            (std::vector<std::string>{"C[0] = 28 by C at i = 0, k = 7 (8)", "C[0] = 0 by start at i = 0 (1)"}));
  EXPECT_EQ(textsOf(two.second),
            (std::vector<std::string>{"C[0] = 33 by C at i = 0, k = 7 (8)", "C[0] = 5 by start at i = 0 (1)"}));
}

// Statements outside of blocks, and elements that nothing wrote.
TEST_F(ValueChains, SayWhatIsNoBlock) {
  const auto plain = [](const std::string& name, int terms) {
    return "@T.prim_func\ndef " + name + kHead +
           "    C[2] = T.float32(0)\n"
           "    for k in range(" +
           std::to_string(terms) + "):\n        C[2] = C[2] + A[2, k]\n\n";
  };
  const DifferenceChains two = chains(plain("first", 8) + plain("second", 5), 2);
  EXPECT_EQ(textsOf(two.first), (std::vector<std::string>{"C[2] = 156 by a statement (8)", "A[2, 7] = 23 (input)"}));
  EXPECT_EQ(textsOf(two.second), (std::vector<std::string>{"C[2] = 90 by a statement (5)", "A[2, 4] = 20 (input)"}));
  const DifferenceChains none = chains(plain("first", 8) + plain("second", 5), 0);
  EXPECT_EQ(textsOf(none.first).size(), 1u);
  EXPECT_EQ(none.first.links[0].source, ChainLink::Source::Input);  // C[0] is as it was given
}

}  // namespace
}  // namespace lw
