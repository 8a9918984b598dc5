// Calls of which only the name is known: equal where both programs call the same with the same.
#include <gtest/gtest.h>

#include "core/check_proof/check_proof.h"
#include "tests/prove/programs.h"

namespace lw {
namespace {

using Answer = ProofResult::Answer;

struct Proved {
  ProofResult result;
  std::string refusal;  // of the certificate
};

Proved proved(const std::string& first, const std::string& second) {
  const std::string head = "(A: T.Buffer((16, 16), \"float32\"), C: T.Buffer((16, 16), \"float32\")):\n";
  const SourceFile file = parsedText("from tvm.script import tir as T\n@T.prim_func\ndef f" + head + first +
                                     "@T.prim_func\ndef g" + head + second);
  EXPECT_EQ(file.diagnostics.size(), 0u) << (file.diagnostics.empty() ? "" : file.diagnostics[0].message);
  Certificate certificate;
  Proved made{proveEqual(file.functions.at(0), file.functions.at(1), {}, &certificate), ""};
  if (made.result.answer != Answer::Equal) return made;
  const CheckedProof checked = checkProof(file.functions.at(0), file.functions.at(1), certificate);
  if (checked.refusal) made.refusal = checked.refusal->text();
  EXPECT_EQ(checked.calls, made.result.calls);
  return made;
}
void expectProved(const std::string& first, const std::string& second, const std::set<std::string>& calls) {
  const Proved p = proved(first, second);
  EXPECT_EQ(p.result.answer, Answer::Equal) << p.result.obstacle.reason.text() << "\n" << second;
  EXPECT_EQ(p.refusal, "");
  EXPECT_EQ(p.result.calls, calls);
}
void expectOpen(const std::string& first, const std::string& second) {
  EXPECT_EQ(proved(first, second).result.answer, Answer::Undecided) << second;
}

std::string call(const std::string& reads, const std::string& writes, const std::string& arguments,
                 const std::string& callee = "work") {
  return "    with T.block(\"call\"):\n        T.reads(" + reads + ")\n        T.writes(" + writes +
         ")\n        T.evaluate(T.call_extern(\"" + callee + "\", " + arguments + ", dtype=\"int32\"))\n";
}
const char* const kAll = "[0:16, 0:16]";

std::string copy(const std::string& from, const std::string& to, const std::string& loops = "i, j") {
  return "    for " + loops + " in T.grid(16, 16):\n        " + to + "[i, j] = " + from + "[i, j]\n";
}
const char* const kAllocated = "    D = T.alloc_buffer((16, 16))\n";

TEST(OpaqueCalls, DoTheSameForTheSame) {
  const std::string plain = call(std::string("A") + kAll, std::string("C") + kAll, "A.data, C.data, 3");
  expectProved(
      plain,
      kAllocated + copy("A", "D", "j, i") + call(std::string("D") + kAll, std::string("C") + kAll, "D.data, C.data, 3"),
      {"work"});
  // Another argument, function or memory, or more of them.
  for (const std::string& other :
       {call(std::string("A") + kAll, std::string("C") + kAll, "A.data, C.data, 4"),
        call(std::string("A") + kAll, std::string("C") + kAll, "A.data, C.data, 3", "other"),
        call(std::string("A") + kAll, std::string("C") + kAll, "C.data, A.data, 3"),
        call(std::string("C") + kAll, std::string("C") + kAll, "C.data, C.data, 3"),
        call(std::string("A") + kAll, "C[0:16, 0:15]", "A.data, C.data, 3"), plain + plain,
        "    A[3, 4] = T.float32(0)\n" + plain, plain + "    C[3, 4] = T.float32(0)\n", copy("A", "C")})
    expectOpen(plain, other);
}

// What a call leaves may depend on what was there, so calls stay in their order.
TEST(OpaqueCalls, StayInTheirOrder) {
  const std::string three = call("", std::string("C") + kAll, "C.data, 3"),
                    four = call("", std::string("C") + kAll, "C.data, 4");
  expectProved(three + four,
               "    for i in range(2):\n        with T.block(\"call\"):\n            v = T.axis.opaque(2, i)\n"
               "            T.reads()\n            T.writes(C[0:16, 0:16])\n            "
               "T.evaluate(T.call_extern(\"work\", C.data, v + 3, dtype=\"int32\"))\n",
               {"work"});
  expectOpen(three + four, four + three);
  expectOpen(three + four, four);
}

// An instruction that fills a fragment leaves nothing of the old values.
TEST(OpaqueCalls, FillWholeFragments) {
  const auto fill = [](const std::string& loops, const std::string& value,
                       const std::string& writes = "C[0:16, 0:16]") {
    return "    for " + loops +
           " in T.grid(4, 4):\n        with T.block(\"fill\"):\n"
           "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            T.reads()\n            T.writes(" +
           writes + ")\n            T.evaluate(T.tvm_fill_fragment(C.data, 16, 16, 16, 0, " + value +
           ", dtype=\"handle\"))\n";
  };
  expectProved(fill("i, j", "T.Cast(\"float32\", vi * 4 + vj)"), fill("j, i", "T.Cast(\"float32\", vi * 4 + vj)"),
               {"tvm_fill_fragment"});
  expectOpen(fill("i, j", "T.Cast(\"float32\", vi * 4 + vj)"), fill("j, i", "T.Cast(\"float32\", vj * 4 + vi + 1)"));
  // A part of one: the rest may be an older value.
  expectOpen(fill("i, j", "T.Cast(\"float32\", vi * 4 + vj)", "C[0:16, 0:15]"),
             fill("j, i", "T.Cast(\"float32\", vi * 4 + vj)", "C[0:16, 0:15]"));
}

TEST(OpaqueCalls, AccessOnlyWhatTheirBlocksDeclare) {
  const std::string undeclared = call("", "A[0:16, 0:16]", "A.data, C.data");
  const Proved p = proved(undeclared, undeclared + copy("A", "C"));
  EXPECT_EQ(p.result.answer, Answer::Undecided);
  EXPECT_EQ(p.result.obstacle.reason.text(), "what call_extern does is not known");
  // Threads may call at the same time.
  const std::string threads =
      "    for t in T.thread_binding(4, thread=\"threadIdx.x\"):\n        with T.block(\"call\"):\n"
      "            v = T.axis.spatial(4, t)\n            T.reads()\n            T.writes(C[v, 0:16])\n"
      "            T.evaluate(T.call_extern(\"work\", C.data, v, dtype=\"int32\"))\n";
  EXPECT_EQ(proved(threads, copy("A", "C")).result.obstacle.reason.text(), "what call_extern does is not known");
  // A program that does not call computes something else, whatever it leaves.
  const std::string lost =
      kAllocated + copy("A", "D") + call("D[0:16, 0:16]", "D[0:16, 0:16]", "D.data") + copy("A", "C");
  EXPECT_EQ(proved(lost, copy("A", "C")).result.obstacle.reason.text(),
            "the functions call other functions, of which only the names are known");
}

}  // namespace
}  // namespace lw
