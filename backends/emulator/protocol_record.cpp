// Records what the threads of a block do to memory that they share, as scenarios of two threads and one element. A
// first run finds the threads whose accesses meet, a second one records these.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "backends/emulator/protocol.h"
#include "backends/interpreter/interpreter.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

using Kind = ProtocolStep::Kind;

constexpr size_t kMostPairs = 48, kMostSeen = 24;

struct Element {
  const void* owner;
  int64_t index;
  bool operator==(const Element&) const = default;
};
struct ElementHash {
  size_t operator()(const Element& e) const {
    return std::hash<const void*>()(e.owner) * 31 + static_cast<size_t>(e.index);
  }
};
bool reads(Kind kind) { return kind == Kind::Load || kind == Kind::Read; }

using Pair = std::pair<int64_t, int64_t>;  // threads, the first one lower

// Names accesses and operations by the places of the program that they are at.
class Places {
 public:
  Places(Protocol& to, const PrimFunc& scheduled) : to_(to) {
    forEachStmt(scheduled.body, [&](const Stmt& s) {
      if (const auto* block = s.as<Block>()) names_.emplace(block->id, block->name);
    });
  }
  int32_t access(const void* site, Kind kind, Origin origin) {
    return numberOf(site, kind, origin, accesses_, to_.accesses);
  }
  int32_t operation(const void* site, Kind kind, Origin origin) {
    return numberOf(site, kind, origin, operations_, to_.operations);
  }

 private:
  using Numbers = std::map<std::pair<const void*, Kind>, int32_t>;
  int32_t numberOf(const void* site, Kind kind, Origin origin, Numbers& known, std::vector<Protocol::Place>& places) {
    const auto [found, isNew] = known.try_emplace({site, kind}, static_cast<int32_t>(places.size()));
    if (!isNew) return found->second;
    const auto name = names_.find(origin.block);
    places.push_back({kind, origin, name == names_.end() ? "" : name->second});
    return found->second;
  }

  Protocol& to_;
  std::map<BlockId, std::string> names_;
  Numbers accesses_, operations_;
};

// What both runs have in common: the first block of the first launch of each kernel.
class BlockWatch : public EmulatorWatch {
 public:
  BlockWatch(Places& places, int warp) : places_(places), warp_(warp) {}
  void onBlock(const GpuLaunch& launch, int32_t number, int64_t block) override {
    leaveBlock();
    recording_ = block == 0 && kernels_.insert(launch.kernel).second;
    launch_ = launch;
    number_ = number;
    if (!recording_) return;
    copying_.assign(static_cast<size_t>(launch.threads()), 0);
    bulk_.assign(static_cast<size_t>(launch.threads()), -1);
    storing_.assign(static_cast<size_t>(launch.threads()), 0);
  }
  void onLoop(int64_t, LoopId, int64_t) override {}
  void onBarrier() override {}
  void onElement(int64_t thread, const ElementAccess& access) override {
    if (!recording_ || access.atomic) return;
    const int32_t bulk = bulk_[static_cast<size_t>(thread)];
    const bool copies = access.store && (copying_[static_cast<size_t>(thread)] > 0 || bulk >= 0) &&
                        (*access.buffer)->scope.starts_with("shared");
    const bool reads = storing_[static_cast<size_t>(thread)] != 0 && (*access.buffer)->scope.starts_with("shared");
    const Kind kind = copies ? Kind::Copy : access.store ? Kind::Store : reads ? Kind::Read : Kind::Load;
    touch(thread, {kind, places_.access(access.site, kind, access.origin), 0, copies ? bulk : -1}, access);
  }
  void onCopies(int64_t thread, const void* site, Origin origin, bool begins) override {
    if (!recording_) return;
    copying_[static_cast<size_t>(thread)] += begins ? 1 : -1;
    if (!begins) sync(thread, {Kind::Commit, places_.operation(site, Kind::Commit, origin), 0});
  }
  void onWait(int64_t thread, const void* site, Origin origin, int64_t left) override {
    if (recording_) sync(thread, {Kind::Wait, places_.operation(site, Kind::Wait, origin), left});
  }
  void onSync(int64_t thread, const void* site, Origin origin, bool ofWarp) override {
    const Kind kind = ofWarp ? Kind::WarpBarrier : Kind::Barrier;
    if (recording_) sync(thread, {kind, places_.operation(site, kind, origin), 0});
  }

