#include <algorithm>
#include <set>

#include "core/ir/jumps.h"
#include "core/ir/python_values.h"
#include "core/ir/visit.h"
#include "core/text/print/print_impl.h"

namespace lw {

namespace {

std::string typeCall(DataType type) { return "\1." + toString(type) + "()"; }

}  // namespace

const std::string& Printer::defineVar(const Var& v) { return names_.define(v.key(), v.name()); }
const std::string& Printer::defineBuffer(const Buffer& b, bool keepsName) {
  return names_.define(b.key(), b->name, keepsName);
}

void Printer::writeDefinition(const Buffer& b) {
  const int begin = at();
  write(defineBuffer(b));
  map(Kind::Buffer, begin, out_.substr(static_cast<size_t>(begin)), b.key());
}

// The name ends before its type annotation.
void Printer::mapDefinition(int begin, const std::string& text, const void* defined) {
  const std::string name = text.substr(0, text.find(':'));
  map_.add({{begin, begin + static_cast<int>(name.size())},
            Kind::Variable,
            {},
            blocks_.empty() ? BlockId{} : blocks_.back(),
            name,
            defined});
}

void Printer::body(const Stmt& s) {
  ++indent_;
  names_.push();
  inScope(s);
  names_.pop();
  --indent_;
}

void Printer::inScope(const Stmt& s) {
  const auto* seq = s.as<Seq>();
  if (!seq) return stmt(s, true);
  for (size_t i = 0; i < seq->stmts.size(); ++i) stmt(seq->stmts[i], i + 1 == seq->stmts.size());
}

// T.Let names its variables, so they must be defined before.
void Printer::letVariables(const Expr& e) {
  std::set<const void*> ofLambdas;
  forEachExpr(e, [&](const Expr& x) {
    const auto* let = x.as<Let>();
    if (const auto* call = x.as<Call>(); call && call->op == kPyLambda)
      for (const auto* p = call->args[0].as<Let>(); p; p = p->body.as<Let>()) ofLambdas.insert(p->var.key());
    if (!let || isDefined(let->var) || ofLambdas.contains(let->var.key())) return;
    line();
    const std::string name = defineVar(let->var);
    write(name + " = " + typeCall(let->var.dtype()));
  });
}

void Printer::stmt(const Stmt& s, bool isLast) {
  s.match([&](const For& n) { forLoop(n, s); }, [&](const Block& n) { block(n); },
          [&](const BufferStore& n) {
            letVariables(n.value);
            line();
            const int begin = at();
            bufferName(n.buffer);
            indexList(n.indices);
            write(" = ");
            expr(n.value);
            map(Kind::Statement, begin, {}, s.key());
          },
          [&](const Evaluate& n) {
            letVariables(n.value);
            line();
            const int begin = at();
            const auto* call = n.value.as<Call>();
            if (call && (call->op == kBreakLoop || call->op == kContinueLoop)) {
              write(call->op == kBreakLoop ? "break" : "continue");
              return map(Kind::Statement, begin, {}, s.key());
            }
            const bool bare = call;
            if (!bare) write("\1.evaluate(");
            expr(n.value);
            if (!bare) write(")");
            map(Kind::Statement, begin, {}, s.key());
          },
          [&](const Seq&) { inScope(s); },
          [&](const IfThenElse& n) {
            letVariables(n.condition);
            line();
            const int begin = at();
            write("if ");
            expr(n.condition);
            write(":");
            body(n.thenBody);
            if (n.elseBody) {
              line();
              write("else:");
              body(*n.elseBody);
            }
            map(Kind::Statement, begin, {}, s.key());
          },
          [&](const While& n) {
            letVariables(n.condition);
            line();
            const int begin = at();
            write("while ");
            expr(n.condition);
            write(":");
            body(n.body);
            map(Kind::Statement, begin, {}, s.key());
          },
          [&](const LetStmt&) { low(s, isLast); }, [&](const Allocate&) { low(s, isLast); },
          [&](const DeclBuffer&) { low(s, isLast); }, [&](const AttrStmt&) { low(s, isLast); },
          [&](const AssertStmt&) { low(s, isLast); });
}

template <class Call, class Name>
void Printer::scoped(bool isLast, const void* defined, const Stmt& inner, Name name, Call call) {
  line();
  if (!isLast) {
    write("with ");
    call();
    ++indent_;
    names_.push();
    if (defined) {
      write(" as ");
      const std::string text = name();
      mapDefinition(at(), text, defined);
      write(text);
    }
    write(":");
    inScope(inner);
    names_.pop();
    --indent_;
    return;
  }
  const size_t start = out_.size();
  call();
  if (defined) {
    // The value is printed before the name is defined, because the name must not be used in it. The name is inserted
    // before it.
    const std::string named = name(), text = named + " = ";
    out_.insert(start, text);
    map_.shift(static_cast<int>(start), static_cast<int>(text.size()));
    mapDefinition(static_cast<int>(start), named, defined);
  }
  inScope(inner);
}

void Printer::low(const Stmt& s, bool isLast) {
  const auto nothing = [] { return std::string(); };
  if (const auto* n = s.as<LetStmt>()) {
    letVariables(n->value);
    const auto* call = n->value.as<Call>();
    if (call && call->op == kUnbound) {  // a declaration, whose place does not matter
      line();
      const std::string name = defineVar(n->var);
      mapDefinition(at(), name, n->var.key());
      write(name + " = " + typeCall(n->var.dtype()));
      return inScope(n->body);
    }
    const bool plain = isLast;
    const auto name = [&] {
      const std::string text = defineVar(n->var), type = "\1." + toString(n->var.dtype());
      if (options_.dialect == Dialect::Tvm) return plain ? text + ": \1.let[" + type + "]" : text;
      return plain ? text + ": " + type : text;
    };
    return scoped(isLast, n->var.key(), n->body, name, [&] {
      if (!plain) write("\1.LetStmt(");
      expr(n->value);
      if (!plain) write(")");
    });
  }
  if (const auto* n = s.as<Allocate>()) {
    return scoped(
        isLast, n->data.key(), n->body, [&] { return defineVar(n->data); },
        [&] {
          write("\1.allocate(");
          list(n->extents, "[", "]", false);
          write(", " + quoted(toString(n->type)) + ", " + quoted(n->scope));
          if (!n->annotations.empty()) {
            write(", annotations=");
            annotations(n->annotations);
          }
          write(")");
        });
  }
  if (const auto* n = s.as<DeclBuffer>()) {
    defineSizes(n->buffer);
    return scoped(
        isLast, n->buffer.key(), n->body,
        [&] {
          const std::string text = defineBuffer(n->buffer);
          afterBuffer(n->buffer);
          return text;
        },
        [&] {
          write(isLast ? "\1.Buffer(" : "\1.decl_buffer(");
          bufferArguments(n->buffer, false, true);
        });
  }
  if (const auto* n = s.as<AttrStmt>()) {
    const auto* var = n->node.as<Var>();
    if (var && n->key.starts_with(kThreadExtent))
      return scoped(
          isLast, var->key(), n->body, [&] { return defineVar(*var); },
          [&] {
            write("\1.launch_thread(" + quoted(n->key.substr(kThreadExtent.size())) + ", ");
            expr(n->value);
            write(")");
          });
    return scoped(isLast, nullptr, n->body, nothing, [&] {
      write("\1.attr(");
      expr(n->node);
      write(", " + quoted(n->key) + ", ");
      expr(n->value);
      write(")");
    });
  }
  if (const auto* n = s.as<AssertStmt>()) {
    return scoped(isLast, nullptr, n->body, nothing, [&] {
      write(isLast ? "assert " : "\1.Assert(");
      expr(n->condition);
      write(", " + quoted(n->message));
      if (!isLast) write(")");
    });
  }
}

void Printer::loopHeader(const For& loop) {
  const bool plain = loop.kind == ForKind::Serial && loop.annotations.empty() && !names_.isTaken("range");
  switch (loop.kind) {
    case ForKind::Serial:
      write(plain ? "range(" : "\1.serial(");
      break;
    case ForKind::Parallel:
      write("\1.parallel(");
      break;
    case ForKind::Vectorized:
      write("\1.vectorized(");
      break;
    case ForKind::Unrolled:
      write("\1.unroll(");
      break;
    case ForKind::ThreadBinding:
      write("\1.thread_binding(");
      break;
  }
  if (!isZero(loop.min)) {
    expr(loop.min);
    write(", ");
    expr(loop.min + loop.extent);
  } else {
    expr(loop.extent);
  }
  if (loop.kind == ForKind::ThreadBinding) write(", thread=" + quoted(loop.thread));
  if (!loop.annotations.empty()) {
    write(", annotations=");
    annotations(loop.annotations);
  }
  write("):");
}

void Printer::forLoop(const For& loop, const Stmt& self) {
  std::vector<const For*> nest;
  const auto dependsOnNest = [&](const Expr& e) {
    return std::any_of(nest.begin(), nest.end(), [&](const For* l) { return usesVar(e, l->var); });
  };
  for (const For* l = &loop; l; l = l->body.as<For>()) {
    if (l->kind != ForKind::Serial || !isZero(l->min) || !l->annotations.empty() || dependsOnNest(l->extent)) break;
    nest.push_back(l);
  }
  const bool grid = nest.size() > 1;
  if (!grid) nest = {&loop};
  line();
  const int begin = at();
  names_.push();
  write("for ");
  const size_t variables = out_.size();
  std::vector<std::pair<Span, std::string>> places;
  // The header must not use the variables, so they are named after it is printed.
  std::string text;
  if (grid) {
    write("\1.grid(");
    for (size_t i = 0; i < nest.size(); ++i) {
      if (i) write(", ");
      expr(nest[i]->extent);
    }
    write("):");
  } else {
    loopHeader(loop);
  }
  for (size_t i = 0; i < nest.size(); ++i) {
    if (i) text += ", ";
    const std::string& name = defineVar(nest[i]->var);
    const int from = static_cast<int>(variables + text.size());
    places.push_back({{from, from + static_cast<int>(name.size())}, name});
    text += name;
  }
  text += " in ";
  out_.insert(variables, text);
  map_.shift(static_cast<int>(variables), static_cast<int>(text.size()));
  for (size_t i = 0; i < nest.size(); ++i)
    map_.add({places[i].first, Kind::Loop, nest[i]->id, blocks_.empty() ? BlockId{} : blocks_.back(), places[i].second,
              nest[i]->var.key()});
  loops_.insert(loops_.end(), nest.begin(), nest.end());
  body(nest.back()->body);
  loops_.resize(loops_.size() - nest.size());
  names_.pop();
  for (size_t i = 0; i < nest.size(); ++i)
    map(Kind::Loop, begin, places[i].second, i == 0 ? self.key() : nullptr, nest[i]->id);
}

}  // namespace lw
