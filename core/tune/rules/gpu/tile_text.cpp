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
  space_.setLines("fetch", [this] { defineFetch(text_); });
  space_.setLines("over_threads", [this] { defineOverThreads(text_); });
  space_.setLines("one", [this] { defineOne(text_); });
  space_.setLines("factors", [this] { writeFactors(); });
  space_.setLines("sources", [this] {
    writeSource(leftOperand_);
    writeSource(rightOperand_);
  });
  space_.setLines("copies", [this] {
    writeCopy(leftOperand_);
    writeCopy(rightOperand_);
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

void GpuTileText::writeFactors() {
  writePrologue(leftOperand_);
  writePrologue(rightOperand_);
  if (fuses_) {
    writeFusedAxes();
    writeInlined(leftOperand_);
    writeInlined(rightOperand_);
  }
  if (!epilogue_.empty()) writeEpilogueInlined();
  writePadding(height(), width(), put("{} * {}", space_.chosen("parts"), space_.chosen("steps")));
}

// A factor that an elementwise block computes: inlined into its copy, or computed by a kernel of its own.
void GpuTileText::writePrologue(Operand& operand) {
  if (!operand.prologue.valid()) return;
  const std::string what = context_.program.name(operand.prologue);
  if (isConditional(context_.program.block(operand.prologue).body)) operand.run = 1;
  operand.inlined = text_.fresh("inline_" + what);
  text_.line(put("{} = {}", operand.inlined, sampled({{0, 0.4}, {1, 0.6}})));
  defineOverThreads(text_);  // not only in the suite of the condition
  text_.open(put("if {} == 0:", operand.inlined));
  const std::string threads = sampleNumber(text_, "threads_" + what, threadChoices(gpu_, INT64_MAX / 4));
  text_.line(put("over_threads(sch.get_loops(\"{}\"), {})", what, threads));
  text_.close();
}

void GpuTileText::writeInlined(const Operand& operand) {
  if (!operand.prologue.valid()) return;
  const std::string what = context_.program.name(operand.prologue);
  text_.open(put("if {} == 1:", operand.inlined));
  text_.line(put("sch.compute_inline(\"{}\")", what));
  text_.close();
}

// The copy in shared memory reads the source of the factor: what fills it up, reorders it or computes it is inlined.
void GpuTileText::writeSource(const Operand& operand) {
  const std::string& copy = operand.variable;
  const std::string& block = space_.chosen("block");
  const std::string line = put("{} = sch.cache_read({}, {}, \"shared\"{})", copy, block, operand.factor.read,
                               onlyFor(context_, c_.block, operand.factor.buffer, block));
  const std::string inlined = put("sch.compute_inline(sch.get_producers({})[0])", copy);
  text_.open(put("if fill_{}:", copy));
  if (fuses_) {
    text_.line(put("sch.compute_inline({}_source)", copy));
    text_.close();
    text_.line(line);
    text_.line(inlined);
    return;
  }
  text_.line(line);
  text_.line(inlined);
  text_.close();
  text_.open("else:");
  text_.line(line);
  text_.close();
  writeInlined(operand);
}

// The length of the inner axis of the tile.
std::string GpuTileText::innerOf(const Operand& operand) const {
  if (!operand.transposed) return space_.chosen("steps");
  return operand.variable == "left" ? height() : width();
}

// A tile whose terms are next to each other may be stored the other way around: what a thread reads for a step is then
// a vector. Returns the variable that says whether it is; empty: there is no choice.
std::string GpuTileText::writeTurned(const Operand& operand) {
  const size_t batch = c_.batch.size();
  if (operand.transposed || fuses_ || operand.factor.buffer->shape.size() != batch + 2) return {};
  const std::string turned =
      sampleNumber(text_, put("turned_{}_{}", operand.factor.buffer->name, c_.name), {{0, 0.6}, {1, 0.4}});
  std::string outer;
  for (size_t d = 0; d < batch; ++d) outer += put("b{}, ", static_cast<int64_t>(d));
  text_.open(put("if {} == 1:", turned));
  text_.line(put("sch.transform_layout({}, (\"write\", 0), lambda {}i, k: [{}k, i])", operand.variable, outer, outer));
  text_.close();
  return turned;
}

void GpuTileText::writeCopy(const Operand& operand) {
  const std::string& buffer = operand.factor.buffer->name;
  const std::string turned = writeTurned(operand), one = turned.empty() ? "" : put("{} == 0 and ", turned);
  std::string inner = innerOf(operand);
  std::string lanes =
      sampleFitting(text_, put("lanes_{}_{}", buffer, c_.name), gpuLanes(operand.factor.buffer->dtype, operand.run),
                    put("{}not fill_{} and {} % n == 0", one, operand.variable, inner));
  const std::string spread = sampleNumber(text_, put("spread_{}_{}", buffer, c_.name), {{0, 0.6}, {1, 0.4}});
  text_.line(
      put("fetch({}, depth, {}, {}, {})", operand.variable, space_.chosen("tall"), space_.chosen("wide"), lanes));
  text_.open(put("if {} == 1:", spread));
  text_.comment("Rows begin in different banks.");
  if (!turned.empty()) {
    const std::string& length = operand.variable == "left" ? height() : width();
    inner = put("{} if {} == 1 else {}", length, turned, inner);
    lanes = put("4 if {} == 1 else {}", turned, lanes);
  }
  text_.line(put("sch.storage_align({}, 0, {}, {}, {})", operand.variable, c_.batch.size(), inner, lanes));
  text_.close();
}

}  // namespace lw::tune
