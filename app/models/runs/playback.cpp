#include "app/models/runs/playback.h"

#include <algorithm>

#include "app/models/runs/values_model.h"

namespace lw {

QString touchText(Touch touch) {
  switch (touch) {
    case Touch::Hit:
      return Playback::tr("a hit");
    case Touch::Cold:
      return Playback::tr("a cold miss: first use of the line");
    case Touch::Capacity:
      return Playback::tr("a capacity miss: too many lines since its last use");
    case Touch::Conflict:
      return Playback::tr("a conflict miss: too many lines of its set since its last use");
  }
  return {};
}

QString costText(const Recording::Request& r) {
  if (r.registers) return Playback::tr("registers: no memory traffic");
  if (!r.shared) {
    const QString sectors =
        r.moved == 1 ? Playback::tr("1 sector of 32 bytes") : Playback::tr("%1 sectors of 32 bytes").arg(r.moved);
    return r.moved > r.needed ? Playback::tr("%1 where %2 would suffice").arg(sectors).arg(r.needed)
                              : Playback::tr("%1: coalesced").arg(sectors);
  }
  const QString passes = r.moved == 1 ? Playback::tr("1 pass") : Playback::tr("%1 passes").arg(r.moved);
  if (r.moved <= r.needed) return Playback::tr("no bank conflict: %1").arg(passes);
  if (r.meeting == r.words)
    return Playback::tr("%1 lanes conflict in bank %2: %3").arg(r.meeting).arg(r.bank).arg(passes);
  return Playback::tr("%1 lanes access %2 words of bank %3: %4").arg(r.meeting).arg(r.words).arg(r.bank).arg(passes);
}

QString warpText(const WarpTotals& totals) {
  const auto share = [](int64_t needed, int64_t moved) {
    return moved > 0 ? qRound(100.0 * double(needed) / double(moved)) : 100;
  };
  QString text = Playback::tr("%L1 sectors of 32 bytes transferred, %2 % of them needed")
                     .arg(totals.sectors)
                     .arg(share(totals.sectorsNeeded, totals.sectors));
  if (totals.passes > 0)
    text += Playback::tr("; %L1 passes over the banks, %2 % of them needed")
                .arg(totals.passes)
                .arg(share(totals.passesNeeded, totals.passes));
  return text;
}

QString registersText(const Recording& recording) {
  switch (recording.registers) {
    case Recording::Registers::None:
    case Recording::Registers::Shown:
      return {};
    case Recording::Registers::TooMany:
      return Playback::tr("registers are not shown: %1 per lane").arg(recording.mostRegisters);
    case Recording::Registers::TooLong:
      return Playback::tr("registers are not shown: the run would be too long");
  }
  return {};
}

void Playback::setProgram(RecordedProgram program) {
  program_ = std::move(program);
  addresses_.clear();
  totals_.assign(1, {});
  blockDims_ = 1;
  position_ = 0;
  replay_.reset();
  if (program_.recording) {
    if (!ofWarps())
      for (const Recording::Access& access : recording().accesses) addresses_.push_back(recording().addressOf(access));
    for (const Recording::Request& r : recording().requests) {
      WarpTotals sum = totals_.back();
      (r.shared ? sum.passes : sum.sectors) += r.moved;
      (r.shared ? sum.passesNeeded : sum.sectorsNeeded) += r.needed;
      totals_.push_back(sum);
      for (int dim = 1; dim < 3; ++dim)
        if (r.block[size_t(dim)] > 0) blockDims_ = std::max(blockDims_, dim + 1);
    }
    if (ofWarps()) program_.cache = {1, 1, 32};
    replay_ = std::make_unique<Replay>(recording());
  }
  cache_ = simulateCache(addresses_, program_.cache);
  Q_EMIT programChanged();
  Q_EMIT moved();
}

void Playback::setPosition(size_t accesses) {
  accesses = std::min(accesses, size());
  if (ofWarps() && accesses > 0) accesses = endOfRequest(requestsUntil(accesses - 1));
  if (accesses == position_) return;
  position_ = accesses;
  Q_EMIT moved();
}

// The number of requests that begin before or at the position.
size_t Playback::requestsUntil(size_t position) const {
  const std::vector<Recording::Request>& all = recording().requests;
  return size_t(std::upper_bound(all.begin(), all.end(), position,
                                 [](size_t at, const Recording::Request& r) { return at < r.firstAccess; }) -
                all.begin());
}

// The end of the last of the first `number` requests.
size_t Playback::endOfRequest(size_t number) const {
  return number < recording().requests.size() ? recording().requests[number].firstAccess : size();
}

size_t Playback::requests() const { return !ofWarps() || position_ == 0 ? 0 : requestsUntil(position_ - 1); }

const Recording::Request* Playback::request() const {
  return requests() == 0 ? nullptr : &recording().requests[requests() - 1];
}

std::span<const Recording::Access> Playback::accessesOf(const Recording::Request& request) const {
  const size_t number = size_t(&request - recording().requests.data());
  return std::span(recording().accesses).subspan(request.firstAccess, endOfRequest(number + 1) - request.firstAccess);
}

WarpTotals Playback::totals() const { return totals_[requests()]; }

// Instances without accesses of their own, such as outer blocks, begin where the next instance does.
size_t Playback::boundaryAfter(Unit unit, size_t position) const {
  const std::vector<Recording::Access>& accesses = recording().accesses;
  if (position >= accesses.size()) return accesses.size();
  const auto accessEnd = [this](size_t at) { return ofWarps() ? endOfRequest(requestsUntil(at)) : at + 1; };
  if (unit == Unit::Access) return accessEnd(position);
  if (unit == Unit::Statement) {
    while (position < accesses.size() && !accesses[position].store) ++position;
    return position < accesses.size() ? accessEnd(position) : accesses.size();
  }
  const auto next =
      std::upper_bound(recording().instances.begin(), recording().instances.end(), position,
                       [](size_t at, const Recording::Instance& instance) { return at < instance.firstAccess; });
  return next == recording().instances.end() ? accesses.size() : next->firstAccess;
}

size_t Playback::boundaryBefore(Unit unit, size_t position) const {
  const std::vector<Recording::Access>& accesses = recording().accesses;
  if (position == 0) return 0;
  const auto accessBegin = [this](size_t end) {
    return ofWarps() ? recording().requests[requestsUntil(end - 1) - 1].firstAccess : end - 1;
  };
  if (unit == Unit::Access) return accessBegin(position);
  if (unit == Unit::Statement) {
    position = accessBegin(position);
    while (position > 0 && !accesses[position - 1].store) --position;
    return position;
  }
  const auto here =
      std::lower_bound(recording().instances.begin(), recording().instances.end(), position,
                       [](const Recording::Instance& instance, size_t at) { return instance.firstAccess < at; });
  return here == recording().instances.begin() ? 0 : (here - 1)->firstAccess;
}

bool Playback::step(Unit unit, int by) {
  if (empty()) return false;
  size_t to = position_;
  for (int i = 0; i < std::abs(by); ++i) to = by > 0 ? boundaryAfter(unit, to) : boundaryBefore(unit, to);
  if (to == position_) return false;
  setPosition(to);
  return true;
}

bool Playback::stopsAt(const Recording::Instance& instance) const {
  const auto shown = program_.blocks.find(instance.block);
  return shown != program_.blocks.end() && breakpoints_.contains(shown->second);
}

bool Playback::advance(Unit unit, int steps) {
  if (empty()) return false;
  size_t to = position_;
  bool on = true;
  for (int i = 0; i < steps && on; ++i) {
    to = boundaryAfter(unit, to);
    on = to < size() && !(instanceAt(to).firstAccess == to && stopsAt(instanceAt(to)));
  }
  setPosition(to);
  return on;
}

bool Playback::toBreakpoint(int direction) {
  if (empty()) return false;
  const std::vector<Recording::Instance>& all = recording().instances;
  if (direction > 0) {
    for (const Recording::Instance& instance : all)
      if (instance.firstAccess > position_ && instance.firstAccess < size() && stopsAt(instance))
        return setPosition(instance.firstAccess), true;
    setPosition(size());
    return false;
  }
  for (auto instance = all.rbegin(); instance != all.rend(); ++instance)
    if (instance->firstAccess < position_ && stopsAt(*instance)) return setPosition(instance->firstAccess), true;
  setPosition(0);
  return false;
}

void Playback::setBreakpoint(BlockId shown, bool set) {
  if (set ? !breakpoints_.insert(shown).second : breakpoints_.erase(shown) == 0) return;
  Q_EMIT breakpointsChanged();
}

void Playback::setCache(const CacheShape& shape) {
  if (shape == cache_.shape) return;
  program_.cache = shape;
  cache_ = simulateCache(addresses_, shape);
  Q_EMIT cacheChanged();
}

std::vector<int64_t> Playback::residentLines() const {
  if (!ofWarps()) return lw::residentLines(addresses_, position_, cache_.shape);
  std::vector<int64_t> sectors;
  if (const Recording::Request* made = request(); made && !made->shared && !made->registers)
    for (const Recording::Access& access : accessesOf(*made))
      sectors.push_back(recording().addressOf(access) / cache_.shape.lineBytes);
  return sectors;
}

const Recording::Access* Playback::last() const {
  return empty() || position_ == 0 ? nullptr : &recording().accesses[position_ - 1];
}

const Recording::Instance& Playback::instanceAt(size_t position) const {
  const std::vector<Recording::Access>& accesses = recording().accesses;
  if (position < accesses.size()) {
    const Recording::Instance& next = recording().instances[size_t(accesses[position].instance)];
    if (position == 0 || next.firstAccess == position) return next;
  }
  return recording().instances[size_t(accesses[position - 1].instance)];
}

const Recording::Instance* Playback::instance() const { return empty() ? nullptr : &instanceAt(position_); }

BlockId Playback::shownBlock() const {
  const Recording::Instance* here = instance();
  const auto found = here ? program_.blocks.find(here->block) : program_.blocks.end();
  return found == program_.blocks.end() ? BlockId{} : found->second;
}

QString Playback::sentence() const {
  // For warps, describes the last request, even if the next block is about to begin.
  const Recording::Request* made = request();
  const Recording::Instance* here =
      made ? &recording().instances[size_t(recording().accesses[made->firstAccess].instance)] : instance();
  if (!here) return {};
  QStringList loops;
  for (const auto& [name, value] : recording().loopValues(*here))
    loops << tr("%1=%2").arg(QString::fromStdString(name)).arg(value);
  QString text = QString::fromUtf8(here->name.data(), qsizetype(here->name.size()));
  if (!loops.isEmpty()) text = tr("%1 at %2").arg(text, loops.join(", "));
  const Recording::Access* access = last();
  if (made) return tr("%1, %2").arg(text, sentenceOf(*made));
  if (!access || here->firstAccess == position_) return tr("%1: about to start").arg(text);
  const Recording::Memory& memory = recording().memories[size_t(access->memory)];
  QStringList place;
  for (const int64_t i : indicesOf(memory.shape, access->element)) place << QString::number(i);
  const QString element = QStringLiteral("%1[%2]").arg(QString::fromStdString(memory.name), place.join(", "));
  const QString value = QString::number(access->value, 'g', 6);
  return tr("%1: %2, %3")
      .arg(text, access->store ? tr("%1 = %2").arg(element, value) : tr("reads %1, which is %2").arg(element, value),
           touchText(cache_.touches[position_ - 1]));
}

// For example "block 0, warp 3: 32 lanes read A, 4 sectors of 32 bytes: coalesced".
QString Playback::sentenceOf(const Recording::Request& r) const {
  const Recording::Access& first = recording().accesses[r.firstAccess];
  const QString name = QString::fromStdString(recording().memories[size_t(first.memory)].name);
  QStringList block;
  for (int i = 0; i < blockDims_; ++i) block << QString::number(r.block[size_t(i)]);
  const QString touched = r.lanes == 1
                              ? (first.store ? tr("1 lane writes %1") : tr("1 lane reads %1")).arg(name)
                              : (first.store ? tr("%1 lanes write %2") : tr("%1 lanes read %2")).arg(r.lanes).arg(name);
  return tr("block %1, warp %2: %3, %4")
      .arg(blockDims_ == 1 ? block.front() : QStringLiteral("(%1)").arg(block.join(", ")))
      .arg(r.warp)
      .arg(touched, costText(r));
}

const std::vector<double>& Playback::valuesOf(size_t memory) {
  replay_->moveTo(position_);
  return replay_->valuesOf(memory);
}

}  // namespace lw
