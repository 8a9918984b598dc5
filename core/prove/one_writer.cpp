// Definitions without a search. Where every element that is read has one writer, in the whole program or in the
// iteration of the loops around all writers and the reader, this one is the last; what updates add then follows it. All
// that this needs is that pairs of executions are in order.
//
// In that iteration any other writer is either in an earlier iteration, before the one that was found, or in a later
// one, after the reader.
#include "core/prove/one_writer.h"

#include <isl/map.h>
#include <isl/set.h>

namespace lw::prove {
namespace {

using Relations = std::vector<std::pair<size_t, isl::map>>;

isl::set domainsOf(const Relations& relations, isl::set start) {
  for (const auto& [i, relation] : relations) start = start.unite(relation.domain());
  return start.coalesce();
}

class OneWriter {
 public:
  OneWriter(const std::vector<Statement>& statements, std::vector<size_t> writers, const Reads& reads)
      : statements_(statements), writers_(std::move(writers)), reads_(reads) {
    for (size_t i : writers_) (statements[i].update ? updates_ : others_).push_back(i);
  }

  std::optional<Definitions> find() {
    for (size_t u : updates_)
      if (statements_[u].update != statements_[updates_[0]].update) return std::nullopt;
    if (std::optional<Definitions> found = within(0)) return found;
    const size_t common = commonLoops();
    return common ? within(common) : std::nullopt;
  }

 private:
  size_t commonLoops() const {
    if (!reads_.reader) return 0;
    size_t common = reads_.reader->loops.size();
    for (size_t i : writers_) {
      const std::vector<LoopAround>& loops = statements_[i].loops;
      common = std::min(common, loops.size());
      for (size_t d = 0; d < common; ++d)
        if (loops[d].id != reads_.reader->loops[d].id) common = d;
    }
    return common;
  }

  std::optional<Definitions> within(size_t depth) const {
    const std::optional<Relations> bases = pairsWith(others_, depth), updates = pairsWith(updates_, depth);
    if (!bases || !updates) return std::nullopt;
    const isl::set readers = reads_.elements.domain(), none = emptyLike(readers);
    const isl::set based = domainsOf(*bases, none);
    if (depth && !readers.is_subset(based)) return std::nullopt;
    isl::set seen = none;
    for (const auto& [b, relation] : *bases) {
      if (!relation.is_single_valued() || !seen.intersect(relation.domain()).is_empty()) return std::nullopt;
      seen = seen.unite(relation.domain());
      for (const auto& [u, updated] : *updates)
        if (!allBefore(updated.reverse().apply_range(relation), statements_[u].time, statements_[b].time))
          return std::nullopt;
    }
    return definitions(*bases, *updates, readers, based);
  }

  // All pairs of a reader and a writer of what it reads; nullopt: some writer is not earlier.
  std::optional<Relations> pairsWith(const std::vector<size_t>& writers, size_t depth) const {
    Relations result;
    for (size_t w : writers) {
      const Statement& s = statements_[w];
      isl::map pairs = reads_.elements.apply_range(s.write.reverse());
      if (depth) pairs = pairs.intersect(equating(outerLoops(*reads_.reader, depth), outerLoops(s, depth)));
      if (pairs.is_empty()) continue;
      if (reads_.reader && !allBefore(pairs, reads_.time, s.time)) return std::nullopt;
      result.emplace_back(w, pairs.coalesce());
    }
    return result;
  }

  Definitions definitions(const Relations& bases, const Relations& updates, const isl::set& readers,
                          const isl::set& based) const {
    Definitions result;
    const isl::set summed = domainsOf(updates, emptyLike(readers));
    result.initial = readers.subtract(based).subtract(summed).coalesce();
    for (const auto& [b, relation] : bases) {
      const isl::map plain = updates.empty() ? relation : relation.subtract(relation.intersect_domain(summed));
      if (!plain.is_empty()) result.plain.emplace_back(b, plain);
    }
    if (updates.empty()) return result;
    Chain chain{*statements_[updates[0].first].update, summed, {}, summed.subtract(based).coalesce(), updates};
    for (const auto& [b, relation] : bases) {
      const isl::map base = relation.intersect_domain(summed);
      if (!base.is_empty()) chain.base.emplace_back(b, base);
    }
    result.chains.push_back(std::move(chain));
    return result;
  }

  const std::vector<Statement>& statements_;
  std::vector<size_t> writers_, others_, updates_;
  const Reads& reads_;
};

}  // namespace

bool allBefore(const isl::map& pairs, const isl::map& time, const isl::map& earlier) {
  isl::map times = time.reverse().apply_range(pairs).apply_range(earlier);
  const int length = static_cast<int>(isl_map_dim(times.get(), isl_dim_in));
  for (int i = 0; i < length; ++i) {
    if (times.is_empty()) return true;
    if (!isl::manage(isl_map_order_lt(times.copy(), isl_dim_in, i, isl_dim_out, i)).is_empty()) return false;
    times = isl::manage(isl_map_equate(times.release(), isl_dim_in, i, isl_dim_out, i));
  }
  return times.is_empty();
}

std::optional<Definitions> definitionsByOneWriter(const std::vector<Statement>& statements,
                                                  const std::vector<size_t>& writers, const Reads& reads) {
  return OneWriter(statements, writers, reads).find();
}

}  // namespace lw::prove
