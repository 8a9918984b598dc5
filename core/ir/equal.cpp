#include "core/ir/equal.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/ir/debug_text.h"

namespace lw {
namespace {

// Walks two trees at once. Definitions are paired in the order they occur; in `open` mode free variables and buffers
// are also paired at their first use (sizes of a function, strides of a matched buffer).
class Comparer {
 public:
  explicit Comparer(bool open) : open_(open) {}
  std::optional<Difference> difference;

  bool pair(const Var& a, const Var& b) {
    if (!(a.dtype() == b.dtype()))
      return differ(a.name() + ": " + toString(a.dtype()), b.name() + ": " + toString(b.dtype()));
    left_.insert_or_assign(a.key(), b.key());
    right_.insert_or_assign(b.key(), a.key());
    return true;
  }
  bool use(const Var& a, const Var& b) {
    const auto l = left_.find(a.key());
    const auto r = right_.find(b.key());
    if (l == left_.end() && r == right_.end()) return a.sameAs(b) || (open_ ? pair(a, b) : differ(a.name(), b.name()));
    return (l != left_.end() && l->second == b.key() && r != right_.end()) || differ(a.name(), b.name());
  }
  bool defineBuffer(const Buffer& a, const Buffer& b) {
    const Scope scope(*this, "buffer " + a->name);
    if (!(a->dtype == b->dtype)) return differ(toString(a->dtype), toString(b->dtype));
    if (a->scope != b->scope) return differ("scope " + a->scope, "scope " + b->scope);
    if (a->offsetFactor != b->offsetFactor && std::max(a->offsetFactor, 1) != std::max(b->offsetFactor, 1))
      return differ("offset_factor " + std::to_string(a->offsetFactor),
                    "offset_factor " + std::to_string(b->offsetFactor));
    if (a->axisSeparators != b->axisSeparators) return differ("axis separators of " + a->name, "other axis separators");
    const bool wasOpen = std::exchange(open_, true);
    const bool same = field(a->shape, b->shape) && field(a->strides, b->strides) && field(a->elemOffset, b->elemOffset);
    open_ = wasOpen;
    if (!same) return false;
    if (!left_.contains(a->data.key())) pair(a->data, b->data);
    leftBuffers_.insert_or_assign(a.key(), b.key());
    rightBuffers_.insert_or_assign(b.key(), a.key());
    return true;
  }

