// Visits every state that the two threads of a scenario, and the others that take part in barriers with phases, can
// reach together. A state is where all of them are, which write the element has, which copies are under way, and what
// the phases wait for.
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_set>

#include "backends/emulator/errors.h"
#include "backends/emulator/protocol.h"

namespace lw {
namespace {

using Kind = ProtocolStep::Kind;

constexpr int kNothing = 0;         // the version of an element that neither thread has written
constexpr size_t kMostCopies = 64;  // of a scenario: bits of State::underWay
constexpr size_t kMostSteps = 65'000;
constexpr size_t kMostAgents = 6;     // the two threads, and others by what they do
constexpr size_t kMostBarriers = 20;  // with phases, and named ones

std::string text(const std::array<int64_t, 3>& at) {
  return "thread (" + std::to_string(at[0]) + ", " + std::to_string(at[1]) + ", " + std::to_string(at[2]) + ")";
}

// Of a barrier with phases.
struct Phase {
  int32_t threads = 0, left = 0, bytes = 0;  // threads: for which it was initialised; 0: it was not
  uint32_t number = 0;
  bool operator==(const Phase&) const = default;
};
struct State {
  std::array<uint16_t, kMostAgents> at{};
  uint32_t version = kNothing;
  uint64_t underWay = 0;
  uint32_t unfenced = 0;  // the threads whose writes tensor stores need not see yet
  std::array<Phase, kMostBarriers> phases{};
  bool operator==(const State&) const = default;
};
struct StateHash {
  size_t operator()(const State& s) const {
    uint64_t h = s.version;
    const auto add = [&](uint64_t n) { h = (h ^ n) * 0x9e3779b97f4a7c15U, h ^= h >> 31; };
    for (const uint16_t at : s.at) add(at);
    add(s.underWay), add(s.unfenced);
    for (const Phase& p : s.phases)
      if (p.threads > 0)
        add(static_cast<uint64_t>(static_cast<uint32_t>(p.left)) << 32 | static_cast<uint32_t>(p.bytes)), add(p.number);
    return static_cast<size_t>(h);
  }
};

// A step with what a search needs to know of it.
struct Move {
  ProtocolStep step;
  int32_t place = -1;      // of its barrier in State::phases
  int version = kNothing;  // of a Store or Copy
  int copy = -1;           // of a Copy or Read: its bit
  uint64_t waitsFor = 0;   // of a Wait or WaitStores: the copies or reads that it waits for
};

class Search {
 public:
  Search(const Protocol& protocol, const ProtocolScenario& scenario, const std::optional<ProtocolFault>& fault)
      : protocol_(protocol), scenario_(scenario) {
    moves_.resize(2 + scenario.others.size());
    for (size_t t = 0; t < moves_.size(); ++t)
      addMoves(t, t < 2 ? scenario.steps[t] : scenario.others[t - 2].steps, fault);
    for (size_t t = 0; t < 2; ++t) expectReadsAreWaitedFor(t);
  }
  std::optional<GpuFinding> finding;

  bool doesAs(const Search& other) const {
    const auto same = [](const Move& a, const Move& b) {
      return a.step.kind == b.step.kind && a.step.what == b.step.what && a.waitsFor == b.waitsFor &&
             (a.step.kind < Kind::Init || a.step.number == b.step.number);
    };
    return std::ranges::equal(moves_, other.moves_, [&](const std::vector<Move>& a, const std::vector<Move>& b) {
      return std::ranges::equal(a, b, same);
    });
  }

  // Returns the number of states; nullopt: there are more than `most`.
  std::optional<int64_t> run(int64_t most) {
    const auto isLong = [](const std::vector<Move>& moves) {
      return moves.size() > kMostSteps || std::any_of(moves.begin(), moves.end(), [](const Move& m) {
               return m.place >= static_cast<int32_t>(kMostBarriers);
             });
    };
    if (copies_.size() > kMostCopies || moves_.size() > kMostAgents || std::ranges::any_of(moves_, isLong))
      return std::nullopt;
    if (!finding) visit({});
    bool all = true;
    while (!open_.empty() && !finding && all) {
      const State s = open_.back();
      open_.pop_back();
      goOn(s);
      all = static_cast<int64_t>(known_.size()) <= most;
    }
    if (conflict_ && !finding) report(*conflict_);
    return all ? std::optional(static_cast<int64_t>(known_.size())) : std::nullopt;
  }

