#include "passes/graph/fuse_ops.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "passes/graph/dead_code_elimination.h"
#include "passes/graph/errors.h"
#include "passes/graph/support/fuse_kernels.h"
#include "passes/graph/support/join_kernels.h"

namespace lw {
namespace {

using graph::Binding;
using graph::Node;
using graph::Value;

constexpr size_t kLongestName = 60;

// A binding whose value is the result of a kernel.
struct KernelCall {
  const graph::Call* call = nullptr;
  const PrimFunc* kernel = nullptr;
  std::vector<Node> args;
};

bool sameOperand(const Node& a, const Node& b) {
  const auto *x = a.as<Value>(), *y = b.as<Value>();
  if (x && y) return x->key() == y->key();
  const auto *c = a.as<graph::Constant>(), *d = b.as<graph::Constant>();
  return c && d && c->data == d->data && c->index == d->index && (c->data || c->index >= 0);
}

// The parts of a name that fused kernels are made of.
std::string joinedName(const std::string& first, const std::string& second) {
  constexpr std::string_view kPrefix = "fused_";
  const auto plain = [&](const std::string& name) {
    return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
  };
  std::string name = std::string(kPrefix) + plain(first) + "_" + plain(second);
  return name.substr(0, kLongestName);
}

class FunctionFusion {
 public:
  FunctionFusion(graph::Model& model, graph::Function& function, const GraphFacts& facts,
                 std::map<std::string, std::string>& made, std::vector<FusionDecision>& decisions)
      : model_(model), function_(function), facts_(facts), made_(made), decisions_(decisions) {}

  void run() { run(function_.body, false); }

  // Joins one pair, whatever it costs.
  Status joinPair(const IsResult& isProducer, const IsResult& isConsumer) {
    regardless_ = true;
    body_ = &function_.body;
    for (graph::Block& block : function_.body.blocks)
      for (size_t c = 0; block.dataflow && c < block.bindings.size(); ++c) {
        const Binding& reader = block.bindings[c];
        const std::optional<KernelCall> consumer = callOf(reader);
        if (!consumer || !reader.target || !isConsumer(*reader.target)) continue;
        for (size_t p = 0; p < c; ++p) {
          const std::optional<Value>& made = block.bindings[p].target;
          if (!made || !isProducer(*made) || !reads(reader.value, *made)) continue;
          if (!join(block, p, c, *consumer)) return *decisions_.back().apart;
          block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(p));
          return success();
        }
      }
    return err::kFuseNotNeighbours();
  }

 private:
  // Inside of an `if` there are no dataflow blocks, so calls are joined there as well, as long as nothing between them
  // has effects.
  void run(graph::Body& body, bool inArm) {
    for (graph::Block& block : body.blocks) {
      for (Binding& binding : block.bindings)
        if (const auto* branch = binding.value.as<graph::Branch>()) {
          graph::Branch made = *branch;
          run(made.whenTrue, true);
          run(made.whenFalse, true);
          binding.value = std::move(made);
        }
      body_ = &body;
      if (block.dataflow || inArm) run(block);
    }
  }

  void run(graph::Block& block) {
    for (size_t i = 0; i < block.bindings.size(); ++i)
      while (const std::optional<size_t> producer = joinWithOne(block, i)) {
        block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(*producer));
        --i;
      }
  }

  // Replaces the call number `at` by one that also does what one of its producers does, and returns that producer.
  std::optional<size_t> joinWithOne(graph::Block& block, size_t at) {
    const std::optional<KernelCall> consumer = callOf(block.bindings[at]);
    if (!consumer || !block.bindings[at].target) return std::nullopt;
    for (const Node& arg : consumer->args) {
      const auto* item = arg.as<graph::TupleItem>();
      const auto* value = item ? item->tuple.as<Value>() : arg.as<Value>();
      if (!value) continue;
      for (size_t p = 0; p < at; ++p) {
        if (!block.bindings[p].target || block.bindings[p].target->key() != value->key()) continue;
        if (!block.dataflow && !std::all_of(block.bindings.begin() + static_cast<std::ptrdiff_t>(p),
                                            block.bindings.begin() + static_cast<std::ptrdiff_t>(at),
                                            [](const Binding& b) { return isPure(b.value) && !b.matched; }))
          continue;
        const std::pair pair(value->key(), block.bindings[at].target->key());
        if (!refused_.contains(pair) && join(block, p, at, *consumer)) return p;
        refused_.insert(pair);
      }
    }
    return std::nullopt;
  }