  void onPhased(int64_t thread, PhasedKind kind, const void* site, Origin origin, int64_t barrier,
                int64_t number) override {
    if (!recording_ || kind == PhasedKind::Make || kind == PhasedKind::Registers) return;
    if (kind > PhasedKind::Named) {
      const Kind own = kind == PhasedKind::Fence          ? Kind::Fence
                       : kind == PhasedKind::CommitStores ? Kind::CommitStores
                                                          : Kind::WaitStores;
      return sync(thread, {own, places_.operation(site, own, origin), number});
    }
    const Kind of = kind == PhasedKind::Init     ? Kind::Init
                    : kind == PhasedKind::Arrive ? Kind::Arrive
                    : kind == PhasedKind::Named  ? Kind::Named
                                                 : Kind::WaitPhase;
    sync(thread, {of, places_.operation(site, of, origin), number, static_cast<int32_t>(barrier)});
  }
  void onBulkCopy(int64_t thread, const void* site, Origin origin, int64_t barrier, int64_t bytes,
                  bool begins) override {
    if (!recording_) return;
    bulk_[static_cast<size_t>(thread)] = begins ? static_cast<int32_t>(barrier) : -1;
    if (!begins)
      sync(thread, {Kind::Bulk, places_.operation(site, Kind::Bulk, origin), bytes, static_cast<int32_t>(barrier)});
  }

  void onBulkStore(int64_t thread, const void*, Origin, bool begins) override {
    if (recording_) storing_[static_cast<size_t>(thread)] = begins;
  }

 protected:
  virtual void touch(int64_t thread, const ProtocolStep& step, const ElementAccess& at) = 0;
  virtual void sync(int64_t, const ProtocolStep&) {}
  virtual void leaveBlock() {}
  bool sameWarp(int64_t a, int64_t b) const { return a / warp_ == b / warp_; }

  Places& places_;
  int64_t warp_;
  bool recording_ = false;
  GpuLaunch launch_;
  int32_t number_ = 0;

 private:
  std::set<int> kernels_;
  std::vector<int> copying_;   // by thread: groups of copies that it is in
  std::vector<char> storing_;  // whether it is in a tensor store
  std::vector<int32_t> bulk_;  // the barrier of the bulk copy that it is in; -1: none
};

// Finds threads whose accesses meet.
class ChooseThreads : public BlockWatch {
 public:
  using BlockWatch::BlockWatch;
  std::map<int32_t, std::vector<Pair>> pairs;  // by launch
  bool complete = true;

 protected:
  void leaveBlock() override { seen_.clear(), covered_.clear(); }
  void touch(int64_t thread, const ProtocolStep& step, const ElementAccess& at) override {
    const auto [kind, access] = std::pair(step.kind, step.what);
    std::vector<Seen>& seen = seen_[{at.owner, at.element}];
    for (const Seen& other : seen)
      if (!reads(kind) || !reads(other.kind)) meet(other, {thread, access, kind});
    const auto ofThis = std::count_if(seen.begin(), seen.end(), [&](const Seen& s) { return s.access == step.what; });
    if (ofThis < 2 && seen.size() < kMostSeen &&
        std::none_of(
            seen.begin(), seen.end(), [&](const Seen& s) { return s.access == step.what && s.thread == thread; }))
      seen.push_back({thread, access, kind});
  }