 private:
  // Or a read of a tensor store, whose version is that of no write.
  struct Copy {
    size_t thread;
    int64_t group;
    int version;
    int32_t barrier;  // the place of that which a bulk copy of so many bytes completes on; -1: none
    int64_t bytes;
  };
  struct Write {
    size_t thread;
    size_t at;  // index of its move
  };
  // What a load saw first, and the earliest place of the other thread when it was carried out.
  struct Seen {
    int version;
    size_t earliest;
  };
  // A load that may see a write or not.
  struct Conflict {
    size_t thread, at;  // of the load
    int version;        // of the write
  };

  void addMoves(size_t t, const std::vector<ProtocolStep>& steps, const std::optional<ProtocolFault>& fault) {
    int64_t group = 0, stores = 0;     // groups of copies, and of tensor stores
    std::map<int32_t, int64_t> named;  // how often it was at each
    for (size_t i = 0; i < steps.size(); ++i) {
      ProtocolStep step = steps[i];
      if (step.kind == Kind::Copy && step.barrier >= 0) {
        // The bulk copy that it is a part of.
        const ProtocolStep& bulk = steps[i + 1];
        if (!isLeftOut(bulk, fault)) addWrite(t, step, group, bulk.number);
        ++i;
        continue;
      }
      if (isLeftOut(step, fault)) continue;
      const bool faulty = isFaulty(step, fault);
      if (faulty && fault->how == ProtocolFault::How::More) ++step.number;
      if (faulty && fault->how == ProtocolFault::How::Flipped) step.number ^= 1;
      if (step.kind == Kind::Commit) {
        ++group;
      } else if (step.kind == Kind::Store || step.kind == Kind::Copy) {
        addWrite(t, step, group, 0);
      } else if (step.kind == Kind::Wait) {
        addWait(t, step, group);
      } else if (step.kind == Kind::CommitStores) {
        ++stores;
      } else if (step.kind == Kind::Read) {
        addRead(t, step, stores);
      } else if (step.kind == Kind::WaitStores) {
        addWaitForStores(t, step, stores);
      } else if (step.kind == Kind::Named) {
        const bool twice = faulty && fault->how == ProtocolFault::How::Twice && t == 0;
        for (int n = 0; n < (twice ? 2 : 1); ++n) addNamed(t, step, named[step.barrier]++);
      } else if (step.kind != Kind::WarpBarrier || (scenario_.sameWarp && t < 2)) {
        moves_[t].push_back({step, placeOf(step)});
        if (faulty && fault->how == ProtocolFault::How::Twice) moves_[t].push_back(moves_[t].back());
      }
    }
  }
  void addRead(size_t t, const ProtocolStep& step, int64_t group) {
    Move move{step};
    move.copy = static_cast<int>(copies_.size());
    if (copies_.size() < kMostCopies) reads_ |= uint64_t{1} << copies_.size();
    copies_.push_back({t, group, kNothing, -1, 0});
    moves_[t].push_back(move);
  }
  void addWaitForStores(size_t t, const ProtocolStep& step, int64_t group) {
    Move move{step};
    for (size_t c = 0; c < std::min(copies_.size(), kMostCopies); ++c)
      if (const uint64_t bit = uint64_t{1} << c; reads_ & bit && copies_[c].thread == t)
        if (copies_[c].group < group - step.number) move.waitsFor |= bit;
    if (move.waitsFor != 0) moves_[t].push_back(move);
  }
  void expectReadsAreWaitedFor(size_t t) {
    uint64_t waited = 0;
    for (const Move& move : moves_[t])
      if (move.step.kind == Kind::WaitStores) waited |= move.waitsFor;
    for (const Move& move : moves_[t]) {
      if (move.step.kind != Kind::Read || move.copy >= static_cast<int>(kMostCopies)) continue;
      if (waited >> move.copy & 1) continue;
      const Protocol::Place& place = protocol_.accesses[static_cast<size_t>(move.step.what)];
      finding = GpuFinding{GpuFinding::Kind::UnderWay,
                           explain(err::kProtocolLeft(nameOf(t) + block(place.block), scenario_.element),
                                   "end its group, and wait until the group has read"),
                           scenario_.threads[t],
                           {}};
    }
  }
  // -1: it uses no barrier with phases.
  int32_t placeOf(const ProtocolStep& step) {
    if (step.barrier < 0) return -1;
    const std::pair key(step.kind == Kind::Named, step.barrier);
    return places_.try_emplace(key, static_cast<int32_t>(places_.size())).first->second;
  }
  // An arrival, and a wait for the end of the phase that it is part of.
  void addNamed(size_t t, const ProtocolStep& step, int64_t phase) {
    Move move{step, placeOf(step)};
    moves_[t].push_back(move);
    move.step.kind = Kind::WaitPhase;
    move.step.number = phase % 2;
    moves_[t].push_back(move);
  }
  static bool isFaulty(const ProtocolStep& step, const std::optional<ProtocolFault>& fault) {
    return fault && step.kind >= Kind::Commit && static_cast<size_t>(step.what) == fault->operation;
  }
  static bool isLeftOut(const ProtocolStep& step, const std::optional<ProtocolFault>& fault) {
    return isFaulty(step, fault) && fault->how == ProtocolFault::How::LeftOut;
  }
  // `bytes`: of the bulk copy that a Copy is a part of.
  void addWrite(size_t t, const ProtocolStep& step, int64_t group, int64_t bytes) {
    // Threads that carry out the same statement write the same value.
    Move move{step};
    move.version =
        versions_.try_emplace({step.what, step.number}, static_cast<int>(versions_.size()) + 1).first->second;
    writes_.try_emplace(move.version, Write{t, moves_[t].size()});
    if (step.kind == Kind::Copy) {
      move.copy = static_cast<int>(copies_.size());
      copies_.push_back({t, group, move.version, placeOf(step), bytes});
    }
    moves_[t].push_back(move);
  }
  void addWait(size_t t, const ProtocolStep& step, int64_t group) {
    Move move{step};
    for (size_t c = 0; c < std::min(copies_.size(), kMostCopies); ++c)
      if (copies_[c].thread == t && copies_[c].barrier < 0 && !(reads_ >> c & 1) &&
          (step.number == 0 || copies_[c].group < group - step.number))
        move.waitsFor |= uint64_t{1} << c;
    if (move.waitsFor != 0) moves_[t].push_back(move);
  }

