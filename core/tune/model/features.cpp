// The numbers that describe each store of a scheduled function. One list gives their names and their values, so that
// the two always agree.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/tune/cost_model.h"
#include "core/tune/model/store_time.h"

namespace lw::tune {
namespace {

constexpr size_t kReads = 3, kLevels = 6, kCaches = 3;

class FeatureRow {
 public:
  explicit FeatureRow(std::vector<std::string>* names) : names_(names) {}
  void add(const std::string& name, double value) {
    if (names_) names_->push_back(name);
    values_.push_back(static_cast<float>(std::min(value, 1e30)));
  }
  std::vector<float> take() { return std::move(values_); }

 private:
  std::vector<std::string>* names_;
  std::vector<float> values_;
};

struct StoreView {
  const StoreFacts& facts;
  const Machine& machine;
  size_t number;
  const TableStore& store() const { return facts.table.stores[number]; }
  const InnerTile& tile() const { return facts.tiles[number]; }
  const StoreTraffic& traffic() const { return facts.use.stores[number]; }
  const StoreTime& time() const { return facts.times[number]; }
  const TableLoop& loop(size_t position) const {
    return facts.table.loops[static_cast<size_t>(store().loops[position])];
  }
};

void addWork(FeatureRow& row, const StoreView& v) {
  const TableStore& s = v.store();
  const OperationCounts& o = s.operations;
  row.add("executions", s.executions);
  row.add("operations", s.executions * o.flops());
  const std::pair<const char*, double> counts[] = {{"adds", o.adds},
                                                   {"multiplies", o.multiplies},
                                                   {"multiply_adds", o.multiplyAdds},
                                                   {"divisions", o.divisions},
                                                   {"functions", o.functions},
                                                   {"comparisons", o.comparisons},
                                                   {"selections", o.selections},
                                                   {"casts", o.casts},
                                                   {"integer_operations", o.integers},
                                                   {"guards", s.guards},
                                                   {"initial", s.initial},
                                                   {"update", s.update},
                                                   {"streams", s.streams},
                                                   {"opaque", s.opaque},
                                                   {"bits", s.bits}};
  for (const auto& [name, value] : counts) row.add(name, value);
  row.add("copied_bytes", o.flops() == 0 ? s.executions * s.bits / 8 : 0);
  row.add("prefetches", v.facts.table.prefetches);
}

void addTile(FeatureRow& row, const StoreView& v) {
  const InnerTile& t = v.tile();
  row.add("vector_asked", t.kind == VectorKind::Asked);
  row.add("vector_found", t.kind == VectorKind::Found);
  row.add("vector_length", t.length);
  row.add("vectors", t.vectors);
  row.add("lane_use", t.laneUse);
  row.add("expanded", t.expanded);
  row.add("unrolled", t.unrolled);
  row.add("marked", t.marked);
  row.add("code", t.expanded * t.vectors);
  row.add("repeats", t.repeats);
  row.add("tiles", t.tiles);
  row.add("tile_arithmetic", t.arithmetic);
  row.add("tile_multiply_adds", t.multiplyAdds);
  row.add("tile_loads", t.loads);
  row.add("tile_stores", t.stores);
  row.add("tile_gathers", t.gathers);
  row.add("tile_instructions", t.instructions());
  row.add("loads_per_multiply_add", t.loadsPerMultiplyAdd());
  row.add("broadcast_reads", t.broadcasts);
  row.add("contiguous_reads", t.contiguous);
  row.add("irregular_reads", t.irregular);
  row.add("sums", t.sums);
  row.add("registers", t.needed);
  row.add("register_share", t.needed / v.machine.vectorRegisters);
  row.add("spilled", t.spilled);
  row.add("sums_in_registers", t.inRegisters);
  row.add("chain", t.chain);
  row.add("tile_cycles", t.cycles);
  row.add("cycles_per_execution", t.cycles / (t.expanded * t.length));
}

void addLoops(FeatureRow& row, const StoreView& v) {
  const TableStore& s = v.store();
  double parallel = 1, inside = 1;
  for (size_t p = 0; p < s.loops.size(); ++p) {
    if (v.loop(p).kind == ForKind::Parallel) parallel *= v.loop(p).extent;
  }
  row.add("loops", static_cast<double>(s.loops.size()));
  row.add("parallel", parallel);
  row.add("threads", v.time().threads);
  row.add("work_per_thread", s.executions / v.time().threads);
  row.add("balance", v.time().threads / v.machine.threads);
  for (size_t i = 0; i < kLevels; ++i) {  // innermost first
    const bool there = i < s.loops.size();
    const std::string level = "loop" + std::to_string(i);
    const TableLoop* loop = there ? &v.loop(s.loops.size() - 1 - i) : nullptr;
    row.add(level + "_trips", there ? loop->extent : 0);
    row.add(level + "_expanded", there && loop->expanded);
    row.add(level + "_kind", there ? static_cast<double>(loop->kind) : -1);
    row.add(level + "_footprint", there ? v.traffic().footprints[s.loops.size() - 1 - i] : 0);
    row.add(level + "_executions_inside", there ? inside : 0);
    if (there) inside *= loop->extent;
  }
}

// Of a read: how it moves with the two innermost loops, and how much passes before an element is read again.
void addAccess(FeatureRow& row, const std::string& name, const StoreView& v, const TableAccess* a) {
  const std::vector<int>& loops = v.store().loops;
  double strides[2] = {0, 0}, reuse = 0, reused = 1, unused = 1;
  bool regular = true;
  if (a) {
    const TableBuffer& buffer = v.facts.table.buffers[static_cast<size_t>(a->buffer)];
    for (size_t i = 0; i < 2 && i < loops.size(); ++i) {
      const Movement m = movementIn(*a, buffer, loops[loops.size() - 1 - i]);
      strides[i] = std::abs(m.stride);
      regular = regular && m.regular;
    }
    // The innermost loop that does not move it brings the same elements again.
    for (size_t p = loops.size(); p-- > 0;)
      if (valuesIn(*a, loops[p]) == 1 && v.loop(p).extent > 1) {
        if (reuse == 0) reuse = v.traffic().footprints[p];
        if (reused == 1) reused = v.loop(p).extent;
        unused *= v.loop(p).extent;
      }
  }
  row.add(name + "_stride0", strides[0]);
  row.add(name + "_stride1", strides[1]);
  row.add(name + "_regular", a && regular);
  row.add(name + "_reuse_distance", reuse);
  row.add(name + "_reuses", a ? unused : 0);
  row.add(name + "_reuses_inside", a ? reused : 0);
}

void addAccesses(FeatureRow& row, const StoreView& v) {
  const TableStore& s = v.store();
  std::vector<const TableAccess*> reads;
  for (const TableAccess& a : s.accesses)
    if (!a.write && !(s.update && a.buffer == s.accesses.back().buffer)) reads.push_back(&a);
  row.add("reads", static_cast<double>(reads.size()));
  for (size_t i = 0; i < kReads; ++i)
    addAccess(row, "read" + std::to_string(i), v, i < reads.size() ? reads[i] : nullptr);
  addAccess(row, "write", v, s.accesses.empty() ? nullptr : &s.accesses.back());
}

void addCaches(FeatureRow& row, const StoreView& v) {
  const StoreTraffic& t = v.traffic();
  const double flops = v.store().executions * v.store().operations.flops();
  for (size_t c = 0; c < kCaches; ++c) {
    const std::string cache = "cache" + std::to_string(c + 1);
    const bool there = c < t.traffic.size();
    row.add(cache + "_traffic", there ? t.traffic[c] : 0);
    row.add(cache + "_ms", there ? v.time().trafficMs[c] : 0);
    row.add(cache + "_intensity", there && t.traffic[c] > 0 ? flops / t.traffic[c] : 0);
    row.add(cache + "_iterations", there ? t.iterationsInside[c] : 0);
  }
  row.add("line_use", t.lines > 0 ? t.bytes / (t.lines * kLine) : 1);
  row.add("bytes", t.bytes);
  row.add("conflicts", t.conflicts);
  row.add("function_footprint", v.facts.use.footprint);
  row.add("compute_ms", v.time().computeMs);
  row.add("store_ms", v.time().ms);
  row.add("function_ms", v.facts.ms);
  row.add("store_share", v.facts.ms > 0 ? v.time().ms / v.facts.ms : 0);
  row.add("stores", static_cast<double>(v.facts.table.stores.size()));
}

std::vector<float> rowOf(const StoreView& v, std::vector<std::string>* names) {
  FeatureRow row(names);
  addWork(row, v);
  addTile(row, v);
  addLoops(row, v);
  addAccesses(row, v);
  addCaches(row, v);
  return row.take();
}

}  // namespace

std::vector<std::string> featureNames() {
  StoreFacts none;
  none.table.stores.resize(1);
  none.tiles.resize(1);
  none.times.resize(1);
  none.use.stores.resize(1);
  std::vector<std::string> names;
  const Machine machine;
  rowOf({none, machine, 0}, &names);
  return names;
}

Features featuresOf(const PrimFunc& scheduled, const Machine& given) {
  const Machine machine = completed(given);
  const StoreFacts facts = storeFacts(scheduled, machine);
  Features features;
  features.draftMs = facts.ms;
  for (size_t i = 0; i < facts.table.stores.size(); ++i) features.rows.push_back(rowOf({facts, machine, i}, nullptr));
  return features;
}

}  // namespace lw::tune