  bool field(const Expr& a, const Expr& b) {
    if (a.sameAs(b) && left_.empty()) return true;
    if (!(a.dtype() == b.dtype()))
      return differ(debugText(a) + ": " + toString(a.dtype()), debugText(b) + ": " + toString(b.dtype()));
    return a.match([&](const auto& n) {
      const auto* m = b.as<std::remove_cvref_t<decltype(n)>>();
      if (!m) return differ(debugText(a), debugText(b));
      if constexpr (std::is_same_v<decltype(n), const Var&>)
        return use(n, *m);
      else if constexpr (std::is_same_v<decltype(n), const Binary&>) {
        if (n.op != m->op) return differ(debugText(a), debugText(b));
        return node(n, *m);
      } else if constexpr (std::is_same_v<decltype(n), const FloatImm&>) {
        return n.value == m->value || (n.value != n.value && m->value != m->value) ||
               differ(debugText(a), debugText(b));
      } else
        return node(n, *m);
    });
  }
  bool field(const Stmt& a, const Stmt& b) {
    return a.match([&](const auto& n) {
      using N = std::remove_cvref_t<decltype(n)>;
      const auto* m = b.as<N>();
      if (!m) return differ(kindName(a), kindName(b));
      const Scope scope(*this, kindName(a));
      return node(n, *m);
    });
  }
  bool field(const Var& a, const Var& b) { return pair(a, b); }
  bool field(const Buffer& a, const Buffer& b) {
    const auto l = leftBuffers_.find(a.key());
    const auto r = rightBuffers_.find(b.key());
    if (l == leftBuffers_.end() && r == rightBuffers_.end())
      return a == b || (open_ ? defineBuffer(a, b) : differ(a->name, b->name));
    return (l != leftBuffers_.end() && l->second == b.key()) || differ("buffer " + a->name, "buffer " + b->name);
  }
  bool field(const Range& a, const Range& b) { return node(a, b); }
  bool field(const BufferRegion& a, const BufferRegion& b) { return node(a, b); }
  bool field(const IterVar& a, const IterVar& b) { return node(a, b); }
  bool field(const MatchBuffer& a, const MatchBuffer& b) {
    return field(a.source, b.source) && defineBuffer(a.buffer, b.buffer);
  }
  bool field(const Annotations& a, const Annotations& b) {
    return equal(AnnotationValue(a), AnnotationValue(b)) ||
           differ(debugText(AnnotationValue(a)), debugText(AnnotationValue(b)));
  }
  bool field(LoopId, LoopId) { return true; }
  bool field(BlockId, BlockId) { return true; }
  bool field(const std::string& a, const std::string& b) { return a == b || differ('"' + a + '"', '"' + b + '"'); }
  bool field(const Callee& a, const Callee& b) { return a == b || field(a.name(), b.name()); }
  bool field(DataType a, DataType b) { return a == b || differ(toString(a), toString(b)); }
  bool field(ForKind a, ForKind b) { return a == b || differ(std::string(nameOf(a)), std::string(nameOf(b))); }
  bool field(IterKind a, IterKind b) { return a == b || differ(std::string(nameOf(a)), std::string(nameOf(b))); }
  bool field(BinaryOp a, BinaryOp b) { return a == b || differ(std::string(symbolOf(a)), std::string(symbolOf(b))); }
  bool field(int64_t a, int64_t b) { return a == b || differ(std::to_string(a), std::to_string(b)); }
  bool field(int a, int b) { return field(int64_t{a}, int64_t{b}); }
  bool field(double a, double b) { return a == b || differ(std::to_string(a), std::to_string(b)); }
  template <class T>
  bool field(const std::optional<T>& a, const std::optional<T>& b) {
    if (a.has_value() != b.has_value()) return differ(a ? "present" : "absent", b ? "present" : "absent");
    return !a || field(*a, *b);
  }
  template <class T>
  bool field(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size())
      return differ(std::to_string(a.size()) + " " + describe<T>(), std::to_string(b.size()) + " " + describe<T>());
    for (size_t i = 0; i < a.size(); ++i)
      if (!field(a[i], b[i])) return false;
    return true;
  }

  template <class N>
  bool node(const N& a, const N& b) {
    return std::apply([&](auto... members) { return (field(a.*members, b.*members) && ...); },
                      fieldsOf(static_cast<const N*>(nullptr)));
  }
  bool node(const Block& a, const Block& b) {
    if (!field(a.name, b.name) || !field(a.bindings, b.bindings) || !field(a.predicate, b.predicate) ||
        !field(a.iters, b.iters))
      return false;
    if (a.allocs.size() != b.allocs.size())
      return differ(std::to_string(a.allocs.size()) + " allocated buffers",
                    std::to_string(b.allocs.size()) + " allocated buffers");
    for (size_t i = 0; i < a.allocs.size(); ++i)
      if (!defineBuffer(a.allocs[i], b.allocs[i])) return false;
    return field(a.matches, b.matches) && field(a.reads, b.reads) && field(a.writes, b.writes) &&
           field(a.annotations, b.annotations) && field(a.init, b.init) && field(a.body, b.body);
  }
  bool node(const DeclBuffer& a, const DeclBuffer& b) {
    return use(a.buffer->data, b.buffer->data) && defineBuffer(a.buffer, b.buffer) && field(a.body, b.body);
  }

