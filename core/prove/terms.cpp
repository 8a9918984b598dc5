#include "core/prove/terms.h"

#include <array>
#include <charconv>

#include "core/ir/equal.h"
#include "core/ir/visit.h"
#include "core/prove/correspondence.h"

namespace lw::prove {
namespace {

constexpr std::array kSigns{std::pair{BinaryOp::Add, "+"},   std::pair{BinaryOp::Mul, "*"},
                            std::pair{BinaryOp::Min, "min"}, std::pair{BinaryOp::Max, "max"},
                            std::pair{BinaryOp::And, "and"}, std::pair{BinaryOp::Or, "or"}};

// A number at the start of a text, which it is taken from.
std::optional<size_t> takeNumber(std::string_view& text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

}  // namespace

std::string_view signOf(BinaryOp op) {
  for (const auto& [known, sign] : kSigns)
    if (known == op) return sign;
  return "";
}
std::optional<BinaryOp> sumOperation(std::string_view sign) {
  for (const auto& [op, known] : kSigns)
    if (known == sign) return op;
  return std::nullopt;
}

void TermNames::visit(Terms& terms, const Expr& root) {
  forEachExpr(root, [&](const Expr& e) {
    if (!terms.byKey.contains(e.key())) {
      std::optional<size_t> number = numberOf(terms, e);
      if (!number) {
        number = terms.list.size();
        terms.byHash[structuralHash(e)].push_back(*number);
        terms.list.push_back(e);
      }
      terms.byKey.emplace(e.key(), *number);
    }
    const auto* v = e.as<Var>();
    const Expr* bound = v && terms.defined.insert(v->key()).second ? e_.bound(*v) : nullptr;
    if (bound) visit(terms, *bound);
  });
}

std::optional<size_t> TermNames::numberOf(const Terms& terms, const Expr& term) {
  if (const auto known = terms.byKey.find(term.key()); known != terms.byKey.end()) return known->second;
  const auto same = terms.byHash.find(structuralHash(term));
  if (same == terms.byHash.end()) return std::nullopt;
  for (size_t i : same->second)
    if (equal(terms.list[i], term)) return i;
  return std::nullopt;
}

const TermNames::Terms& TermNames::termsOf(size_t statement) {
  const auto [it, isNew] = terms_.try_emplace(statement);
  if (isNew) {
    const Statement& s = e_.statements()[statement];
    visit(it->second, s.value);
    if (s.update) visit(it->second, s.operand);
  }
  return it->second;
}

std::string TermNames::nameOf(const Piece& piece) {
  if (piece.kind == Piece::Kind::Sum) return nameOf(*piece.chain);
  if (piece.kind == Piece::Kind::Input) return "given" + std::to_string(piece.parameter);
  if (piece.kind == Piece::Kind::Undefined || piece.kind == Piece::Kind::Unknown) return "";
  const std::optional<size_t> number = numberOf(termsOf(piece.statement), piece.term);
  return number ? "s" + std::to_string(piece.statement) + "." + std::to_string(*number) : "";
}

std::string TermNames::nameOf(const Chain& chain) {
  const auto known = chains_.find(&chain);
  if (known != chains_.end()) return known->second;
  for (const auto& [key, definitions] : e_.allDefinitions())
    for (const Chain& one : definitions.chains) {
      if (chains_.contains(&one)) continue;
      std::string name;
      if (key.first == e_.statements().size()) {
        for (size_t m = 0; m < e_.memories().size(); ++m)
          if (e_.memories()[m].buffer.key() == key.second) name = "end" + std::to_string(m);
      } else {
        const Terms& terms = termsOf(key.first);
        if (const auto load = terms.byKey.find(key.second); load != terms.byKey.end())
          name = "s" + std::to_string(key.first) + "." + std::to_string(load->second);
      }
      chains_.emplace(&one, name.empty() ? "" : name + std::string(signOf(one.op)));
    }
  return chains_[&chain];
}

std::optional<Piece> TermNames::named(const std::string& name, Heads& heads) {
  std::string_view rest = name;
  if (take(rest, "given")) {
    const std::optional<size_t> parameter = takeNumber(rest);
    return parameter && rest.empty() ? given(*parameter) : std::nullopt;
  }
  if (take(rest, "end")) {
    const std::optional<size_t> memory = takeNumber(rest);
    const std::optional<BinaryOp> op = sumOperation(rest);
    return memory && op ? atEnd(*memory, *op, heads) : std::nullopt;
  }
  if (!take(rest, "s")) return std::nullopt;
  const std::optional<size_t> statement = takeNumber(rest);
  if (!statement || !take(rest, ".")) return std::nullopt;
  const std::optional<size_t> number = takeNumber(rest);
  return number ? term(*statement, *number, std::string(rest), heads) : std::nullopt;
}

std::optional<Piece> TermNames::given(size_t parameter) {
  const int memory = memoryOf(e_, static_cast<int>(parameter));
  if (memory < 0) return std::nullopt;
  Piece piece;
  piece.kind = Piece::Kind::Input;
  piece.memory = memory;
  piece.parameter = static_cast<int>(parameter);
  piece.type = e_.memories()[static_cast<size_t>(memory)].buffer->dtype;
  piece.whole = renamed(elementsOf(e_, memory).identity(), "given" + std::to_string(parameter)).range();
  piece.path = piece.value = piece.whole.identity();
  return piece;
}

std::optional<Piece> TermNames::term(size_t statement, size_t number, const std::string& sign, Heads& heads) {
  if (statement >= e_.statements().size() || number >= termsOf(statement).list.size()) return std::nullopt;
  const Expr& term = termsOf(statement).list[number];
  isl::set where = e_.statements()[statement].domain;
  const Chain* chain = nullptr;
  if (!sign.empty()) {
    const auto* v = term.as<Var>();
    const bool reads = term.as<BufferLoad>() || (v && e_.letMemory(*v));
    const Definitions* definitions = reads ? e_.definitions(statement, term) : nullptr;
    if (!definitions) return std::nullopt;
    for (const Chain& one : definitions->chains)
      if (signOf(one.op) == sign) chain = &one;
    if (!chain) return std::nullopt;
    where = chain->readers;
  }
  std::vector<Piece> pieces = heads.of(statement, term, where);
  for (Piece& piece : pieces)
    if (chain ? piece.chain == chain : !piece.chain && piece.statement == statement && equal(piece.term, term))
      return std::move(piece);
  return std::nullopt;
}

std::optional<Piece> TermNames::atEnd(size_t memory, BinaryOp op, Heads& heads) {
  if (memory >= e_.memories().size()) return std::nullopt;
  const int number = static_cast<int>(memory);
  const isl::map elements = elementsOf(e_, number).identity();
  const Definitions& definitions = e_.atEnd(elements, number);
  for (const Chain& chain : definitions.chains) {
    if (chain.op != op) continue;
    std::vector<Piece> pieces = heads.of(definitions, elements, number);
    for (Piece& piece : pieces)
      if (piece.chain == &chain) return std::move(piece);
  }
  return std::nullopt;
}

}  // namespace lw::prove