  void visit(const State& s) {
    if (known_.insert(s).second) open_.push_back(s);
  }
  const Move* next(const State& s, size_t t) const {
    return s.at[t] < moves_[t].size() ? &moves_[t][s.at[t]] : nullptr;
  }
  void complete(State s, uint64_t bit) {
    const Copy& copy = copies_[static_cast<size_t>(std::countr_zero(bit))];
    s.underWay &= ~bit;
    if (reads_ & bit) return visit(s);
    s.version = static_cast<uint32_t>(copy.version);
    if (copy.barrier >= 0) arrive(s, copy.barrier, 0, -copy.bytes);
    visit(s);
  }
  void goOn(const State& s) {
    bool moved = false, ended = true;
    for (uint64_t rest = s.underWay; rest != 0; rest &= rest - 1) complete(s, rest & -rest), moved = true;
    for (size_t t = 0; t < moves_.size() && !finding; ++t) {
      moved = step(s, t) || moved;
      ended = ended && !next(s, t);
    }
    if (!moved && !finding && !ended) stuck(s);
  }
  // How many threads it stands for.
  int64_t threadsOf(size_t t) const { return t < 2 ? 1 : scenario_.others[t - 2].threads; }
  static void arrive(State& s, int32_t barrier, int64_t threads, int64_t bytes) {
    Phase& phase = s.phases[static_cast<size_t>(barrier)];
    phase.left -= static_cast<int32_t>(threads);
    phase.bytes += static_cast<int32_t>(bytes);
    for (; phase.threads > 0 && phase.left <= 0 && phase.bytes == 0; ++phase.number) phase.left += phase.threads;
  }
  void arriveOrCopy(State& s, size_t t, const Move& move) const {
    const int64_t threads = threadsOf(t), number = move.step.number;
    if (move.step.kind == Kind::Arrive)
      arrive(s, move.place, threads, number * threads);
    else  // what copies other elements completes at once
      arrive(s, move.place, 0, -number * threads);
  }
  void arriveAtNamed(State& s, size_t t, const Move& move) const {
    Phase& phase = s.phases[static_cast<size_t>(move.place)];
    if (phase.threads == 0) phase.threads = phase.left = static_cast<int32_t>(move.step.number);
    arrive(s, move.place, threadsOf(t), 0);
  }
  // Of one thread, or of all at a barrier of the block; false: it cannot go on.
  bool step(State s, size_t t) {
    const Move* move = next(s, t);
    if (!move) return false;
    const int32_t barrier = move->place;
    const int64_t number = move->step.number;
    switch (move->step.kind) {
      case Kind::Load:
        load(s, t);
        break;
      case Kind::Store:
        if (overwrites(s, t)) return true;
        s.version = static_cast<uint32_t>(move->version);
        s.unfenced |= uint32_t{1} << t;
        break;
      case Kind::Read:
        if (!isFenced(s, t)) return true;
        load(s, t);
        s.underWay |= uint64_t{1} << move->copy;
        break;
      case Kind::Fence:
        s.unfenced &= ~(uint32_t{1} << t);
        break;
      case Kind::Copy:
        if (overwrites(s, t)) return true;
        s.underWay |= uint64_t{1} << move->copy;
        break;
      case Kind::Wait:
      case Kind::WaitStores:
        if (s.underWay & move->waitsFor) return false;
        break;
      case Kind::Barrier:
      case Kind::WarpBarrier:
        return together(s, *move);
      case Kind::Init:
        s.phases[static_cast<size_t>(barrier)] = {static_cast<int32_t>(number), static_cast<int32_t>(number), 0, 0};
        break;
      case Kind::Arrive:
      case Kind::Bulk:
        if (!isInitialised(s, t)) return true;
        arriveOrCopy(s, t, *move);
        break;
      case Kind::Named:
        arriveAtNamed(s, t, *move);
        break;
      case Kind::WaitPhase:
        if (!isInitialised(s, t)) return true;
        if (s.phases[static_cast<size_t>(barrier)].number % 2 == static_cast<uint32_t>(number % 2)) return false;
        break;
      case Kind::Commit:
      case Kind::CommitStores:
        break;
    }
    ++s.at[t];
    visit(s);
    return true;
  }
  // true: a tensor store still reads the element, which is reported.
  bool overwrites(const State& s, size_t t) {
    const uint64_t reading = s.underWay & reads_;
    if (reading == 0) return false;
    const size_t by = copies_[static_cast<size_t>(std::countr_zero(reading))].thread;
    const Protocol::Place& here = protocol_.accesses[static_cast<size_t>(next(s, t)->step.what)];
    finding = GpuFinding{GpuFinding::Kind::UnderWay,
                         explain(err::kProtocolOverwrite(nameOf(t) + block(here.block), scenario_.element, nameOf(by)),
                                 "wait until its group has read, and put a barrier behind the wait"),
                         scenario_.threads[t], scenario_.threads[by]};
    return true;
  }
  // false: a thread has not executed a fence behind its write, which is reported.
  bool isFenced(const State& s, size_t t) {
    if (s.unfenced == 0) return true;
    const auto by = static_cast<size_t>(std::countr_zero(s.unfenced));
    const Protocol::Place& here = protocol_.accesses[static_cast<size_t>(next(s, t)->step.what)];
    finding = GpuFinding{GpuFinding::Kind::UnderWay,
                         explain(err::kProtocolFence(nameOf(t) + block(here.block), scenario_.element, nameOf(by)),
                                 "let each thread that wrote it execute fence.proxy.async before the barrier between "
                                 "the two"),
                         scenario_.threads[t], scenario_.threads[by]};
    return false;
  }
  // false: the barrier that the next step of the thread uses is not, which is reported.
  bool isInitialised(const State& s, size_t t) {
    const ProtocolStep& step = next(s, t)->step;
    if (s.phases[static_cast<size_t>(next(s, t)->place)].threads > 0) return true;
    const Protocol::Place& here = protocol_.operations[static_cast<size_t>(step.what)];
    const size_t partner = t == 0 ? 1 : 0;
    finding = GpuFinding{GpuFinding::Kind::Race,
                         explain(err::kProtocolInit(nameOf(t) + block(here.block), int64_t{step.barrier}),
                                 "put a barrier of the block between the initialisation and the first use"),
                         t < 2 ? scenario_.threads[t] : GpuThread(), scenario_.threads[partner]};
    return false;
  }
  bool together(State s, const Move& move) {
    const size_t count = move.step.kind == Kind::Barrier ? moves_.size() : 2;
    for (size_t t = 0; t < count; ++t) {
      const Move* other = next(s, t);
      if (!other || other->step.kind != move.step.kind || other->step.what != move.step.what) return false;
    }
    for (size_t t = 0; t < count; ++t) ++s.at[t];
    visit(s);
    return true;
  }

