#include "passes/support/pack_once.h"

#include <algorithm>

#include "core/analysis/program/layout_free.h"
#include "core/analysis/program/roles.h"
#include "core/ir/intrinsics.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "passes/errors.h"

namespace lw {
namespace {

bool contains(const std::vector<Buffer>& list, const Buffer& buffer) {
  return std::find(list.begin(), list.end(), buffer) != list.end();
}

Explanation refuse(const Block& block, Message why, Message hint) {
  Explanation e = explain(err::kPackOnceBlock(block.name, std::move(why)), std::move(hint));
  e.blocks = {block.id};
  return e;
}

std::vector<const Block*> markedIn(const Stmt& s) {
  std::vector<const Block*> marked;
  forEachStmt(s, [&](const Stmt& inner) {
    const auto* block = inner.as<Block>();
    if (block && isPackedOnce(*block)) marked.push_back(block);
  });
  return marked;
}

// The block in a nest of loops that contains nothing else; nullptr: it contains something else.
const Block* onlyBlockOf(const Stmt& s) {
  if (const auto* loop = s.as<For>()) return loop->kind == ForKind::ThreadBinding ? nullptr : onlyBlockOf(loop->body);
  return s.as<Block>();
}

// What a marked nest does beside rearranging weights. Loads of weights, stores to memory of the function, and pure
// arithmetic over loops of constant extents are all that may run at another time than the rest.
class NestCheck : public Visitor {
 public:
  explicit NestCheck(const std::vector<Buffer>& weights) : weights_(weights) {}

  std::vector<Buffer> read, written;  // each once, in textual order
  Message trouble;

  void expr(const Expr& e) override {
    if (const auto* load = e.as<BufferLoad>()) {
      if (!contains(weights_, load->buffer))
        trouble = say("it reads {0}, which layout_free_buffers does not list", Ident(load->buffer->name));
      else if (!contains(read, load->buffer))
        read.push_back(load->buffer);
    }
    if (const auto* call = e.as<Call>()) {
      const IntrinsicInfo* known = call->op.info();
      if (!known || known->effect != Effect::Pure || e.dtype().isHandle())
        trouble = say("it calls {0}, which may access other memory", Ident(call->op.name()));
    }
    children(e);
  }
  void varUse(const Var& v) override {
    if (v.dtype().isHandle()) trouble = say("it uses the pointer {0}", Ident(v.name()));
  }
  void stmt(const Stmt& s) override {
    const auto* block = s.as<Block>();
    const auto* store = s.as<BufferStore>();
    if (store && !contains(written, store->buffer)) written.push_back(store->buffer);
    if (block && (!block->matches.empty() || !block->allocs.empty())) trouble = say("it has buffers of its own");
    if (!block && !store && !s.as<For>() && !s.as<Seq>() && !s.as<IfThenElse>() && !s.as<Evaluate>())
      trouble = say("it contains a statement that is no store, loop or condition");
    children(s);
  }

 private:
  const std::vector<Buffer>& weights_;
};

// The packing function has no parameters beside the buffers.
bool hasKnownSize(const Buffer& buffer) {
  const auto known = [](const Expr& e) { return asInt(e).has_value(); };
  return std::all_of(buffer->shape.begin(), buffer->shape.end(), known) &&
         std::all_of(buffer->strides.begin(), buffer->strides.end(), known) && known(buffer->elemOffset);
}

// The packing function is an ordinary one: nothing of it is to be packed once more.
class Unmarked : public Rewriter {
 public:
  Stmt stmt(const Stmt& s) override {
    Stmt inner = children(s);
    const auto* block = inner.as<Block>();
    if (!block || !isPackedOnce(*block)) return inner;
    Block plain = *block;
    plain.annotations.erase(std::string(kPackedOnce));
    return Stmt(std::move(plain), s.origin());
  }
};

class Separation {
 public:
  Separation(const PrimFunc& scheduled, const Block& root) : scheduled_(scheduled), root_(root) {}

  Result<PackedOnce> run(const std::vector<size_t>& weightParams) {
    for (const size_t p : weightParams) weights_.push_back(*scheduled_.bufferOf(scheduled_.params[p]));
    std::vector<Stmt> all{root_.body};
    if (const auto* list = root_.body.as<Seq>()) all = list->stmts;
    for (const Stmt& s : all) {
      const std::vector<const Block*> marked = markedIn(s);
      if (marked.empty())
        rest_.push_back(s);
      else if (Status fine = take(s, *marked.front()); !fine)
        return fine.error();
    }
    PackedOnce result{packing(weightParams), function(), {}, {}, packed_};
    for (const size_t p : weightParams)
      if (contains(read_, *scheduled_.bufferOf(scheduled_.params[p]))) result.weightParams.push_back(p);
    if (Status fine = checkRest(result.function); !fine) return fine.error();
    const std::vector<ParamRole> roles = paramRoles(result.function);
    for (size_t p = 0; p < scheduled_.params.size(); ++p)
      for (const ParamRole& role : roles)
        if (const Buffer* b = scheduled_.bufferOf(scheduled_.params[p]);
            b && role.buffer == *b && role.role == Role::Unused)
          result.unread.push_back(p);
    return result;
  }

