#include "core/tune/rules/gpu/tile_text.h"

#include <algorithm>

#include "core/ir/visit.h"
#include "core/support/text.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/gpu/gpu_text.h"

namespace lw::tune {
namespace {

constexpr int64_t kMostSums = 64;      // in the registers of a thread
constexpr int64_t kLongSums = 256;     // terms that are worth more blocks of threads
constexpr int64_t kGridLimit = 65535;  // of blockIdx.y and blockIdx.z

bool isConditional(const Stmt& body) {
  return anyExpr(body, [&](const Expr& e) {
    const auto* call = e.as<Call>();
    return e.as<Select>() || (call && call->op == Intrinsic::IfThenElse);
  });
}

}  // namespace

GpuTileText::GpuTileText(RuleContext& context, const Contraction& contraction)
    : MatrixText(context, contraction),
      gpu_(*context.machine.gpu),
      leftOperand_{c_.left, leftPrologue_, "left", leftIsTransposed(), leftIsTransposed() ? left_.columns : left_.sums},
      rightOperand_{c_.right, rightPrologue_, "right", !rightIsTransposed(),
                    rightIsTransposed() ? right_.sums : right_.columns},
      space_(context.text) {}

void GpuTileText::write() {
  setNames();
  setThreads();
  setTiles();
  setParts();
  space_.setList("operands", 2, [this](size_t i) { setOperand(i == 0 ? leftOperand_ : rightOperand_); });
  space_.setLines("fused_axes", [this] { writeFusedAxes(); });
  space_.setLines("epilogue_and_padding", [this] {
    if (!epilogue_.empty()) writeEpilogueInlined();
    writePadding(height(), width(), put("{} * {}", space_.chosen("parts"), space_.chosen("steps")));
  });
  space_.write(spaceTemplate("gpu_tiles"));
}

void GpuTileText::setNames() {
  space_.set("name", c_.name);
  space_.set("written", quoted());
  space_.set("block", quoted());
  space_.set("left", c_.left.buffer->name);
  space_.set("right", c_.right.buffer->name);
  space_.set("left_read", c_.left.read);
  space_.set("right_read", c_.right.read);
  space_.set("height", sizes_.height);
  space_.set("width", sizes_.width);
  space_.set("depth", sizes_.depth);
  space_.set("loops", join(loops()));
  space_.set("batch", join(batchLoops()));
  space_.setFlag("tail", tail_);
  space_.setFlag("fuses", fuses_);
  space_.setFlag("flat", c_.count(c_.batch) * 32 > kGridLimit || sizes_.height > kGridLimit);
  const auto number = [this](const char* what, const Choices& choices) {
    space_.setChoice(what, [=, this] { return sampleNumber(text_, named(what), choices); });
  };
  number("unroll", {{0, 0.3}, {1, 0.7}});
  // 2: in vectors, and those of the next step ahead of their use.
  space_.setChoice("own", [this] {
    return sampleFitting(text_, named("own"), {{0, 0.4}, {1, 0.35}, {2, 0.25}},
                         put("n < 2 or {0} > {2} and {1} > {2}", space_.chosen("rows"), space_.chosen("columns"),
                             space_.chosen("apart")));
  });
}

void GpuTileText::setThreads() {
  const int64_t height = powerFrom(sizes_.height), width = powerFrom(sizes_.width);
  Choices threads, wide;
  for (int64_t n = gpu_.warp; n <= std::min<int64_t>(gpu_.maxThreads, 512); n *= 2)
    if (n == gpu_.warp || n <= height * width) threads.push_back({n, n == 64 || n == 128 || n == 256 ? 0.3 : 0.05});
  for (const int64_t n : {4, 8, 16, 32, 64})
    if (n == 4 || n <= width) wide.push_back({n, n == 8 || n == 16 ? 0.35 : n == 4 ? 0.03 : 0.15});
  space_.setChoice("threads", [=, this] { return sampleNumber(text_, named("threads"), threads); });
  space_.setChoice("wide", [=, this] {
    return sampleFitting(text_, named("wide"), wide,
                         put("n <= {0} and {0} // n <= {1}", space_.chosen("threads"), height));
  });
  space_.setChoice("tall", [this] {
    const std::string tall = text_.fresh(named("tall"));
    text_.line(put("{} = {} // {}", tall, space_.chosen("threads"), space_.chosen("wide")));
    return tall;
  });
}

std::string GpuTileText::height() const { return put("{} * {}", space_.chosen("tall"), space_.chosen("rows")); }
std::string GpuTileText::width() const { return put("{} * {}", space_.chosen("wide"), space_.chosen("columns")); }

void GpuTileText::setTiles() {
  Choices steps;
  for (const int64_t n : {4, 6, 8, 9, 12, 16, 24, 32})
    if (sizes_.depth % n == 0) steps.push_back({n, n == 8 || n == 16 ? 0.35 : 0.15});
  for (const int64_t n : {4, 8, 16, 32})  // what is filled up
    if (sizes_.depth % 4 != 0 && (n == 4 || n < 2 * sizes_.depth)) steps.push_back({n, 0.25});
  const Choices own = {{1, 0.1}, {2, 0.2}, {4, 0.4}, {8, 0.3}};
  space_.setChoice("rows", [=, this] {
    const std::string& tall = space_.chosen("tall");
    return sampleFitting(text_, named("rows"), own, put("{} * n < {}", tall, 2 * sizes_.height),
                         put("{} % ({} * n) == 0", sizes_.height, tall));
  });
  space_.setChoice("columns", [=, this] {
    const std::string& wide = space_.chosen("wide");
    return sampleFitting(text_, named("columns"), own,
                         put("{} * n < {} and {} * n <= {}", wide, 2 * sizes_.width, space_.chosen("rows"), kMostSums),
                         put("{} % ({} * n) == 0", sizes_.width, wide));
  });
  space_.setChoice("apart", [this] {
    return sampleFitting(text_, named("apart"), {{1, 0.5}, {2, 0.5}},
                         put("n <= {} and n <= {}", space_.chosen("rows"), space_.chosen("columns")));
  });
  const int64_t room = gpu_.sharedBytes / sizes_.bytes;
  const auto tiles = [this] { return put("({} + {} + 8)", height(), width()); };
  space_.setChoice("steps", [=, this] {
    return sampleFitting(text_, named("steps"), steps, put("{} * (n + 4) <= {}", tiles(), room));
  });
  space_.setChoice("stages", [=, this] {
    return sampleFitting(
        text_, named("stages"), {{1, 0.5}, {2, 0.25}, {3, 0.25}},
        put("n * {0} * ({1} + 4) <= {2} and n * {1} <= {3}", tiles(), space_.chosen("steps"), room, sizes_.depth));
  });
}

void GpuTileText::setParts() {
  const std::vector<std::string> order = loops();
  const int64_t tilesOfResult = std::max<int64_t>(1, c_.count(c_.batch) * sizes_.height * sizes_.width / 4096);
  inParts_ = !tail_ && order.back() == "k" && sizes_.depth >= kLongSums && tilesOfResult < 2L * gpu_.multiprocessors;
  space_.setFlag("in_parts", inParts_);
  space_.set("filled", std::string(kFilled) + (inParts_ ? " or atomic" : ""));
  space_.set("parts", std::string("1"));
  if (!inParts_) return;
  Choices parts = {{1, 0.3}};
  for (const int64_t n : {2, 4, 8, 16, 32, 64, 128})
    if (sizes_.depth / n >= kLongSums / 8) parts.push_back({n, 0.2});
  space_.setChoice("parts", [=, this] {
    return sampleFitting(text_, named("parts"), parts,
                         put("{0} % ({1}) == 0 and {2} % ({3}) == 0 and {4} % (n * {5}) == 0", sizes_.height, height(),
                             sizes_.width, width(), sizes_.depth, space_.chosen("steps")));
  });
  space_.setChoice("block", [this] {
    const std::string block = text_.fresh(named("block"));
    text_.line(put("{} = {}", block, quoted()));
    return block;
  });
  space_.setChoice("atomic", [this] {
    const std::string atomic = text_.fresh(named("atomic"));
    text_.line(put("{} = sch.get(sch.sample_categorical([0, 1], [0.5, 0.5]))", atomic));
    return atomic;
  });
  space_.set("results", join(std::vector<std::string>(order.begin(), order.end() - 1)));  // the last one is k
}

void GpuTileText::setOperand(Operand& operand) {
  const Buffer& buffer = operand.factor.buffer;
  const size_t batch = c_.batch.size();
  space_.set("operand", operand.variable);
  space_.set("read", operand.factor.read);
  space_.set("only", [this, &buffer] { return onlyFor(context_, c_.block, buffer, space_.chosen("block")); });
  space_.setFlag("prologue", operand.prologue.valid());
  if (operand.prologue.valid()) setPrologue(operand);
  space_.setFlag("turns", !operand.transposed && !fuses_ && buffer->shape.size() == batch + 2);
  const auto of = [&](const char* what) { return put("{}_{}_{}", what, buffer->name, c_.name); };
  space_.set("turned", "");
  space_.setChoice("turned", [this, wish = of("turned")] { return sampleNumber(text_, wish, {{0, 0.6}, {1, 0.4}}); });
  space_.setChoice("lanes", [this, &operand, wish = of("lanes")] { return drawLanes(operand, wish); });
  space_.setChoice("spread", [this, wish = of("spread")] { return sampleNumber(text_, wish, {{0, 0.6}, {1, 0.4}}); });
  std::string outer;
  for (size_t d = 0; d < batch; ++d) outer += put("b{}, ", d);
  space_.set("outer_axes", outer);
  space_.set("axis", static_cast<int64_t>(batch));
  space_.set("inner", [this, &operand] { return operand.transposed ? lengthOf(operand) : space_.chosen("steps"); });
  space_.set("length", [this, &operand] { return lengthOf(operand); });
}

// A factor that an elementwise block computes: inlined into its copy, or computed by a kernel of its own.
void GpuTileText::setPrologue(Operand& operand) {
  const std::string what = context_.program.name(operand.prologue);
  if (isConditional(context_.program.block(operand.prologue).body)) operand.run = 1;
  space_.set("prologue", what);
  space_.set("inlined", operand.inlined);
  space_.setChoice("inlined", [this, &operand, what] {
    operand.inlined = text_.fresh("inline_" + what);
    text_.line(put("{} = {}", operand.inlined, sampled({{0, 0.4}, {1, 0.6}})));
    return operand.inlined;
  });
  space_.setChoice("prologue_threads",
                   [this, what] { return sampleNumber(text_, "threads_" + what, threadChoices(gpu_, INT64_MAX / 4)); });
}

// The number of rows, or columns, of the operand's tile.
std::string GpuTileText::lengthOf(const Operand& operand) const {
  return operand.variable == "left" ? height() : width();
}

std::string GpuTileText::drawLanes(const Operand& operand, const std::string& wish) {
  const std::string& turned = space_.chosen("turned");
  return sampleFitting(text_, wish, gpuLanes(operand.factor.buffer->dtype, operand.run),
                       put("{}not fill_{} and {} % n == 0", turned.empty() ? "" : put("{} == 0 and ", turned),
                           operand.variable, operand.transposed ? lengthOf(operand) : space_.chosen("steps")));
}

}  // namespace lw::tune
