// The programs of samples/te lower to the loops, extents and statements that TVM's older schedules have there; names
// apart.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/ir/ops.h"
#include "core/te/read_program.h"
#include "core/te/schedule_code.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

std::string outline(const Stmt& s);

std::string nameOf(const Buffer& b) { return b->name.substr(0, b->name.find("_1")); }

// Loops with extents, stores with the buffer's name (and how many elements at a time), calls; variables and allocations
// are left out.
std::string outline(const Stmt& s) {
  return s.match(
      [](const For& f) {
        return (f.kind == ForKind::Parallel ? "parallel " : "for ") + std::to_string(asInt(f.extent).value_or(-1)) +
               " (" + outline(f.body) + ")";
      },
      [](const Block& b) { return outline(b.body); },
      [](const BufferStore& b) {
        return nameOf(b.buffer) + (b.value.dtype().lanes > 1 ? "[" + std::to_string(b.value.dtype().lanes) + "]" : "");
      },
      [](const Evaluate& e) { return e.value.as<Call>() ? e.value.as<Call>()->op.name() : std::string("value"); },
      [](const Seq& q) {
        std::string all;
        for (const Stmt& inner : q.stmts) all += (all.empty() ? "" : "; ") + outline(inner);
        return all;
      },
      [](const IfThenElse& i) { return "if (" + outline(i.thenBody) + ")"; },
      [](const While& w) { return "while (" + outline(w.body) + ")"; },
      [](const LetStmt& l) { return outline(l.body); }, [](const Allocate& a) { return outline(a.body); },
      [](const DeclBuffer& d) { return outline(d.body); }, [](const AttrStmt& a) { return outline(a.body); },
      [](const AssertStmt& a) { return outline(a.body); });
}

struct Listing {
  const char* sample;
  const char* schedule;
  const char* outline;
};

// Threads that share a reduction are loops on a CPU: each adds its part, the first one starts.
const Listing kListings[] = {
    {"01_cache_read", "", "for 1024 (for 1024 (A_shared)); for 1024 (B; for 1024 (B))"},
    {"02_cache_write", "", "for 1024 (B_local; for 1024 (B_local)); for 1024 (B)"},
    {"03_set_scope", "", "for 1024 (B_shared; for 1024 (B_shared)); for 1024 (C)"},
    {"04_storage_align", "", "for 1024 (for 1024 (A_shared)); for 1024 (B; for 1024 (B))"},
    {"05_compute_at", "", "for 32 (B_rf_local; for 32 (B_rf_local); if (B); B)"},
    {"06_compute_inline", "", "for 1026 (for 1026 (B; for 3 (for 3 (B))))"},
    {"07_compute_root", "", "for 32 (B_rf_local_global; for 32 (B_rf_local_global)); B; for 32 (B)"},
    {"08_fuse", "", "B; for 1024 (B)"},
    {"09_split", "", "B; for 32 (for 32 (B))"},
    {"10_reorder", "", "for 32 (for 32 (for 32 (for 32 (C))))"},
    {"11_tile", "", "for 32 (for 32 (for 32 (for 32 (C; for 1024 (C)))))"},
    {"12_unroll", "", "for 256 (for 1024 (C); for 1024 (C); for 1024 (C); for 1024 (C))"},
    {"13_vectorize", "", "for 32 (for 32 (for 32 (C[32])))"},
    {"14_bind", "", "B; for 32 (for 32 (B))"},
    {"15_parallel", "", "for 1024 (B; parallel 1024 (B))"},
    {"16_pragma", "", "for 1024 (B; for 256 (B; B; B; B))"},
    {"17_prefetch", "", "for 1024 (B; for 1024 (prefetch; B))"},
    {"18_tensorize", "", "for 1024 (for 32 (for 16 (C); for 64 (C[16])))"},
    {"tensor_intrinsic", "", "for 1024 (for 32 (call_extern))"},
    {"19_rfactor", "", "for 32 (B_rf; for 32 (B_rf)); B; for 32 (B)"},
    {"20_set_store_predicate", "", "B; for 16 (B_rf; for 64 (B_rf); B)"},
    {"21_create_group", "", "for 1024 (F; for 1024 (D; E; F))"},
    {"mm_exp_mm", "as_written",
     "for 1024 (for 1024 (C; for 2048 (C))); for 1024 (for 1024 (D)); for 1024 (for 3072 (F; for 1024 (F)))"},
    {"mm_exp_mm", "reordered",
     "for 1024 (for 1024 (C); for 2048 (for 1024 (C))); for 1024 (for 1024 (D)); for 1024 (for 3072 (F); for 1024 (for "
     "3072 (F)))"},
    {"mm_exp_mm", "in_pieces",
     "for 1024 (for 1024 (C)); for 256 (for 1024 (for 8 (for 1024 (C)))); for 1024 (for 1024 (D)); for 1024 (for 3072 "
     "(F)); for 128 (for 1024 (for 8 (for 3072 (F))))"},
    {"mm_exp_mm", "tiled",
     "for 64 (for 128 (for 16 (for 8 (C)); for 256 (for 16 (for 8 (for 8 (C)))))); for 1024 (for 1024 (D)); for 64 "
     "(for 384 (for 16 (for 8 (F)); for 128 (for 16 (for 8 (for 8 (F))))))"},
};

TEST(TeSamples, LowerToTheListedLoops) {
  for (const Listing& listing : kListings) {
    std::ifstream in(std::string(LW_SOURCE_DIR "/samples/te/") + listing.sample + ".py");
    std::ostringstream text;
    text << in.rdbuf();
    const SourceFile file = readProgram(listing.sample, text.str());
    const Result<PrimFunc> f = file.select("");
    ASSERT_TRUE(f.ok()) << listing.sample << ": " << toText(f.error());
    const ScriptRun run =
        interpretScheduleOf(file, listing.schedule, Schedule(Snapshot(*f).withIntrinsics(file.intrinsics)));
    ASSERT_FALSE(run.error) << listing.sample << ": " << toText(*run.error);
    EXPECT_EQ(outline(lowerForCpu(run.schedule.program().function()).body), listing.outline)
        << listing.sample << " " << listing.schedule;
  }
}

}  // namespace
}  // namespace lw