  struct Scope {
    Scope(Comparer& c, std::string part) : c_(c), size_(c.path_.size()) {
      if (!c.path_.empty()) c.path_ += ", ";
      c.path_ += part;
    }
    ~Scope() { c_.path_.resize(size_); }
    Comparer& c_;
    size_t size_;
  };

  bool differ(std::string left, std::string right) {
    if (!difference) difference = Difference{path_, std::move(left), std::move(right)};
    return false;
  }

 private:
  static std::string kindName(const Stmt& s) {
    return s.match(
        [](const For& n) { return "for " + n.var.name(); }, [](const Block& n) { return "block " + n.name; },
        [](const BufferStore& n) { return "store to " + n.buffer->name; },
        [](const Evaluate&) { return std::string("evaluate"); }, [](const Seq&) { return std::string("sequence"); },
        [](const IfThenElse&) { return std::string("if"); }, [](const While&) { return std::string("while"); },
        [](const LetStmt& n) { return "let " + n.var.name(); },
        [](const Allocate& n) { return "allocate " + n.data.name(); },
        [](const DeclBuffer& n) { return "declare " + n.buffer->name; },
        [](const AttrStmt& n) { return "attr " + n.key; }, [](const AssertStmt&) { return std::string("assert"); });
  }
  template <class T>
  static std::string describe() {
    if constexpr (std::is_same_v<T, Stmt>)
      return "statements";
    else if constexpr (std::is_same_v<T, BufferRegion>)
      return "regions";
    else if constexpr (std::is_same_v<T, IterVar>)
      return "block axes";
    else
      return "parts";
  }

  bool open_;
  std::string path_;
  std::unordered_map<const void*, const void*> left_, right_, leftBuffers_, rightBuffers_;
};

Annotations withoutName(Annotations attrs) {
  attrs.erase("global_symbol");
  return attrs;
}

// A hash of the structure of a tree; names and identities of variables count only with `identities`.
class Hasher {
 public:
  explicit Hasher(bool identities) : identities_(identities) {}
  size_t value = 0x9e3779b97f4a7c15ull;

  void mix(size_t x) {
    value = (value ^ x) * 0xff51afd7ed558ccdull;
    value ^= value >> 33;
  }
  void field(const Expr& e) {
    e.match([&](const auto& n) {
      mix(typeid(n).hash_code());
      if constexpr (std::is_same_v<decltype(n), const Var&>)
        variable(n);
      else
        node(n);
    });
  }
  void field(const Stmt& s) {
    s.match([&](const auto& n) {
      mix(typeid(n).hash_code());
      node(n);
    });
  }
  void field(const Var& v) { variable(v); }
  void field(const Buffer& b) {
    if (identities_) return mix(std::hash<const void*>{}(b.key()));
    mix(numberOf(b.key()));
    field(b->dtype);
    field(b->scope);
  }
  void field(const Range& r) { node(r); }
  void field(const BufferRegion& r) { node(r); }
  void field(const IterVar& i) { node(i); }
  void field(const MatchBuffer& m) { node(m); }
  void field(const Annotations& a) { mix(std::hash<std::string>{}(debugText(AnnotationValue(a)))); }
  void field(LoopId) {}
  void field(BlockId) {}
  void field(const std::string& s) { mix(std::hash<std::string>{}(s)); }
  void field(const Callee& c) { mix(std::hash<std::string_view>{}(c.view())); }
  void field(DataType t) { mix(size_t(t.code) << 24 | size_t(t.bits) << 16 | t.lanes); }
  void field(double d) { mix(std::hash<double>{}(d)); }
  template <class T>
  void field(const std::vector<T>& list) {
    mix(list.size());
    for (const T& x : list) field(x);
  }
  template <class T>
  void field(const std::optional<T>& x) {
    mix(x.has_value());
    if (x) field(*x);
  }
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void field(T x) {
    mix(static_cast<size_t>(x));
  }