  bool join(graph::Block& block, size_t p, size_t c, const KernelCall& consumer) {
    const Value produced = *block.bindings[p].target, consumed = *block.bindings[c].target;
    Result<graph::Call> joined = joinedCall(block, p, c, consumer);
    FusionDecision decision{function_.name, produced, consumed, {}, {}};
    if (joined) {
      decision.kernel = (*joined).args[0]->as<graph::FunctionRef>()->name;
      block.bindings[c].value = std::move(*joined);
    } else {
      decision.apart = joined.error();
      decision.apart->span = consumed->span;
    }
    decisions_.push_back(std::move(decision));
    return joined.ok();
  }

  Result<graph::Call> joinedCall(const graph::Block& block, size_t p, size_t c, const KernelCall& consumer) {
    const Value produced = *block.bindings[p].target, consumed = *block.bindings[c].target;
    const std::optional<KernelCall> producer = callOf(block.bindings[p]);
    if (!producer) return err::kFuseNoKernel(produced.name());
    if (producer->call->results.size() != 1 || producer->kernel->buffers.size() != producer->args.size() + 1)
      return err::kFuseSeveralResults(produced.name());
    for (const KernelCall* call : {&*producer, &consumer})
      if (call->kernel->attrs.contains(std::string(kIsScheduled))) return err::kFuseScheduled(call->kernel->name);
    if (const std::optional<Explanation> elsewhere = readElsewhere(block, c, produced)) return *elsewhere;

    // The parameters of the joined kernel, and what they are in the new call.
    const int result = static_cast<int>(producer->args.size());
    std::vector<JoinedInput> sources;
    std::vector<Node> args = producer->args;
    std::string pattern;
    for (const Node& arg : consumer.args) {
      JoinedInput source;
      if (const auto* value = arg.as<Value>(); value && value->key() == produced.key()) source.result = result;
      for (size_t i = 0; i < producer->args.size() && source.result < 0; ++i)
        if (sameOperand(arg, producer->args[i])) source.result = static_cast<int>(i);
      if (source.result < 0) args.push_back(arg);
      sources.push_back(source);
      pattern += std::to_string(source.result) + " ";
    }
    Result<std::string> kernel = joinedKernel(*producer, consumer, sources, result, pattern, produced, consumed);
    if (!kernel) return kernel.error();
    graph::Call call = *consumer.call;
    call.args[0] = Node(graph::FunctionRef{*kernel});
    call.args[1] = Node(graph::TupleNode{std::move(args)});
    return call;
  }

  // The same two kernels are joined once.
  Result<std::string> joinedKernel(const KernelCall& producer, const KernelCall& consumer,
                                   const std::vector<JoinedInput>& sources, int result, const std::string& pattern,
                                   const Value& produced, const Value& consumed) {
    const std::string key = producer.kernel->name + " " + consumer.kernel->name + " " + pattern;
    if (const auto known = made_.find(key); known != made_.end()) return known->second;
    const std::string name = freeFunctionName(model_, joinedName(producer.kernel->name, consumer.kernel->name));
    const Result<JoinedKernel> joined = joinKernels(*producer.kernel, *consumer.kernel, sources, {result}, name);
    if (!joined) return joined.error();
    Result<PrimFunc> fused = fuseKernels({joined->function, joined->inside[0], joined->firstOfSecond, produced.name(),
                                          consumed.name(), regardless_, key},
                                         facts_, moves_);
    if (!fused) return fused.error();
    model_.kernels.functions.push_back(std::move(*fused));
    made_.emplace(key, name);
    return name;
  }