 private:
  struct Seen {
    int64_t thread;
    int32_t access;
    Kind kind;
  };
  void meet(const Seen& a, const Seen& b) {
    int64_t first = std::min(a.thread, b.thread), second = std::max(a.thread, b.thread);
    const int how = first == second ? 0 : sameWarp(first, second) ? 1 : 2;
    // A thread by itself only has to wait for its own copies and tensor stores.
    const auto isLate = [](Kind kind) { return kind == Kind::Copy || kind == Kind::Read; };
    if (how == 0 && !isLate(a.kind) && !isLate(b.kind)) return;
    if (!covered_.insert({std::min(a.access, b.access), std::max(a.access, b.access), how}).second) return;
    if (how == 0) (first == 0 ? second : first) = first == 0 ? std::min<int64_t>(1, launch_.threads() - 1) : 0;
    if (first > second) std::swap(first, second);
    std::vector<Pair>& all = pairs[number_];
    if (std::find(all.begin(), all.end(), Pair(first, second)) != all.end()) return;
    if (all.size() < kMostPairs)
      all.emplace_back(first, second);
    else
      complete = false;
  }

  std::unordered_map<Element, std::vector<Seen>, ElementHash> seen_;
  std::set<std::tuple<int32_t, int32_t, int>> covered_;
};

// Records the chosen threads.
class RecordThreads : public BlockWatch {
 public:
  RecordThreads(Places& places, int warp, const std::map<int32_t, std::vector<Pair>>& pairs, Protocol& to)
      : BlockWatch(places, warp), pairs_(pairs), to_(to) {}
  void leaveBlock() override {
    findRoles();
    if (const auto chosen = pairs_.find(number_); recording_ && chosen != pairs_.end())
      for (const auto& [a, b] : chosen->second) addScenarios(a, b);
    threads_.clear();
    roles_.clear();
  }
  void onBlock(const GpuLaunch& launch, int32_t number, int64_t block) override {
    BlockWatch::onBlock(launch, number, block);
    const auto chosen = pairs_.find(number);
    if (!recording_ || chosen == pairs_.end()) return;
    for (const auto& [a, b] : chosen->second) threads_.try_emplace(a), threads_.try_emplace(b);
  }

 protected:
  struct Touch {
    size_t epoch;  // the number of synchronisations before it
    ProtocolStep step;
  };
  struct Thread {
    std::vector<ProtocolStep> syncs;
    std::unordered_map<Element, std::vector<Touch>, ElementHash> touches;
    std::vector<Element> order;  // of first touches
  };
  void touch(int64_t thread, const ProtocolStep& step, const ElementAccess& at) override {
    const Kind kind = step.kind;
    const int32_t access = step.what;
    const auto found = threads_.find(thread);
    if (found == threads_.end()) return;
    Thread& t = found->second;
    const auto [list, isNew] = t.touches.try_emplace({at.owner, at.element});
    if (isNew) t.order.push_back({at.owner, at.element}), names_.try_emplace(at.owner, at.memory);
    std::vector<Touch>& all = list->second;
    if (!all.empty() && all.back().epoch == t.syncs.size() && all.back().step.kind == kind && kind == Kind::Load &&
        all.back().step.what == access)
      return;
    int64_t before = 0;
    if (kind != Kind::Load)
      before = std::count_if(all.begin(), all.end(), [&](const Touch& x) { return x.step.what == access; });
    all.push_back({t.syncs.size(), {kind, access, before, step.barrier}});
  }
  void sync(int64_t thread, const ProtocolStep& step) override {
    if (const auto found = threads_.find(thread); found != threads_.end()) found->second.syncs.push_back(step);
    all_[thread].push_back(step);
  }