  void load(const State& s, size_t t) {
    const auto version = static_cast<int>(s.version);
    const size_t other = s.at[1 - t];
    Seen& seen = seen_.try_emplace({t, s.at[t]}, Seen{version, other}).first->second;
    seen.earliest = std::min(seen.earliest, other);
    if (conflict_) return;
    // A write at the same time, even if it writes the same value.
    const Move* next = this->next(s, 1 - t);
    if (const uint64_t copies = s.underWay & ~reads_; copies != 0)
      conflict_ = Conflict{t, s.at[t], copies_[static_cast<size_t>(std::countr_zero(copies))].version};
    else if (next && (next->step.kind == Kind::Store || next->step.kind == Kind::Copy))
      conflict_ = Conflict{t, s.at[t], next->version};
    // The write that comes later is missing in one of the two orders.
    else if (seen.version != version)
      conflict_ = Conflict{t, s.at[t], comesLater(seen.version, version) ? seen.version : version};
  }
  bool comesLater(int a, int b) const {
    if (a == kNothing || b == kNothing) return a != kNothing;
    const Write &x = writes_.at(a), &y = writes_.at(b);
    return x.thread == y.thread ? x.at > y.at : false;
  }

  std::string block(const std::string& name) const { return name.empty() ? "" : " in block " + name; }
  void report(const Conflict& conflict) {
    const auto [t, at, version] = conflict;
    const Write& write = writes_.at(version);
    const Protocol::Place& load = protocol_.accesses[static_cast<size_t>(moves_[t][at].step.what)];
    const Move& by = moves_[write.thread][write.at];
    const Protocol::Place& place = protocol_.accesses[static_cast<size_t>(by.step.what)];
    // Is the copy always started before the load?
    const bool copied = by.step.kind == Kind::Copy,
               started = write.thread == t ? write.at < at : seen_.at({t, at}).earliest > write.at;
    const std::string reader = text(scenario_.threads[t].thread) + block(load.block),
                      writer = text(scenario_.threads[write.thread].thread) + block(place.block);
    Explanation e =
        !copied
            ? explain(err::kProtocolStore(reader, scenario_.element, writer), "put a barrier between the two accesses")
        : started
            ? explain(err::kProtocolCopy(reader, scenario_.element, writer),
                      "wait for the group of the copy before the load; other threads need a barrier after the wait")
            : explain(err::kProtocolReuse(reader, scenario_.element, writer),
                      "put a barrier between the load and the copy");
    for (const Origin& o : {load.origin, place.origin})
      if (o.block.valid() && (e.blocks.empty() || e.blocks.front() != o.block)) e.blocks.push_back(o.block);
    finding = GpuFinding{copied && started ? GpuFinding::Kind::UnderWay : GpuFinding::Kind::Race, std::move(e),
                         scenario_.threads[t], scenario_.threads[write.thread]};
  }
  std::string nameOf(size_t t) const {
    return t < 2 ? text(scenario_.threads[t].thread) : "one of " + std::to_string(threadsOf(t)) + " further threads";
  }
  // A barrier that only some of them reach, or a phase that does not end.
  void stuck(const State& s) {
    size_t t = 0;
    while (!next(s, t)) ++t;
    for (size_t i = t; i < moves_.size(); ++i)  // what others wait for
      if (const Move* move = next(s, i); move && move->step.kind >= Kind::Init && next(s, t)->step.kind < Kind::Init)
        t = i;
    const ProtocolStep& step = next(s, t)->step;
    const Protocol::Place& here = protocol_.operations[static_cast<size_t>(step.what)];
    const size_t partner = t == 0 ? 1 : 0;
    if (step.kind >= Kind::Init) {
      const Phase& phase = s.phases[static_cast<size_t>(next(s, t)->place)];
      const int64_t missing = std::max(phase.left, 0);
      const bool isNamed = protocol_.operations[static_cast<size_t>(step.what)].kind == Kind::Named;
      finding = GpuFinding{
          GpuFinding::Kind::DivergentBarrier,
          isNamed
              ? explain(
                    err::kProtocolNamed(nameOf(t) + block(here.block), int64_t{step.barrier}, missing, nameOf(partner)),
                    "let as many threads reach a named barrier as it is for, in whole warps")
              : explain(
                    err::kProtocolPhase(nameOf(t) + block(here.block), int64_t{phase.number}, int64_t{step.barrier},
                                        missing, int64_t{phase.bytes}, nameOf(partner)),
                    "let as many threads arrive as the barrier was initialised for, and wait for the phase that ends"),
          t < 2 ? scenario_.threads[t] : GpuThread(), scenario_.threads[partner]};
    } else {
      const Message rest = next(s, partner) ? Message("waits at another one") : Message("has ended");
      finding = GpuFinding{GpuFinding::Kind::DivergentBarrier,
                           explain(err::kProtocolStuck(nameOf(t) + block(here.block), nameOf(partner), rest),
                                   "let both threads reach the same barriers, in the same order"),
                           t < 2 ? scenario_.threads[t] : GpuThread(), scenario_.threads[partner]};
    }
    if (here.origin.block.valid()) finding->explanation.blocks.push_back(here.origin.block);
  }

