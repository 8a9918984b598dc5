#include "core/prove/recording.h"

#include <set>

namespace lw::prove {
namespace {

// From the executions of a question to those of its claim: elements of a parameter are named by themselves.
std::optional<isl::map> toElements(const Piece& piece) {
  return piece.kind == Piece::Kind::Input ? std::optional(piece.value) : std::nullopt;
}

isl::map moved(isl::map relation, const std::optional<isl::map>& first, const std::optional<isl::map>& second) {
  if (first) relation = first->reverse().apply_range(relation);
  if (second) relation = relation.apply_range(*second);
  return relation;
}

std::vector<std::string> blocksOf(const Equations& e) {
  std::vector<std::string> blocks;
  for (const Statement& s : e.statements()) blocks.push_back(s.block);
  return blocks;
}

}  // namespace

void Recording::keep(size_t mark) {
  kept_.insert(kept_.end(), open_.begin() + static_cast<std::ptrdiff_t>(mark), open_.end());
  open_.resize(mark);
}

void Recording::addOperands(const Piece& a, const Piece& b, const isl::map& proved) {
  open_.push_back(std::make_shared<Entry>(Entry{a, b, proved}));
}

void Recording::addSum(BinaryOp op, const Piece& a, const Piece& b, const isl::map& proved,
                       std::vector<Pairing> pairings, HowAdded how) {
  for (Pairing& p : pairings) p.match = p.match.intersect_domain(proved.wrap());
  open_.push_back(std::make_shared<Entry>(Entry{a, b, proved, op, std::move(pairings), how}));
}

Certificate Recording::certificate(Equations& first, Equations& second) const {
  Certificate made{blocksOf(first), blocksOf(second), textOf(first.parameters()), {}, {}};
  TermNames names(first), others(second);
  std::set<std::string> seen;
  std::vector<std::shared_ptr<const Entry>> all = kept_;
  all.insert(all.end(), open_.begin(), open_.end());
  for (const auto& entry : all) {
    const std::optional<isl::map> x = toElements(entry->a), y = toElements(entry->b);
    Certificate::Claim claim{names.nameOf(entry->a),
                             others.nameOf(entry->b),
                             textOf(moved(entry->proved, x, y).coalesce()),
                             {},
                             entry->how.ordered,
                             {},
                             entry->how.outermost};
    if (claim.first.empty() || claim.second.empty()) continue;
    if (entry->op) claim.operation = std::string(signOf(*entry->op));
    for (const Pairing& p : entry->pairings) {
      isl::map match = p.match;
      if (x || y) {
        // A parameter is the only summand of its side, which is the value itself.
        const auto side = [](const isl::map& of, const std::optional<isl::map>& to) {
          return to ? *to : of.range().identity();
        };
        const isl::map pairs = match.domain().unwrap(), tuples = match.range().unwrap();
        const isl::map from = side(pairs.reverse(), x).product(side(pairs, y)),
                       to = side(tuples.reverse(), x).product(side(tuples, y));
        match = from.reverse().apply_range(match).apply_range(to);
      }
      claim.pairings.push_back({p.first, p.second, textOf(match.coalesce())});
    }
    std::string text = claim.first + " " + claim.second + " " + claim.relation + claim.operation;
    for (const Certificate::Pairing& p : claim.pairings) text += p.relation;
    if (seen.insert(std::move(text)).second) made.claims.push_back(std::move(claim));
  }
  return made;
}

}  // namespace lw::prove