 private:
  template <class N>
  void node(const N& n) {
    std::apply([&](auto... members) { (field(n.*members), ...); }, fieldsOf(static_cast<const N*>(nullptr)));
  }
  size_t numberOf(const void* key) { return numbers_.emplace(key, numbers_.size()).first->second; }
  void variable(const Var& v) {
    field(v.dtype());
    mix(identities_ ? std::hash<const void*>{}(v.key()) : numberOf(v.key()));
  }
  bool identities_;
  std::unordered_map<const void*, size_t> numbers_;
};

}  // namespace

bool equal(const Expr& a, const Expr& b) { return a.sameAs(b) || Comparer(false).field(a, b); }
bool equal(const Stmt& a, const Stmt& b) { return a.sameAs(b) || Comparer(false).field(a, b); }
bool equal(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Expr& x, const Expr& y) { return x.sameAs(y) || equal(x, y); });
}

bool equal(const Range& a, const Range& b) { return equal(a.min, b.min) && equal(a.extent, b.extent); }

bool equal(const AnnotationValue& a, const AnnotationValue& b) {
  if (a.value.index() != b.value.index()) return false;
  return std::visit(Overloaded{[&](const AnnotationValue::List& x) {
                                 const auto& y = std::get<AnnotationValue::List>(b.value);
                                 if (x.size() != y.size()) return false;
                                 for (size_t i = 0; i < x.size(); ++i)
                                   if (!equal(x[i], y[i])) return false;
                                 return true;
                               },
                               [&](const AnnotationValue::Map& x) {
                                 const auto& y = std::get<AnnotationValue::Map>(b.value);
                                 if (x.size() != y.size()) return false;
                                 for (auto i = x.begin(), j = y.begin(); i != x.end(); ++i, ++j)
                                   if (i->first != j->first || !equal(i->second, j->second)) return false;
                                 return true;
                               },
                               [&](const Expr& x) { return debugText(x) == debugText(std::get<Expr>(b.value)); },
                               [&](const auto& x) { return x == std::get<std::remove_cvref_t<decltype(x)>>(b.value); }},
                    a.value);
}

std::optional<Difference> firstDifference(const PrimFunc& a, const PrimFunc& b) {
  Comparer compare(true);
  const Comparer::Scope scope(compare, a.name);
  const auto run = [&] {
    if (a.params.size() != b.params.size())
      return compare.differ(std::to_string(a.params.size()) + " parameters",
                            std::to_string(b.params.size()) + " parameters");
    for (size_t i = 0; i < a.params.size(); ++i) {
      if (!compare.pair(a.params[i], b.params[i])) return false;
      const Buffer *x = a.bufferOf(a.params[i]), *y = b.bufferOf(b.params[i]);
      if (!x != !y) return compare.differ("parameter " + a.params[i].name(), "parameter " + b.params[i].name());
      if (x && !compare.defineBuffer(*x, *y)) return false;
    }
    return compare.field(a.result, b.result) && compare.field(withoutName(a.attrs), withoutName(b.attrs)) &&
           compare.field(a.body, b.body);
  };
  run();
  return compare.difference;
}

std::optional<Difference> firstDifference(const Module& a, const Module& b) {
  if (a.functions.size() != b.functions.size())
    return Difference{a.name, std::to_string(a.functions.size()) + " functions",
                      std::to_string(b.functions.size()) + " functions"};
  for (size_t i = 0; i < a.functions.size(); ++i)
    if (auto d = firstDifference(a.functions[i], b.functions[i])) return d;
  return std::nullopt;
}

bool equal(const PrimFunc& a, const PrimFunc& b) { return !firstDifference(a, b); }

size_t structuralHash(const Expr& e) {
  Hasher h(true);
  h.field(e);
  return h.value;
}

size_t structuralHash(const PrimFunc& f) {
  Hasher h(false);
  for (const Var& p : f.params) {
    h.field(p);
    if (const Buffer* b = f.bufferOf(p)) h.field(*b);
  }
  h.field(f.body);
  return h.value;
}

}  // namespace lw
