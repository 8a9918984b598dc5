#include "views/playback.h"

#include <algorithm>

#include "views/values_model.h"

namespace lw {

QString touchText(Touch touch) {
  switch (touch) {
    case Touch::Hit:
      return Playback::tr("a hit");
    case Touch::Cold:
      return Playback::tr("a miss: the line's first use");
    case Touch::Capacity:
      return Playback::tr("a miss: too many lines since its last use");
    case Touch::Conflict:
      return Playback::tr("a miss: too many lines of its set since its last use");
  }
  return {};
}

void Playback::setProgram(RecordedProgram program) {
  program_ = std::move(program);
  addresses_.clear();
  position_ = 0;
  replay_.reset();
  if (program_.recording) {
    for (const Recording::Access& access : recording().accesses) addresses_.push_back(recording().addressOf(access));
    replay_ = std::make_unique<Replay>(recording());
  }
  cache_ = simulateCache(addresses_, program_.cache);
  Q_EMIT programChanged();
  Q_EMIT moved();
}

void Playback::setPosition(size_t accesses) {
  accesses = std::min(accesses, size());
  if (accesses == position_) return;
  position_ = accesses;
  Q_EMIT moved();
}

// Instances without an access of their own, such as outer blocks, begin where the next one does.
size_t Playback::boundaryAfter(Unit unit, size_t position) const {
  const std::vector<Recording::Access>& accesses = recording().accesses;
  if (unit == Unit::Access) return std::min(position + 1, accesses.size());
  if (unit == Unit::Statement) {
    while (position < accesses.size() && !accesses[position].store) ++position;
    return std::min(position + 1, accesses.size());
  }
  const auto next = std::upper_bound(recording().instances.begin(), recording().instances.end(), position,
                                     [](size_t at, const Recording::Instance& instance) { return at < instance.firstAccess; });
  return next == recording().instances.end() ? accesses.size() : next->firstAccess;
}

size_t Playback::boundaryBefore(Unit unit, size_t position) const {
  const std::vector<Recording::Access>& accesses = recording().accesses;
  if (position == 0) return 0;
  if (unit == Unit::Access) return position - 1;
  if (unit == Unit::Statement) {
    --position;
    while (position > 0 && !accesses[position - 1].store) --position;
    return position;
  }
  const auto here = std::lower_bound(recording().instances.begin(), recording().instances.end(), position,
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
      if (instance.firstAccess > position_ && instance.firstAccess < size() && stopsAt(instance)) return setPosition(instance.firstAccess), true;
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

std::vector<int64_t> Playback::residentLines() const { return lw::residentLines(addresses_, position_, cache_.shape); }

const Recording::Access* Playback::last() const { return empty() || position_ == 0 ? nullptr : &recording().accesses[position_ - 1]; }

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
  const Recording::Instance* here = instance();
  if (!here) return {};
  QStringList loops;
  for (const auto& [name, value] : recording().loopValues(*here)) loops << tr("%1=%2").arg(QString::fromStdString(name)).arg(value);
  QString text = QString::fromUtf8(here->name.data(), qsizetype(here->name.size()));
  if (!loops.isEmpty()) text = tr("%1 at %2").arg(text, loops.join(", "));
  const Recording::Access* access = last();
  if (!access || here->firstAccess == position_) return tr("%1: about to begin").arg(text);
  const Recording::Memory& memory = recording().memories[size_t(access->memory)];
  QStringList place;
  for (const int64_t i : indicesOf(memory.shape, access->element)) place << QString::number(i);
  const QString element = QStringLiteral("%1[%2]").arg(QString::fromStdString(memory.name), place.join(", "));
  const QString value = QString::number(access->value, 'g', 6);
  return tr("%1: %2, %3").arg(text, access->store ? tr("%1 = %2").arg(element, value) : tr("reads %1, which is %2").arg(element, value), touchText(cache_.touches[position_ - 1]));
}

const std::vector<double>& Playback::valuesOf(size_t memory) {
  replay_->moveTo(position_);
  return replay_->valuesOf(memory);
}

}  // namespace lw
