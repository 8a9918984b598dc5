#include "tests/random/drawn_step.h"

#include <algorithm>
#include <array>

#include "core/ir/ops.h"

namespace lw {
namespace {

class Drawer {
 public:
  Drawer(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random)
      : program_(program),
        primitive_(primitive),
        random_(random),
        loops_(program.loops(0)),
        blocks_(program.blocks(0)) {}

  std::optional<Arguments> offered() {
    const std::vector<Candidate> offers = primitive_.candidates(program_, selection());
    if (offers.empty()) return std::nullopt;
    return offers[random_() % offers.size()].args;
  }

  std::optional<Arguments> drawn() {
    if (blocks_.empty()) return std::nullopt;
    block_ = blocks_[random_() % blocks_.size()];
    Arguments args;
    for (const Param& p : primitive_.params) {
      if (p.defaultValue && chance(2))
        args.push_back(*p.defaultValue);
      else
        args.push_back(value(p, args));
      if (const auto* id = args.back().as<BlockId>()) block_ = *id;
    }
    return args;
  }

 private:
  bool chance(int of) { return random_() % static_cast<uint64_t>(of) == 0; }
  template <class T>
  T anyOf(std::initializer_list<T> list) {
    return list.begin()[random_() % list.size()];
  }

  Selection selection() {
    Selection s;
    const auto loop = [&] { s.loops.push_back(loops_[random_() % loops_.size()]); };
    const auto block = [&] { s.blocks.push_back(blocks_[random_() % blocks_.size()]); };
    switch (random_() % 10) {
      case 0:
        break;
      case 1:
      case 2:
        if (!loops_.empty()) loop();
        break;
      case 3:
        if (!loops_.empty()) loop(), loop();
        break;
      case 4:
        if (!loops_.empty() && !blocks_.empty()) loop(), block();
        break;
      case 5:
        if (!blocks_.empty()) block(), block();
        break;
      default:
        if (!blocks_.empty()) block();
    }
    return s;
  }

  StepValue anyLoop() {
    const std::vector<LoopId> near = program_.loopsAbove(block_);
    const std::vector<LoopId>& from = near.empty() || chance(4) ? loops_ : near;
    return from.empty() ? StepValue(kAtRoot) : StepValue(from[random_() % from.size()]);
  }
  StepValue anyBlock() { return blocks_[random_() % blocks_.size()]; }
  // Neighbouring loops above a block, in any order.
  StepValue::List someLoops() {
    std::vector<LoopId> chain = program_.loopsAbove(block_);
    if (chain.empty()) return {anyLoop()};
    const size_t first = random_() % chain.size(), count = 1 + random_() % std::min<size_t>(3, chain.size() - first);
    StepValue::List list;
    for (size_t i = first; i < first + count; ++i) list.emplace_back(chain[i]);
    if (chance(2)) std::shuffle(list.begin(), list.end(), random_);
    return list;
  }
  StepValue::List someBlocks() {
    StepValue::List list;
    for (uint64_t n = 1 + random_() % 2; n > 0; --n) list.push_back(anyBlock());
    return list;
  }
  StepValue::List numbers(const std::string& name) {
    const size_t iters = program_.block(block_).iters.size();
    StepValue::List list;
    if (name == "new_order") {
      for (size_t i = 0; i < iters; ++i) list.emplace_back(static_cast<int64_t>(i));
      std::shuffle(list.begin(), list.end(), random_);
      return list;
    }
    const size_t count = name == "padding" ? iters : name == "axis_separators" ? 1 : 1 + random_() % 3;
    for (size_t i = 0; i < count; ++i)
      list.emplace_back(static_cast<int64_t>(name == "padding" ? 1 + random_() % 4 : random_() % 4));
    return list;
  }

