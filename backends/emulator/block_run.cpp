#include "backends/emulator/block_run.h"

#include <algorithm>
#include <deque>

#include "backends/emulator/errors.h"
#include "core/ir/phased_barriers.h"
#include "core/ir/visit.h"
#include "core/ir/warp_matrix.h"
#include "passes/support/kernel_nest.h"

namespace lw::emulator {

using namespace interpreter;

static Scalar valueOf(const GpuScalar& s) {
  return s.type.isFloat() ? ofFloat(roundToType(s.type, s.real)) : ofInt(s.whole);
}

// A lane loads the rows of a and the columns of b that it needs, where the instruction loads each element once, in
// phases of 8 rows of 16 bytes. Of the loads of a lane, one for each phase is counted.
static int64_t loadsForEachPhase(const AttrStmt& attribute) {
  constexpr int64_t kPhase = 128;  // bytes
  const auto operation = readWarpMatrix(attribute);
  if (!operation || operation->kind != WarpMatrix::Kind::Load) return 1;
  int64_t elements = 1, own = 1;
  for (const MatrixLoop loop : loopsOf(*operation)) {
    const int64_t extent = extentOf(*operation, loop);
    elements *= extent;
    own *= loop == MatrixLoop::Rows ? extent / 8 : loop == MatrixLoop::Columns ? extent / 4 : extent;
  }
  const int64_t phases = elements * operation->to.buffer()->dtype.bytes() / kPhase;
  return std::max<int64_t>(1, own / std::max<int64_t>(1, phases));
}

// A thread: an interpreter machine on its own stack, observed.
struct BlockRun::Thread : ExecutionObserver, Together {
  BlockRun& owner;
  int64_t number;
  InterpretOptions options;
  Machine machine;
  Fiber fiber;
  const void* waitsAt = nullptr;   // the barrier
  bool waitsForWarp = false;       // instead of the block
  bool operates = false;           // it waits to carry out a matrix operation with its warp
  int64_t countedOf = 1, met = 0;  // in an operation, one of so many accesses is counted; those since its start
  int32_t warpInterval = 0;        // how often it has waited for its warp
  Origin waitsIn;
  std::optional<Explanation> failure;
  bool ready = true;                                        // where threads run side by side: it does not wait
  int64_t phasedBarrier = -1, parity = 0;                   // that it waits for
  int64_t bulkBarrier = -1;                                 // inside a bulk copy that completes on it
  bool storing = false;                                     // inside a tensor store
  std::vector<Place> reads, writes;                         // of tensor stores whose group has not ended
  std::deque<std::vector<Place>> storeGroups, writeGroups;  // what they read and write, oldest first
  std::vector<Place> unfenced;                              // that it wrote
  int64_t namedBarrier = -1, namedPhase = 0;                // that it waits for
  int32_t namedSyncs = 0;                                   // how many named barriers it has reached
  std::shared_ptr<const std::vector<int32_t>> known;        // of all threads (Now::known)
  int copying = 0;                                          // inside a group of asynchronous copies
  int64_t finished = 0;                                     // groups of it that are complete
  std::deque<std::vector<Place>> groups;                    // in flight, oldest first

