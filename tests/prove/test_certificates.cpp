// Certificates of proofs: those of proofs are accepted, and none is accepted for programs that differ.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <iostream>

#include "core/check_proof/check_proof.h"
#include "tests/prove/damage.h"
#include "tests/prove/mutants.h"
#include "tests/prove/programs.h"
#include "tests/prove/runs.h"

namespace lw {
namespace {

using testing::HasSubstr;

struct Proof {
  ProgramPair pair;
  Certificate certificate;
  double proved = 0, checked = 0, read = 0;  // ms; of the check, reading both programs
};

// Of the processor, in ms.
double since(std::clock_t start) { return 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

// The proofs of conformance cases, every `step`-th of them, with the part of their certificates that is needed.
std::vector<Proof> proofs(size_t step) {
  std::vector<Proof> all;
  size_t number = 0;
  for (const auto& path : pythonFilesBelow("tests/golden/conformance"))
    for (const ProgramPair& pair : pairsOf(path)) {
      if (number++ % step) continue;
      Proof proof{pair, {}};
      const std::clock_t start = std::clock();
      if (proveEqual(pair.before, pair.after, limitsOfTests(), &proof.certificate).answer != ProofResult::Answer::Equal)
        continue;
      proof.proved = since(start);
      const CheckedProof checked = checkProof(pair.before, pair.after, proof.certificate);
      EXPECT_FALSE(checked.refusal) << pair.name << ": " << checked.refusal->text() << "\n"
                                    << toJson(proof.certificate);
      if (checked.refusal) continue;
      proof.certificate = usedPart(proof.certificate, checked);
      const std::clock_t again = std::clock();
      EXPECT_FALSE(checkProof(pair.before, pair.after, proof.certificate).refusal) << pair.name;
      proof.checked = since(again);
      const std::clock_t third = std::clock();
      (void)checkProof(pair.before, pair.after, {{"no such block"}, {}, "", {}, {}});
      proof.read = since(third);
      all.push_back(std::move(proof));
    }
  return all;
}

size_t wished(const char* variable, size_t otherwise) {
  const char* wish = std::getenv(variable);
  return wish ? std::stoul(wish) : otherwise;
}

// LW_PROVE_EVERY=1 takes all pairs; LW_PROVE_REPORT=1 prints a line for each.
TEST(Certificates, OfProofsAreAcceptedAlsoWhenReadAgain) {
  double proved = 0, checked = 0, readings = 0;
  const std::vector<Proof> all = proofs(wished("LW_PROVE_EVERY", 6));
  for (const Proof& proof : all) {
    const std::string text = toJson(proof.certificate);
    const std::variant<Certificate, Message> read = certificateFromJson(text);
    ASSERT_TRUE(std::holds_alternative<Certificate>(read)) << proof.pair.name;
    EXPECT_EQ(toJson(std::get<Certificate>(read)), text);
    const CheckedProof again = checkProof(proof.pair.before, proof.pair.after, std::get<Certificate>(read));
    EXPECT_FALSE(again.refusal) << proof.pair.name << ": " << again.refusal->text();
    proved += proof.proved;
    checked += proof.checked;
    readings += proof.read;
    if (std::getenv("LW_PROVE_REPORT"))
      std::cout << static_cast<int>(proof.proved) << " ms proved, " << static_cast<int>(proof.checked)
                << " ms checked (" << static_cast<int>(proof.read) << " ms of it read), "
                << proof.certificate.claims.size() << " claims, " << text.size() << " bytes  " << proof.pair.name
                << "\n";
  }
  std::cout << all.size() << " certificates: " << proved << " ms proved, " << checked << " ms checked, " << readings
            << " ms of it reading programs\n";
  EXPECT_GT(all.size(), 12u);
}

// LW_PROVE_DAMAGED=5000 tries as many. A claim that was changed and is still accepted is one that the prover finds,
// too.
TEST(Certificates, DamagedOnesAreRefused) {
  const size_t most = wished("LW_PROVE_DAMAGED", 300);
  const std::vector<Proof> all = proofs(wished("LW_PROVE_EVERY", 8));
  const size_t each = most / all.size() + 1;
  constexpr int kSeconds = 5;
  std::map<std::string, std::pair<int, int>> counts;  // kind of damage -> refused, still a proof
  for (const Proof& proof : all)
    for (size_t i = 0; i < (proof.certificate.claims.empty() ? 1 : each); ++i) {
      const Damaged damaged = damage(proof.certificate, i);
      if (std::getenv("LW_PROVE_REPORT")) std::cout << proof.pair.name << ": " << damaged.kind << " " << i << std::endl;
      const CheckedProof checked = checkProof(proof.pair.before, proof.pair.after, damaged.certificate, kSeconds);
      ++(checked.refusal ? counts[damaged.kind].first : counts[damaged.kind].second);
      if (!checked.refusal)
        EXPECT_TRUE(damaged.kind != "no condition" &&
                    stillAProof(proof.pair.before, proof.pair.after, usedPart(damaged.certificate, checked)))
            << proof.pair.name << ": " << damaged.kind << " " << i;
    }
  int refused = 0;
  for (const auto& [kind, count] : counts) {
    std::cout << "  " << kind << ": " << count.first << " refused, " << count.second << " still proofs\n";
    refused += count.first;
  }
  EXPECT_GT(refused, static_cast<int>(most) / 3);
}

// The certificate of a program for another one that computes something else, as it is and damaged.
TEST(Certificates, AreNotAcceptedForProgramsThatDiffer) {
  const size_t most = wished("LW_PROVE_DAMAGED", 120);
  const std::vector<Proof> all = proofs(wished("LW_PROVE_EVERY", 8));
  size_t tried = 0, refused = 0;
  for (const Proof& proof : all) {
    const std::vector<Mutant> mutants = mutantsOf(proof.pair.after);
    const size_t each = most / all.size() + 1, step = std::max<size_t>(1, mutants.size() / each);
    for (size_t i = 0; i < mutants.size(); i += step) {
      if (compare(proof.pair.before, mutants[i].program, proof.pair.inputs, false, false) != Runs::Differ) continue;
      for (const Certificate& c : {proof.certificate, damage(proof.certificate, i).certificate}) {
        ++tried;
        refused += checkProof(proof.pair.before, mutants[i].program, c).refusal.has_value();
      }
    }
  }
  std::cout << refused << " of " << tried << " refused\n";
  EXPECT_EQ(refused, tried);
  EXPECT_GT(tried, 50u);
}

// ---- small programs ----

SourceFile twoFunctions(const std::string& first, const std::string& second) {
  const std::string head = "(A: T.Buffer((16,), \"float32\"), C: T.Buffer((16,), \"float32\")):\n";
  return parsedText("from tvm.script import tir as T\n@T.prim_func\ndef f" + head + first + "@T.prim_func\ndef g" +
                    head + second);
}

const char* const kSum = "    C[0] = T.float32(0)\n    for i in range(16):\n        C[0] = C[0] + A[i]\n";
const char* const kTurned = "    C[0] = T.float32(0)\n    for i in range(16):\n        C[0] = C[0] + A[15 - i]\n";
const char* const kOther = "    C[0] = T.float32(0)\n    for i in range(16):\n        C[0] = C[0] + A[0]\n";

std::string refusalOf(const SourceFile& file, const Certificate& certificate) {
  const CheckedProof checked = checkProof(file.functions.at(0), file.functions.at(1), certificate);
  return checked.refusal ? checked.refusal->text() : "";
}

TEST(Certificates, SayWhatIsMissing) {
  const SourceFile file = twoFunctions(kSum, kTurned);
  Certificate proof;
  ASSERT_EQ(proveEqual(file.functions.at(0), file.functions.at(1), {}, &proof).answer, ProofResult::Answer::Equal);
  EXPECT_EQ(refusalOf(file, proof), "");
  ASSERT_EQ(proof.sums.size(), 1u);
  const auto damaged = [&](auto change) {
    Certificate c = proof;
    change(c);
    return refusalOf(file, c);
  };
  EXPECT_EQ(damaged([](Certificate& c) { c.sums.clear(); }),
            "the certificate does not name the sum of C and C, whose order differs");
  EXPECT_EQ(damaged([](Certificate& c) { c.sizes = "[n] -> { : n >= 0 }"; }),
            "the certificate has another condition on sizes");
  EXPECT_EQ(damaged([](Certificate& c) { c.first.pop_back(); }), "the certificate is of other programs");
  EXPECT_EQ(damaged([](Certificate& c) { c.claims.clear(); }), "the claims do not cover C");
  EXPECT_EQ(damaged([](Certificate& c) {
              for (auto& claim : c.claims) claim.relation = "{ A0[";
            }),
            "a relation of the certificate cannot be read");
  const std::string name = proof.claims.front().first + " and " + proof.claims.front().second;
  EXPECT_THAT(damaged([](Certificate& c) {
                for (auto& claim : c.claims) claim.ordered = true;
              }),
              HasSubstr("does not follow"));
  EXPECT_THAT(damaged([](Certificate& c) {
                for (auto& claim : c.claims) claim.pairings.clear();
              }),
              HasSubstr("does not follow"));
  const SourceFile other = twoFunctions(kSum, kOther);
  EXPECT_THAT(refusalOf(other, proof), HasSubstr("does not follow"));
}

// A sum is not proved by itself: a step has to lead on.
TEST(Certificates, DoNotRestOnThemselvesWithoutAStep) {
  const SourceFile file = twoFunctions("    for i in range(16):\n        C[i] = T.exp(A[i])\n",
                                       "    for i in range(16):\n        C[i] = T.exp(A[15 - i])\n");
  Certificate claim{{""}, {""}, "{ : }", {}, {}};
  const std::string same = "{ A0[i] -> B0[i] : 0 <= i <= 15 }";
  claim.claims.push_back({"s0.0",
                          "s0.0",
                          same,
                          "+",
                          false,
                          {{0, 0, "{ [A0[i] -> B0[j]] -> [A0[i] -> B0[j]] : 0 <= i <= 15 and j = i }"}}});
  claim.sums.push_back({"C", "C", "+", "float32"});
  EXPECT_EQ(refusalOf(file, claim), "the claim of s0.0 and s0.0 does not follow");
  claim.claims.front().operation.clear();
  EXPECT_EQ(refusalOf(file, claim), "the claim of s0.0 and s0.0 does not follow");
}

TEST(Certificates, WhatCannotBeReadIsNamed) {
  const auto problem = [](const std::string& text) { return std::get<Message>(certificateFromJson(text)).text(); };
  EXPECT_EQ(problem("{"), "it is not JSON");
  EXPECT_EQ(problem("{}"), "it is no certificate of a proof");
  const std::string start = R"({"format": "loopwright-proof", "version": )";
  EXPECT_EQ(problem(start + "2}"), "it is of another version");
  EXPECT_EQ(problem(start + R"(1, "first": []})"), "second is missing or of another type");
  EXPECT_EQ(problem(start + R"(1, "first": [], "second": [], "sizes": "{ : }", "sums": [], "claims": [3]})"),
            "first is missing or of another type");
  EXPECT_THAT(problem(std::string(2000, '[')), HasSubstr("nested more than"));
}

}  // namespace
}  // namespace lw