  IndexMap map(size_t inputs, bool condition, bool ranges) {
    IndexMap m;
    for (size_t i = 0; i < inputs; ++i) m.initial.emplace_back("i" + std::to_string(i), dtype::Int32);
    std::vector<Expr> parts(m.initial.begin(), m.initial.end());
    const auto any = [&]() -> Expr { return parts.empty() ? Expr(0) : parts[random_() % parts.size()]; };
    const int n = static_cast<int>(1 + random_() % 3);
    if (condition) {
      m.final = {chance(2) ? eq(any(), n - 1) : lt(any(), n)};
      return m;
    }
    if (ranges) {
      const std::vector<BufferRegion>& reads = program_.block(block_).reads;
      const size_t rank = reads.empty() ? 1 : static_cast<size_t>(reads.front().buffer.rank());
      for (size_t i = 0; i < rank; ++i) {
        const Expr start = i < parts.size() ? parts[i] : Expr(0);
        m.final.push_back(start);
        m.final.push_back(start + n);
      }
      m.ranges = true;
      return m;
    }
    if (chance(2)) std::shuffle(parts.begin(), parts.end(), random_);
    m.final = parts;
    if (m.final.empty() || chance(3)) return m;
    const size_t at = random_() % m.final.size();
    const Expr e = m.final[at];
    switch (random_() % 7) {
      case 0:
        m.final[at] = floordiv(e, n);
        m.final.insert(m.final.begin() + static_cast<std::ptrdiff_t>(random_() % (m.final.size() + 1)), floormod(e, n));
        break;
      case 1:
        m.final[at] = e * n;
        break;
      case 2:
        m.final[at] = e + n;
        break;
      case 3:
        m.final[at] = Expr(n) - e;
        break;
      case 4:
        m.final.emplace_back(0);
        break;
      case 5:
        if (m.final.size() > 1) {
          const Expr fused = m.final[0] * n + m.final[1];
          m.final.erase(m.final.begin());
          m.final[0] = fused;
        }
        break;
      default:
        if (m.final.size() > 1) m.separators.push_back(1);
    }
    return m;
  }

  StepValue value(const Param& p, const Arguments& before) {
    switch (p.type) {
      case ParamType::Loop:
        return anyLoop();
      case ParamType::Loops:
        return someLoops();
      case ParamType::Block:
        return anyBlock();
      case ParamType::Blocks:
        return someBlocks();
      case ParamType::LoopOrBlock:
        return chance(2) ? anyLoop() : anyBlock();
      case ParamType::Int:
        return anyOf<int64_t>({0, 0, 1, 1, 2, 2, 3, 4, -1, -2, 16});
      case ParamType::Ints:
        return numbers(p.name);
      case ParamType::Numbers:
        return StepValue::List{0.5, 0.5};
      case ParamType::Bool:
        return chance(2);
      case ParamType::String:
        return text(p.name);
      case ParamType::Factors: {
        StepValue::List list;
        for (uint64_t n = 2 + random_() % 2; n > 0; --n)
          list.push_back(chance(3) ? StepValue() : StepValue(static_cast<int64_t>(random_() % 5)));
        return list;
      }
      case ParamType::Scope:
        return anyOf({"global", "shared", "local"});
      case ParamType::ThreadAxis:
        return anyOf({"threadIdx.x", "threadIdx.y", "blockIdx.x", "blockIdx.y", "vthread.x"});
      case ParamType::Annotation:
        return chance(2) ? StepValue(static_cast<int64_t>(random_() % 3)) : StepValue("value");
      case ParamType::ReadIndex:
      case ParamType::WriteIndex:
        return static_cast<int64_t>(chance(3) ? random_() % 3 : 0);
      case ParamType::IndexMap: {
        size_t inputs = program_.block(block_).iters.size();
        if (primitive_.traits.mapInputs) {
          Arguments known = before;
          known.resize(primitive_.params.size());
          inputs = primitive_.traits.mapInputs(program_, program_.block(block_), known).value_or(inputs);
        }
        return map(inputs, p.name == "condition" || p.name == "predicate", false);
      }
      case ParamType::Function:
        return StepValue();
      case ParamType::Access:
        return anyOf({"read", "write"});
      case ParamType::BufferSlot:
        return StepValue::List{anyOf({"read", "write"}), static_cast<int64_t>(chance(3) ? random_() % 3 : 0)};
      case ParamType::PadValue:
        return chance(2) ? StepValue() : StepValue(static_cast<int64_t>(random_() % 2));
      case ParamType::RangeMap:
        return map(program_.block(block_).iters.size(), false, true);
    }
    return {};
  }
  StepValue text(const std::string& name) {
    if (name == "tensor_intrin")
      return program_.intrinsics().empty() ? "none" : StepValue(program_.intrinsics().front().name);
    if (name == "dtype") return anyOf({"float16", "float32", "float64", "int32"});
    if (name == "pragma_type") return anyOf({"auto_unroll_max_step", "unroll_explicit", "note"});
    if (name == "name") return program_.block(block_).name;
    return anyOf({"note", "pragma_auto_unroll_max_step", "main", ""});
  }

  const Snapshot& program_;
  const Primitive& primitive_;
  std::mt19937_64& random_;
  const std::vector<LoopId> loops_;
  const std::vector<BlockId> blocks_;
  BlockId block_;
};

}  // namespace

std::optional<Arguments> drawnArguments(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random) {
  Drawer drawer(program, primitive, random);
  return primitive.candidates && random() % 2 ? drawer.offered() : drawer.drawn();
}

}  // namespace lw