  Thread(BlockRun& o, int64_t n) : owner(o), number(n), machine{options} {
    options.allowUninitialised = true;  // checked by the emulator, which knows the other threads
    options.observer = this;
    options.cancelled = o.c_.options.cancelled;
    machine.together = this;
    machine.values.resize(o.compiler_.valueSlots());
    machine.pointers.resize(o.compiler_.pointerSlots());
    machine.views.resize(o.compiler_.viewSlots());
  }
  void onElement(const ElementAccess& access) override { owner.onElement(*this, access); }
  void onLoop(const For& loop, int64_t value) override {
    if (owner.counting_) owner.counting_->work->iteration(number, &loop);
    if (owner.c_.options.watch) owner.c_.options.watch->onLoop(number, loop.id, value);
  }
  void barrier(const void* site, Origin origin, bool ofWarp) override {
    if (owner.c_.options.watch) owner.c_.options.watch->onSync(number, site, origin, ofWarp);
    waitsAt = site;
    waitsForWarp = ofWarp;
    waitsIn = origin;
    fiber.stop();
    waitsAt = nullptr;
    if (owner.abandoned_) throw Failure{Explanation()};
  }
  void operation(const AttrStmt& operation, Origin origin, bool begins) override {
    countedOf = begins ? loadsForEachPhase(operation) : 1;
    met = 0;
    if (!begins) return;
    operates = true;
    barrier(&operation, origin, true);
    operates = false;
  }
  std::shared_ptr<Memory> shared(const Var& data, const std::function<std::shared_ptr<Memory>()>& make) override {
    std::shared_ptr<Memory>& memory = owner.shared_[data.key()];
    if (!memory) memory = make();
    return memory;
  }
  void copies(const AttrStmt& group, Origin origin, bool begin) override {
    if (owner.c_.options.watch) owner.c_.options.watch->onCopies(number, &group, origin, begin);
    if (begin && copying++ == 0) groups.emplace_back();
    if (!begin) --copying;
  }
  void waitForCopies(const AttrStmt& wait, Origin origin, int64_t left) override {
    if (owner.c_.options.watch) owner.c_.options.watch->onWait(number, &wait, origin, left);
    owner.finishCopies(*this, left);
  }
  void phased(PhasedKind kind, const void* site, Origin origin, int64_t barrier, int64_t by) override {
    if (owner.c_.options.watch) owner.c_.options.watch->onPhased(number, kind, site, origin, barrier, by);
    waitsIn = origin;
    owner.onPhased(*this, kind, barrier, by);
  }
  void bulkCopy(const AttrStmt& copy, Origin origin, int64_t barrier, int64_t bytes, bool begins) override {
    if (owner.c_.options.watch) owner.c_.options.watch->onBulkCopy(number, &copy, origin, barrier, bytes, begins);
    bulkBarrier = begins ? barrier : -1;
    if (begins) return;
    owner.phased_[barrier].bytes -= bytes;
    owner.endPhase(barrier);
  }
  void bulkStore(const AttrStmt& store, Origin origin, bool begins) override {
    if (owner.c_.options.watch) owner.c_.options.watch->onBulkStore(number, &store, origin, begins);
    storing = begins;
  }
  void run() {
    try {
      for (const Run& step : owner.setUp_) step(machine);
      owner.body_(machine);
    } catch (Failure& f) {
      failure = std::move(f.explanation);
    }
  }
};

BlockRun::BlockRun(BlockContext context) : c_(std::move(context)), compiler_(c_.kernel.function) { prepare(); }
BlockRun::~BlockRun() { abandon(); }

// Waiting threads are resumed to their end, so that objects on their stacks are destroyed.
void BlockRun::abandon() {
  abandoned_ = true;
  counting_ = nullptr;
  for (const auto& t : threads_)
    while (!t->fiber.done()) t->fiber.resume();
}

void BlockRun::prepare() {
  const GpuKernel& k = c_.kernel;
  for (size_t i = 0; i < k.scalars.size(); ++i) {
    const size_t slot = compiler_.defineValue(k.scalars[i]);
    setUp_.push_back([slot, value = valueOf(c_.launch.scalars[i])](Machine& m) { m.values[slot] = value; });
  }
  for (const GpuKernel::Axis& axis : k.axes) axisSlots_.push_back(compiler_.defineValue(axis.var));
  for (size_t i = 0; i < k.buffers.size(); ++i) {
    const size_t pointer = compiler_.definePointer(k.buffers[i]);
    setUp_.push_back([pointer, memory = c_.memories[i]](Machine& m) { m.pointers[pointer].memory = memory; });
  }
  for (const auto& [handle, buffer] : k.function.buffers) setUp_.push_back(compiler_.defineView(buffer));
  body_ = compiler_.compile(k.body);
  forEachStmt(k.body, [&](const Stmt& s) {
    sideBySide_ = sideBySide_ || phasedCall(s);
    const auto* n = s.as<AttrStmt>();
    tensorStores_ = tensorStores_ || (n && n->key == kBulkStore);
    if (!n || n->key != kBulkCopy) return;
    forEachExpr(n->value, [&](const Expr& e) {
      if (const auto* load = e.as<BufferLoad>()) ofBulkCopies_.insert(load->buffer->data.key());
    });
  });
  for (int64_t t = 0; t < c_.launch.threads(); ++t) threads_.push_back(std::make_unique<Thread>(*this, t));
}

GpuThread BlockRun::nameOf(int64_t thread) const {
  const auto at = [](int64_t number, const std::array<int64_t, 3>& extents) {
    return std::array<int64_t, 3>{number % extents[0], number / extents[0] % extents[1],
                                  number / extents[0] / extents[1]};
  };
  return {at(number_, c_.launch.grid), at(thread, c_.launch.block)};
}

void BlockRun::onElement(Thread& thread, const ElementAccess& access) {
  const std::string& scope = (*access.buffer)->scope;
  const bool own = scope == "local" || isFragment(scope);
  if (counting_ && access.store && access.lane == 0) counting_->work->store(thread.number, access.site);
  const Findings::Access now{nameOf(thread.number), access.origin, access.store};
  if (!access.store && !access.written) {
    const auto element = [&] { return access.memory + "[" + std::to_string(access.element) + "]"; };
    if (own)
      c_.findings.uninitialised(element(), now);
    else if (std::vector<Pending>& known = unwritten_[{access.owner, access.element}];
             std::none_of(known.begin(), known.end(), [&](const Pending& p) { return p.access.origin == now.origin; }))
      known.push_back({element(), now, reads_++});
  }
  if (own) {
    if (c_.options.watch) c_.options.watch->onRegister(thread.number, access);
    return;
  }
  const bool ofWarp = scope == "warp", shared = scope.starts_with("shared") || ofWarp;
  if (counting_ && !ofWarp) count(thread, access, shared);
  if (c_.options.watch && !ofWarp) c_.options.watch->onElement(thread.number, access);
  if (shared && !c_.races.watches(access.owner))
    for (const auto& [key, memory] : shared_)
      if (memory.get() == access.owner)
        c_.races.watch(access.owner,
                       static_cast<int64_t>(memory->bytes.size()) / std::max(1, (*access.buffer)->dtype.bytes()));
  if (shared && (thread.copying > 0 || thread.bulkBarrier >= 0 || !underWay_.empty())) onCopies(thread, access, now);
  if (tensorStores_ && shared) onTensorStores(thread, access, now);
  if (tensorStores_ && !shared) onGlobalOfStores(thread, access, now);
  // What barriers with phases order is checked by all interleavings (protocol.h).
  if (shared && ofBulkCopies_.contains((*access.buffer)->data.key())) return;
  const Now moment = momentOf(thread, access.origin, ofWarp, access.atomic);
  const std::optional<Race> race = access.store ? c_.races.store(access.owner, access.element, access.value, moment)
                                                : c_.races.load(access.owner, access.element, moment);
  if (!race) return;
  GpuThread other = nameOf(race->before.thread);
  const int64_t block = race->before.block;
  other.block = {block % c_.launch.grid[0], block / c_.launch.grid[0] % c_.launch.grid[1],
                 block / c_.launch.grid[0] / c_.launch.grid[1]};
  unwritten_.erase({access.owner, access.element});
  c_.findings.race(access.memory + "[" + std::to_string(access.element) + "]",
                   {other, race->before.origin, race->storeBefore}, now);
}

void BlockRun::count(Thread& thread, const ElementAccess& access, bool shared) {
  const bool kept = counting_->work->staysInRegister(thread.number, access);
  if (!shared && !kept) counting_->work->touch(access);
  if (thread.met++ % thread.countedOf != 0) return;
  counting_->accesses->touch(thread.number, {access.site, access.buffer, access.origin, access.store, access.lane,
                                             access.element, kept, access.atomic});
}

Now BlockRun::momentOf(const Thread& thread, Origin origin, bool ofWarp, bool atomic) const {
  return {{launch_, static_cast<int32_t>(number_), static_cast<int32_t>(thread.number),
           ofWarp ? interval_ + thread.warpInterval : interval_, origin, atomic, thread.namedSyncs},
          thread.known.get()};
}

void BlockRun::onCopies(Thread& thread, const ElementAccess& access, const Findings::Access& now) {
  const Place place{access.owner, access.element};
  // Several threads may make the same copy, as they may store the same value.
  const bool copies = access.store && (thread.copying > 0 || thread.bulkBarrier >= 0);
  if (const auto found = underWay_.find(place); found != underWay_.end() && !copies) {
    c_.findings.underWay(access.memory + "[" + std::to_string(access.element) + "]", now,
                         {nameOf(found->second.thread), found->second.origin, true});
    if (access.store) underWay_.erase(found);
  }
  if (!copies) return;
  if (thread.bulkBarrier >= 0) {
    underWay_.insert_or_assign(place, Copy{thread.number, 0, access.origin, thread.bulkBarrier});
    return;
  }
  underWay_.insert_or_assign(
      place, Copy{thread.number, thread.finished + static_cast<int64_t>(thread.groups.size()), access.origin});
  thread.groups.back().push_back(place);
}

// The copies of a complete group count as written now; other threads see them after the next barrier.
void BlockRun::finishCopies(Thread& thread, int64_t left) {
  while (static_cast<int64_t>(thread.groups.size()) > left) {
    for (const Place& place : thread.groups.front()) {
      const auto found = underWay_.find(place);
      if (found == underWay_.end() || found->second.thread != thread.number ||
          found->second.group != thread.finished + 1)
        continue;
      underWay_.erase(found);
      c_.races.settle(place.memory, place.index, momentOf(thread, {}, false));
    }
    thread.groups.pop_front();
    ++thread.finished;
  }
}

// What a tensor store reads is not read before its group is waited for, and needs a fence of the thread that wrote it.
void BlockRun::onTensorStores(Thread& thread, const ElementAccess& access, const Findings::Access& now) {
  const Place place{access.owner, access.element};
  const auto name = [&] { return access.memory + "[" + std::to_string(access.element) + "]"; };
  if (!access.store) {
    if (!thread.storing) return;
    if (const auto writer = unfenced_.find(place); writer != unfenced_.end())
      c_.findings.unfenced(name(), now, nameOf(writer->second));
    reading_.insert_or_assign(place, Reading{thread.number, access.origin, name()});
    thread.reads.push_back(place);
    return;
  }
  if (const auto found = reading_.find(place); found != reading_.end())
    c_.findings.overwritten(name(), now, {nameOf(found->second.thread), found->second.origin, false});
  if (thread.bulkBarrier >= 0) return;  // bulk copies need no fence
  unfenced_.insert_or_assign(place, thread.number);
  thread.unfenced.push_back(place);
}

void BlockRun::onStoreCalls(Thread& thread, PhasedKind kind, int64_t number) {
  if (kind == PhasedKind::Fence) {
    for (const Place& place : thread.unfenced)
      if (const auto found = unfenced_.find(place); found != unfenced_.end() && found->second == thread.number)
        unfenced_.erase(found);
    thread.unfenced.clear();
  } else if (kind == PhasedKind::CommitStores) {
    thread.storeGroups.push_back(std::exchange(thread.reads, {}));
    thread.writeGroups.push_back(std::exchange(thread.writes, {}));
  } else {
    for (; static_cast<int64_t>(thread.storeGroups.size()) > number; thread.storeGroups.pop_front())
      for (const Place& place : thread.storeGroups.front()) {
        reading_.erase(place);
        c_.races.load(place.memory, place.index, momentOf(thread, thread.waitsIn, false));
      }
    if (kind == PhasedKind::WaitStores) return;
    for (; static_cast<int64_t>(thread.writeGroups.size()) > number; thread.writeGroups.pop_front())
      for (const Place& place : thread.writeGroups.front()) writing_.erase(place);
  }
}

// A tensor store may write global memory until its group has been waited for, or the kernel ends.
void BlockRun::onGlobalOfStores(Thread& thread, const ElementAccess& access, const Findings::Access& now) {
  const Place place{access.owner, access.element};
  if (const auto found = writing_.find(place); found != writing_.end())
    c_.findings.underWay(found->second.element, now, {nameOf(found->second.thread), found->second.origin, true});
  if (!thread.storing || !access.store) return;
  const std::string name = access.memory + "[" + std::to_string(access.element) + "]";
  writing_.insert_or_assign(place, Reading{thread.number, access.origin, name});
  thread.writes.push_back(place);
}

void BlockRun::onPhased(Thread& thread, PhasedKind kind, int64_t barrier, int64_t number) {
  if (kind == PhasedKind::Make || kind == PhasedKind::Registers) return;
  if (kind == PhasedKind::Named) return onNamed(thread, barrier, number);
  if (kind > PhasedKind::Named) return onStoreCalls(thread, kind, number);
  Phased& b = phased_[barrier];
  if (kind == PhasedKind::Init) {
    b = {number, number, 0, 0, thread.number, interval_, thread.waitsIn};
    return;
  }
  if (b.threads > 0 && b.maker != thread.number && b.interval == interval_)
    c_.findings.race("barriers[" + std::to_string(barrier) + "]", {nameOf(b.maker), b.madeIn, true},
                     {nameOf(thread.number), thread.waitsIn, false});
  if (b.threads <= 0)
    thread.machine.fail(err::kEmulatorBarrier(barrier),
                        "initialise it, and put a barrier of the block between that and its first use");
  if (kind == PhasedKind::Arrive) {
    --b.left;
    b.bytes += number;
    return endPhase(barrier);
  }
  thread.phasedBarrier = barrier;
  thread.parity = number;
  waitUntilReady(thread);
  thread.phasedBarrier = -1;
}

void BlockRun::waitUntilReady(Thread& thread) {
  while (!canGoOn(thread)) {
    thread.ready = false;
    thread.fiber.stop();
    if (abandoned_) throw Failure{Explanation()};
  }
}

void BlockRun::onNamed(Thread& thread, int64_t barrier, int64_t threads) {
  const int64_t warp = c_.options.device->warp;
  if (barrier < 1 || barrier > kMostNamedBarriers || threads < warp || threads % warp != 0)
    thread.machine.fail(err::kEmulatorNamed(barrier, threads, kMostNamedBarriers, warp),
                        "barrier 0 is that of the whole block, T.tvm_storage_sync(\"shared\")");
  Named& b = named_[barrier];
  if (b.arrived.empty()) b.threads = threads;
  if (b.threads != threads)
    thread.machine.fail(err::kEmulatorNamedCounts(barrier, threads, b.threads),
                        "give a barrier the same number of threads wherever it is used, or use another one");
  b.arrived.push_back(&thread);
  ++thread.namedSyncs;
  thread.namedBarrier = barrier;
  thread.namedPhase = b.phase;
  if (static_cast<int64_t>(b.arrived.size()) == b.threads) endNamed(b);
  waitUntilReady(thread);
  thread.namedBarrier = -1;
}

// Whole warps have arrived. All of them now know what any of them knew.
void BlockRun::endNamed(Named& b) {
  const int64_t warp = c_.options.device->warp;
  std::map<int64_t, int64_t> lanes;  // by warp
  for (const Thread* t : b.arrived) ++lanes[t->number / warp];
  for (const Thread* t : b.arrived)
    if (const int64_t first = t->number / warp * warp; lanes[t->number / warp] < warp)
      for (const auto& other : threads_)
        if (other->number >= first && other->number < first + warp &&
            std::find(b.arrived.begin(), b.arrived.end(), other.get()) == b.arrived.end())
          return c_.findings.divergent({nameOf(t->number), t->waitsIn}, nameOf(other->number),
                                       other->fiber.done() ? std::nullopt : std::optional(other->waitsIn));
  auto known = std::make_shared<std::vector<int32_t>>(threads_.size(), 0);
  std::set<const std::vector<int32_t>*> seen;
  for (const Thread* t : b.arrived) {
    if (t->known && seen.insert(t->known.get()).second)
      for (size_t i = 0; i < known->size(); ++i) (*known)[i] = std::max((*known)[i], (*t->known)[i]);
    (*known)[static_cast<size_t>(t->number)] = t->namedSyncs;
  }
  for (Thread* t : b.arrived) t->known = known;
  b.arrived.clear();
  ++b.phase;
}

void BlockRun::endPhase(int64_t barrier) {
  Phased& b = phased_[barrier];
  if (b.left > 0 || b.bytes != 0) return;
  ++b.phase;
  b.left = b.threads;
  std::erase_if(underWay_, [&](const auto& copy) { return copy.second.barrier == barrier; });
}

bool BlockRun::canGoOn(const Thread& thread) const {
  if (thread.namedBarrier >= 0) return named_.at(thread.namedBarrier).phase > thread.namedPhase;
  if (thread.phasedBarrier < 0) return thread.ready;
  const auto found = phased_.find(thread.phasedBarrier);
  return found != phased_.end() && found->second.phase % 2 != thread.parity % 2;
}

// Runs up to the next barrier of the block. Threads may wait for each other by phases, so that those that can go on
// take turns.
void BlockRun::runSideBySide() {
  const auto warp = static_cast<size_t>(c_.options.device->warp);
  for (const auto& t : threads_) t->ready = true;
  for (bool again = true; again && !c_.findings.full();) {
    again = false;
    shuffle();
    for (size_t first = 0; first < threads_.size() && !c_.findings.full(); first += warp) {
      const auto lanes = std::span(threads_).subspan(first, std::min(warp, threads_.size() - first));
      const Thread* waits = nullptr;
      for (const auto& t : lanes) {
        if (!t->fiber.done() && canGoOn(*t)) {
          t->ready = true;
          t->fiber.resume();
          if (t->failure) fail(*t);
          t->ready = false;
          again = true;
        }
        if (!t->fiber.done() && t->waitsForWarp && t->waitsAt) waits = t.get();
      }
      // A lane that waits for a phase or at a named barrier may reach the operation later.
      const auto isLater = [](const auto& t) { return t->phasedBarrier >= 0 || t->namedBarrier >= 0; };
      if (!waits || std::any_of(lanes.begin(), lanes.end(), isLater)) continue;
      checkBarrier(*waits, lanes);
      for (const auto& t : lanes) ++t->warpInterval, t->ready = true;
      again = true;
    }
  }
  if (c_.findings.full()) return;
  for (const auto& t : threads_)
    if (!t->fiber.done() && t->phasedBarrier >= 0)
      c_.findings.forEver({nameOf(t->number), t->waitsIn}, t->phasedBarrier, phased_[t->phasedBarrier].phase);
  for (const auto& t : threads_)
    if (!t->fiber.done() && t->namedBarrier >= 0) {
      const Named& b = named_.at(t->namedBarrier);
      return c_.findings.forEverNamed({nameOf(t->number), t->waitsIn}, t->namedBarrier, b.threads,
                                      b.threads - static_cast<int64_t>(b.arrived.size()));
    }
}

// Warps, and lanes in each, for the next part of their run.
void BlockRun::shuffle() {
  if (c_.options.order == 0) return;
  const auto warp = static_cast<std::ptrdiff_t>(c_.options.device->warp);
  const auto all = static_cast<std::ptrdiff_t>(threads_.size());
  for (std::ptrdiff_t w = all / warp - 1; w > 0; --w) {
    const auto other = static_cast<std::ptrdiff_t>(random_() % static_cast<uint64_t>(w + 1));
    const auto from = threads_.begin() + w * warp;
    if (other != w) std::swap_ranges(from, from + warp, threads_.begin() + other * warp);
  }
  for (std::ptrdiff_t first = 0; first < all; first += warp)
    std::shuffle(threads_.begin() + first, threads_.begin() + std::min(all, first + warp), random_);
}

// Reading an element before it is written is a race if another thread wrote it in the same interval; otherwise nobody
// did.
void BlockRun::settleUninitialised() {
  std::vector<const Pending*> all;
  for (const auto& [place, reads] : unwritten_)
    for (const Pending& p : reads) all.push_back(&p);
  std::sort(all.begin(), all.end(), [](const Pending* a, const Pending* b) { return a->number < b->number; });
  for (const Pending* p : all) c_.findings.uninitialised(p->element, p->access);
  unwritten_.clear();
}

// All these threads are at the barrier of the waiting thread.
void BlockRun::checkBarrier(const Thread& first, std::span<const std::unique_ptr<Thread>> threads) {
  for (const auto& t : threads) {
    if (t->fiber.done())
      return c_.findings.divergent({nameOf(first.number), first.waitsIn, first.operates}, nameOf(t->number), {});
    if (t->waitsAt != first.waitsAt)
      return c_.findings.divergent({nameOf(first.number), first.waitsIn, first.operates}, nameOf(t->number),
                                   t->waitsIn);
  }
}

// Runs up to the next barrier of the block. Its threads may also wait for their warp, which does not block other warps.
void BlockRun::runWarp(std::span<const std::unique_ptr<Thread>> warp) {
  for (bool again = true; again && !c_.findings.full();) {
    again = false;
    const Thread* waits = nullptr;
    for (const auto& t : warp) {
      if (!t->fiber.done()) t->fiber.resume();
      if (t->failure) fail(*t);
      if (!t->fiber.done() && t->waitsForWarp) waits = t.get();
    }
    if (!waits) return;
    checkBarrier(*waits, warp);
    for (const auto& t : warp) ++t->warpInterval;
    again = true;
  }
}

void BlockRun::fail(Thread& t) {
  Explanation e = std::move(*t.failure);
  const GpuThread name = nameOf(t.number);
  e.setMessage(say("{0} by thread ({1}, {2}, {3}) of block ({4}, {5}, {6})", e.reason, name.thread[0], name.thread[1],
                   name.thread[2], name.block[0], name.block[1], name.block[2]));
  if (t.machine.origin.block.valid()) e.blocks.push_back(t.machine.origin.block);
  throw Failure{std::move(e)};
}

void BlockRun::startThreads() {
  const GpuThread here = nameOf(0);
  for (const auto& t : threads_) {
    const GpuThread name = nameOf(t->number);
    for (size_t i = 0; i < axisSlots_.size(); ++i) {
      const std::string& axis = c_.kernel.axes[i].name;
      const auto& at = axis.starts_with("threadIdx") ? name.thread : here.block;
      t->machine.values[axisSlots_[i]] = ofInt(at[static_cast<size_t>(axis.back() - 'x')]);
    }
    t->machine.steps = 0;
    t->machine.places.clear();
    t->warpInterval = t->namedSyncs = 0;
    t->copying = 0;
    t->storing = false;
    t->phasedBarrier = t->bulkBarrier = t->namedBarrier = -1;
    t->known.reset();
    for (auto* groups : {&t->groups, &t->storeGroups, &t->writeGroups}) groups->clear();
    for (auto* places : {&t->reads, &t->writes, &t->unfenced}) places->clear();
    t->options.maxSteps = c_.options.maxSteps - c_.steps;
    t->fiber.start([thread = t.get()] { thread->run(); });
  }
}

void BlockRun::expectStoresHaveRead() {
  const Reading* first = nullptr;
  for (const auto& [place, reading] : reading_)
    if (!first || reading.element < first->element) first = &reading;
  if (first) c_.findings.leftReading(first->element, {nameOf(first->thread), first->origin, false});
}

int64_t BlockRun::block(int64_t number, int32_t launch, const Counting* counting) {
  number_ = number;
  launch_ = launch;
  interval_ = 0;
  counting_ = counting;
  if (c_.options.watch) c_.options.watch->onBlock(c_.launch, launch, number);
  startThreads();
  random_.seed(c_.options.order + static_cast<uint64_t>(number));
  const std::span<const std::unique_ptr<Thread>> all(threads_);
  const auto warp = static_cast<size_t>(c_.options.device->warp);
  for (; !c_.findings.full(); ++interval_) {
    if (sideBySide_)
      runSideBySide();
    else
      shuffle();
    for (size_t first = 0; !sideBySide_ && first < all.size() && !c_.findings.full(); first += warp)
      runWarp(all.subspan(first, std::min(warp, all.size() - first)));
    if (counting_) counting_->accesses->flush(), counting_->work->barrier();
    if (c_.options.watch) c_.options.watch->onBarrier();
    settleUninitialised();
    const auto waits = std::find_if(all.begin(), all.end(), [](const auto& t) { return !t->fiber.done(); });
    if (waits == all.end() || c_.findings.full()) break;
    checkBarrier(**waits, all);
  }
  if (!c_.findings.full()) expectStoresHaveRead();
  if (counting_) counting_->work->endBlock();
  if (c_.findings.full()) abandon();
  for (const auto& t : threads_) c_.steps += t->machine.steps;
  for (const auto& [key, memory] : shared_) c_.races.forget(memory.get());
  shared_.clear();
  underWay_.clear();
  phased_.clear();
  named_.clear();
  reading_.clear();
  writing_.clear();
  unfenced_.clear();
  return interval_;
}

}  // namespace lw::emulator
