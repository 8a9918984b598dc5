// What proofs of equality and the checks of their certificates cost: all pairs of the conformance cases, and all
// schedules of samples. Programs are read from texts before; times are of the processor, and the least of several runs.
//   lw_bench_proofs [RUNS] [PART OF A NAME]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/check_proof/check_proof.h"
#include "tests/prove/sample_pairs.h"

namespace lw {
namespace {

struct Row {
  std::string name;
  double prove = 0, check = 0, programs = 0, json = 0;  // ms; of the check, reading both programs
  size_t claims = 0, bytes = 0;
};

// The least of all runs, in ms.
template <class Work>
double leastOf(int runs, Work work) {
  double least = 1e9;
  for (int i = 0; i < runs; ++i) {
    const std::clock_t start = std::clock();
    work();
    least = std::min(least, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}

class Bench {
 public:
  explicit Bench(int runs) : runs_(runs) {}

  void add(const ProgramPair& pair) {
    ++pairs_;
    Certificate whole;
    if (proveEqual(pair.before, pair.after, {}, &whole).answer != ProofResult::Answer::Equal) return;
    const CheckedProof checked = checkProof(pair.before, pair.after, whole);
    if (checked.refusal) {
      std::printf("%s: the certificate is refused: %s\n", pair.name.c_str(), checked.refusal->text().c_str());
      return;
    }
    const Certificate certificate = usedPart(whole, checked);
    const std::string text = toJson(certificate);
    Row row{pair.name};
    row.claims = certificate.claims.size();
    row.bytes = text.size();
    row.prove = leastOf(runs_, [&] { (void)proveEqual(pair.before, pair.after); });
    row.check = leastOf(runs_, [&] { (void)checkProof(pair.before, pair.after, certificate); });
    row.json = leastOf(runs_, [&] { (void)certificateFromJson(text); });
    row.programs =
        leastOf(runs_, [&] { (void)checkProof(pair.before, pair.after, {{"no such block"}, {}, "", {}, {}}); });
    rows_.push_back(row);
  }

  void print() {
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.check > b.check; });
    std::printf("   prove ms    check ms        %%  programs ms   JSON ms  claims    bytes\n");
    Row all{"all"};
    for (const Row& row : rows_) {
      line(row);
      all.prove += row.prove, all.check += row.check, all.programs += row.programs, all.json += row.json;
      all.claims += row.claims, all.bytes += row.bytes;
    }
    line(all);
    std::vector<double> parts;
    for (const Row& row : rows_) parts.push_back(row.check / std::max(row.prove, 1e-3));
    std::sort(parts.begin(), parts.end());
    const auto tenth = std::count_if(parts.begin(), parts.end(), [](double part) { return part <= 0.1; });
    std::printf("%zu of %d pairs are proved; the median check takes %.0f %% of its proof, %td take at most 10 %%\n",
                rows_.size(), pairs_, parts.empty() ? 0 : 100 * parts[parts.size() / 2], tenth);
  }

 private:
  static void line(const Row& row) {
    std::printf("%11.1f %11.1f %8.0f %12.1f %9.2f %7zu %8zu  %s\n", row.prove, row.check,
                100 * row.check / std::max(row.prove, 1e-3), row.programs, row.json, row.claims, row.bytes,
                row.name.c_str());
  }

  int runs_, pairs_ = 0;
  std::vector<Row> rows_;
};

int run(int argc, char** argv) {
  Bench bench(argc > 1 ? std::max(1, std::atoi(argv[1])) : 3);
  const std::string only = argc > 2 ? argv[2] : "";
  for (const auto& path : pythonFilesBelow("tests/golden/conformance"))
    for (const ProgramPair& pair : pairsOf(path))
      if (pair.name.find(only) != std::string::npos) bench.add(pair);
  forEachSamplePair(only, [&](const ProgramPair& pair) { bench.add(pair); });
  bench.print();
  return 0;
}

}  // namespace
}  // namespace lw

int main(int argc, char** argv) { return lw::run(argc, argv); }