 private:
  Status take(const Stmt& nest, const Block& marked) {
    const Block* only = onlyBlockOf(nest);
    if (only != &marked)
      return refuse(marked, "it is not by itself in a nest of loops at the root",
                    "leave its loops where cache_read puts them, or remove the annotation");
    NestCheck check(weights_);
    check.stmt(nest);
    for (const Buffer& buffer : check.written) {
      if (!contains(root_.allocs, buffer))
        return refuse(marked, say("it writes to {0}, which is not allocated at the root", Ident(buffer->name)),
                      "mark a block that cache_read has made");
      if (buffer->scope != "global")
        return refuse(marked, say("{0} has the scope {1}", Ident(buffer->name), Snippet(buffer->scope)),
                      "make the cache in the scope \"global\"");
    }
    if (!check.trouble.empty())
      return refuse(marked, check.trouble, "mark only blocks that rearrange weights, and list the weights");
    for (const auto* list : {&check.read, &check.written})
      for (const Buffer& buffer : *list)
        if (!hasKnownSize(buffer))
          return refuse(marked, say("the size of {0} is not a number", Ident(buffer->name)),
                        "give the function sizes that are numbers, or remove the annotation");
    for (const Var& v : freeVars(nest))
      if (!v.dtype().isHandle())
        return refuse(marked, say("it uses {0}, which may differ from call to call", Ident(v.name())),
                      "give the function sizes that are numbers, or remove the annotation");
    for (const Buffer& buffer : check.read)
      if (!contains(read_, buffer)) read_.push_back(buffer);
    for (const Buffer& buffer : check.written) {
      if (contains(packed_, buffer)) continue;
      packed_.push_back(buffer);
      packers_.push_back(&marked);
    }
    nests_.push_back(nest);
    return success();
  }

  PrimFunc withRoot(std::vector<Stmt> body, std::vector<Buffer> allocs) const {
    PrimFunc f = scheduled_;
    Block root = root_;
    root.body = sequence(std::move(body));
    root.allocs = std::move(allocs);
    f.body = Stmt(std::move(root), scheduled_.body.origin());
    return f;
  }
  void addPacked(PrimFunc& f) const {
    for (const Buffer& buffer : packed_) {
      const Var handle("var_" + buffer->name, dtype::Handle());
      f.params.push_back(handle);
      f.buffers.emplace_back(handle, buffer);
    }
  }
  PrimFunc packing(const std::vector<size_t>& weightParams) const {
    std::vector<Stmt> nests;
    for (const Stmt& nest : nests_) nests.push_back(Unmarked().stmt(nest));
    PrimFunc f = withRoot(std::move(nests), {});
    f.name += "_pack";
    f.attrs.erase(std::string(kLayoutFreeBuffers));
    f.params.clear();
    f.buffers.clear();
    for (const size_t p : weightParams) {
      const Var& param = scheduled_.params[p];
      const Buffer& buffer = *scheduled_.bufferOf(param);
      if (!contains(read_, buffer)) continue;
      f.params.push_back(param);
      f.buffers.emplace_back(param, buffer);
    }
    addPacked(f);
    return f;
  }
  PrimFunc function() const {
    std::vector<Buffer> allocs = root_.allocs;
    std::erase_if(allocs, [&](const Buffer& b) { return contains(packed_, b); });
    PrimFunc f = withRoot(rest_, std::move(allocs));
    addPacked(f);
    return f;
  }
  // The rest must leave the packed buffers as they are, or the next call would read something else.
  Status checkRest(const PrimFunc& function) const {
    for (const ParamRole& role : paramRoles(function))
      for (size_t i = 0; i < packed_.size(); ++i)
        if (role.buffer == packed_[i] && role.writes())
          return refuse(*packers_[i], say("another block writes to {0} as well", Ident(packed_[i]->name)),
                        "mark every block that writes to the cache, or remove the annotation");
    return success();
  }

  const PrimFunc& scheduled_;
  const Block& root_;
  std::vector<Buffer> weights_, read_, packed_;
  std::vector<const Block*> packers_;  // of each packed buffer, the first block that writes to it
  std::vector<Stmt> nests_, rest_;
};

}  // namespace

std::vector<Argument> PackedOnce::weights(const std::vector<Argument>& arguments) const {
  std::vector<Argument> list;
  for (const size_t p : weightParams) list.push_back(arguments[p]);
  return list;
}

std::vector<Argument> PackedOnce::emptyPacked() const {
  std::vector<Argument> list;
  for (const Buffer& buffer : packed) {
    std::vector<int64_t> shape;
    for (const Expr& e : buffer->shape) shape.push_back(*asInt(e));
    list.emplace_back(NDArray::zeros(buffer->dtype, std::move(shape)));
  }
  return list;
}

Result<std::optional<PackedOnce>> packOnce(const PrimFunc& scheduled) {
  const std::vector<const Block*> marked = markedIn(scheduled.body);
  if (marked.empty()) return std::optional<PackedOnce>();
  const auto* root = scheduled.body.as<Block>();
  if (!root || isPackedOnce(*root) || !root->iters.empty())
    return refuse(*marked.front(), "it is not by itself in a nest of loops at the root",
                  "leave its loops where cache_read puts them, or remove the annotation");
  const Result<std::vector<size_t>> weights = layoutFreeParams(scheduled);
  if (!weights) return weights.error();
  Result<PackedOnce> separated = Separation(scheduled, *root).run(*weights);
  if (!separated) return separated.error();
  return std::optional(std::move(*separated));
}

}  // namespace lw