 private:
  // The threads of the block that take part in barriers with phases, by what they do.
  using Role = std::pair<std::vector<ProtocolStep>, std::vector<int64_t>>;
  void findRoles() {
    std::map<std::vector<int64_t>, size_t> known;
    for (const auto& [thread, steps] : all_) {
      if (std::none_of(steps.begin(), steps.end(), [](const ProtocolStep& s) { return s.kind >= Kind::Init; }))
        continue;
      std::vector<int64_t> key;
      for (const ProtocolStep& s : steps)
        for (const int64_t n : {static_cast<int64_t>(s.kind), int64_t{s.what}, s.number, int64_t{s.barrier}})
          key.push_back(n);
      const auto [found, isNew] = known.try_emplace(std::move(key), roles_.size());
      if (isNew) roles_.push_back({steps, {}});
      roles_[found->second].second.push_back(thread);
    }
    all_.clear();
  }
  std::vector<ProtocolScenario::Others> othersThan(int64_t a, int64_t b) const {
    std::vector<ProtocolScenario::Others> others;
    for (const auto& [steps, threads] : roles_) {
      const auto count = std::count_if(threads.begin(), threads.end(), [&](int64_t t) { return t != a && t != b; });
      if (count > 0) others.push_back({steps, count});
    }
    return others;
  }
  GpuThread nameOf(int64_t thread) const {
    const auto& extents = launch_.block;
    return {{}, {thread % extents[0], thread / extents[0] % extents[1], thread / extents[0] / extents[1]}};
  }
  static std::vector<ProtocolStep> merged(const Thread& t, const std::vector<Touch>& touches) {
    std::vector<ProtocolStep> steps;
    auto next = touches.begin();
    for (size_t epoch = 0; epoch <= t.syncs.size(); ++epoch) {
      for (; next != touches.end() && next->epoch == epoch; ++next) steps.push_back(next->step);
      if (epoch < t.syncs.size()) steps.push_back(t.syncs[epoch]);
    }
    return steps;
  }
  // An element that one of them writes and that is accessed again, once for all that are treated alike.
  void addScenarios(int64_t a, int64_t b) {
    const Thread &first = threads_.at(a), &second = threads_.at(b);
    std::vector<Element> elements = first.order;
    for (const Element& e : second.order)
      if (!first.touches.contains(e)) elements.push_back(e);
    std::set<std::vector<int64_t>> known;
    const std::vector<Touch> none;
    for (const Element& e : elements) {
      const auto of = [&](const Thread& t) -> const std::vector<Touch>& {
        const auto found = t.touches.find(e);
        return found == t.touches.end() ? none : found->second;
      };
      const std::vector<Touch>&x = of(first), &y = of(second);
      std::vector<int64_t> key;
      int64_t writes = 0, loads = 0;
      for (const auto* list : {&x, &y}) {
        for (const Touch& t : *list) {
          for (const int64_t n : {static_cast<int64_t>(t.epoch), static_cast<int64_t>(t.step.kind),
                                  static_cast<int64_t>(t.step.what), t.step.number})
            key.push_back(n);
          ++(reads(t.step.kind) ? loads : writes);
        }
        key.push_back(-1);
      }
      if (writes == 0 || loads == 0 || !known.insert(key).second) continue;
      to_.scenarios.push_back({{nameOf(a), nameOf(b)},
                               sameWarp(a, b),
                               names_.at(e.owner) + "[" + std::to_string(e.index) + "]",
                               {merged(first, x), a == b ? std::vector<ProtocolStep>() : merged(second, y)},
                               othersThan(a, b)});
    }
  }

  const std::map<int32_t, std::vector<Pair>>& pairs_;
  Protocol& to_;
  std::map<int64_t, Thread> threads_;
  std::map<int64_t, std::vector<ProtocolStep>> all_;  // what each thread of the block does to synchronise
  std::vector<Role> roles_;
  std::unordered_map<const void*, std::string> names_;
};

}  // namespace

Result<Protocol> recordProtocol(const GpuProgram& program, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, const GpuDevice& device) {
  Protocol protocol;
  Places places(protocol, scheduled);
  ChooseThreads choose(places, device.warp);
  const auto run = [&](EmulatorWatch& watch) {
    std::vector<Argument> copies = arguments;
    // One block of each launch, whatever mistakes it makes.
    return emulate(
        program, scheduled, copies,
        {.device = &device, .maxFindings = 1'000'000, .countedBlocks = 0, .launchSteps = 1, .watch = &watch});
  };
  if (Result<EmulatorReport> first = run(choose); !first) return std::move(first).error();
  RecordThreads record(places, device.warp, choose.pairs, protocol);
  const Result<EmulatorReport> second = run(record);
  if (!second) return second.error();
  record.leaveBlock();
  // Threads that wait for ever end the run.
  protocol.complete =
      choose.complete && std::none_of(second->findings.begin(), second->findings.end(),
                                      [](const auto& f) { return f.kind == GpuFinding::Kind::DivergentBarrier; });
  return protocol;
}

}  // namespace lw