  const Protocol& protocol_;
  const ProtocolScenario& scenario_;
  std::vector<std::vector<Move>> moves_;                 // of the two threads, then of the others
  std::map<std::pair<bool, int32_t>, int32_t> places_;   // of barriers, by whether they are named and number
  std::map<std::pair<int32_t, int64_t>, int> versions_;  // by statement and how often it was carried out
  std::map<int, Write> writes_;                          // by version
  std::vector<Copy> copies_;
  uint64_t reads_ = 0;  // the bits of State::underWay that are reads of tensor stores
  std::unordered_set<State, StateHash> known_;
  std::vector<State> open_;
  std::map<std::pair<size_t, size_t>, Seen> seen_;  // by thread and move
  std::optional<Conflict> conflict_;                // the first one
};

}  // namespace

bool applies(ProtocolFault::How how, ProtocolStep::Kind kind) {
  using How = ProtocolFault::How;
  switch (how) {
    case How::LeftOut:
      return kind >= Kind::Commit && kind != Kind::WarpBarrier;
    case How::More:
      return kind == Kind::Wait || kind == Kind::WaitStores || kind == Kind::Init || kind == Kind::Named;
    case How::Twice:
      return kind == Kind::Arrive || kind == Kind::Named;
    case How::Flipped:
      return kind == Kind::WaitPhase;
  }
  return false;
}

ProtocolReport checkProtocol(const Protocol& protocol, const std::optional<ProtocolFault>& fault,
                             const ProtocolLimits& limits) {
  ProtocolReport report;
  report.complete = protocol.complete;
  std::set<std::string> known;
  for (const ProtocolScenario& scenario : protocol.scenarios) {
    if (report.findings.size() >= limits.findings) break;
    Search search(protocol, scenario, fault);
    if (fault) {
      if (search.doesAs(Search(protocol, scenario, {}))) continue;
      ++report.changed;
    }
    const std::optional<int64_t> states = search.run(limits.states - report.states);
    report.states += states.value_or(limits.states - report.states);
    if (search.finding && known.insert(search.finding->explanation.message).second)
      report.findings.push_back(std::move(*search.finding));
    report.complete = report.complete && states;
    if (report.states >= limits.states) break;
  }
  return report;
}

}  // namespace lw