  static bool reads(const Node& node, const Value& value) {
    bool found = false;
    forEachRead(node, [&](const Value& v) { found = found || v.key() == value.key(); });
    return found;
  }

  std::optional<Explanation> readElsewhere(const graph::Block& block, size_t c, const Value& value) const {
    for (const Value& output : block.outputs)
      if (output.key() == value.key()) return err::kFuseIsResult(value.name());
    // What a dataflow block does not put out is seen in that block only.
    for (const graph::Block& other : body_->blocks) {
      if (block.dataflow && &other != &block) continue;
      for (size_t i = 0; i < other.bindings.size(); ++i)
        if ((&other != &block || i != c) && reads(other.bindings[i].value, value))
          return err::kFuseReadElsewhere(value.name(),
                                         other.bindings[i].target ? other.bindings[i].target->name() : "a call");
    }
    if (!block.dataflow && body_->result && reads(*body_->result, value)) return err::kFuseIsSide(value.name());
    return std::nullopt;
  }

  std::optional<KernelCall> callOf(const Binding& binding) const {
    const auto* call = binding.value.as<graph::Call>();
    if (!call || !call->op || call->op->name != "call_tir" || binding.matched || call->args.size() < 2 ||
        !call->args[0] || !call->args[1] || (call->args.size() > 2 && call->args[2]))
      return std::nullopt;
    const auto* callee = call->args[0]->as<graph::FunctionRef>();
    const auto* args = call->args[1]->as<graph::TupleNode>();
    const PrimFunc* kernel = callee ? model_.kernels.find(callee->name) : nullptr;
    if (!kernel || !args) return std::nullopt;
    return KernelCall{call, kernel, args->fields};
  }

  graph::Model& model_;
  graph::Function& function_;
  const graph::Body* body_ = nullptr;  // whose blocks are fused now
  const GraphFacts& facts_;
  std::map<std::string, std::string>& made_;
  std::vector<FusionDecision>& decisions_;
  bool regardless_ = false;  // of what one kernel costs
  KnownMoves moves_;
  std::set<std::pair<const graph::ValueNode*, const graph::ValueNode*>> refused_;
};

}  // namespace

FusedModel fuseOps(const graph::Model& model, const GraphFacts& facts) {
  FusedModel result{model, {}};
  std::map<std::string, std::string> made;
  for (size_t i = 0; i < result.model.graph.functions.size(); ++i)
    FunctionFusion(result.model, result.model.graph.functions[i], facts, made, result.decisions).run();
  result.model = withoutDeadCode(result.model);
  return result;
}

Result<graph::Model> fusePair(const graph::Model& model, const std::string& function, const IsResult& producer,
                              const IsResult& consumer, const GraphFacts& facts) {
  graph::Model joined = model;
  std::map<std::string, std::string> made;
  std::vector<FusionDecision> decisions;
  for (size_t i = 0; i < joined.graph.functions.size(); ++i)
    if (joined.graph.functions[i].name == function)
      if (Status s =
              FunctionFusion(joined, joined.graph.functions[i], facts, made, decisions).joinPair(producer, consumer);
          !s)
        return s.error();
  return withoutDeadCode(joined);
}

const GraphPass kFuseOpsPass{
    .name = "fuse_ops",
    .label = "Fuse",
    .help = "Makes one kernel of two where the value between them then needs no memory.",
    .run = [](const graph::Model& before, const GraphFacts& facts) -> Result<graph::Model> {
      return fuseOps(before, facts).model;
    },
    .notes =
        [](const graph::Model& before, const GraphFacts& facts) {
          std::vector<GraphNote> notes;
          for (const FusionDecision& d : fuseOps(before, facts).decisions)
            notes.push_back({d.producer.name() + ", " + d.consumer.name(),
                             d.apart ? d.apart->reason : say("they are one kernel, {0}", Ident(d.kernel))});
          return notes;
        }};

}  // namespace lw
