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
      block_(quoted()) {}

void GpuTileText::write() {
  defineFetch(text_);
  writeSizes();
  writePrologue(leftOperand_);
  writePrologue(rightOperand_);
  if (fuses_) {
    writeFusedAxes();
    writeInlined(leftOperand_);
    writeInlined(rightOperand_);
  }
  if (!epilogue_.empty()) writeEpilogueInlined();
  writePadding(put("{} * {}", tall_, rows_), put("{} * {}", wide_, columns_), put("{} * {}", parts_, steps_));
  writeParts();
  writeTail();
  writeSource(leftOperand_);
  writeSource(rightOperand_);
  writeLoops();
  writeOwnCopies();
  writeCopy(leftOperand_);
  writeCopy(rightOperand_);
  writeFinish();
}

void GpuTileText::writeSizes() {
  text_.comment(put("{}: {} rows, {} columns, sums of {} products of {} and {}.", c_.name, sizes_.height, sizes_.width,
                    sizes_.depth, c_.left.buffer->name, c_.right.buffer->name));
  const int64_t height = powerFrom(sizes_.height), width = powerFrom(sizes_.width);
  const auto named = [&](const char* what) { return put("{}_{}", what, c_.name); };
  Choices threads, wide, steps;
  for (int64_t n = gpu_.warp; n <= std::min<int64_t>(gpu_.maxThreads, 512); n *= 2)
    if (n == gpu_.warp || n <= height * width) threads.push_back({n, n == 64 || n == 128 || n == 256 ? 0.3 : 0.05});
  for (const int64_t n : {4, 8, 16, 32, 64})
    if (n == 4 || n <= width) wide.push_back({n, n == 8 || n == 16 ? 0.35 : n == 4 ? 0.03 : 0.15});
  for (const int64_t n : {4, 6, 8, 9, 12, 16, 24, 32})
    if (sizes_.depth % n == 0) steps.push_back({n, n == 8 || n == 16 ? 0.35 : 0.15});
  for (const int64_t n : {4, 8, 16, 32})  // what is filled up
    if (sizes_.depth % 4 != 0 && (n == 4 || n < 2 * sizes_.depth)) steps.push_back({n, 0.25});
  const Choices own = {{1, 0.1}, {2, 0.2}, {4, 0.4}, {8, 0.3}};
  threads_ = sampleNumber(text_, named("threads"), threads);
  wide_ = sampleFitting(text_, named("wide"), wide, put("n <= {0} and {0} // n <= {1}", threads_, height));
  tall_ = text_.fresh(named("tall"));
  text_.line(put("{} = {} // {}", tall_, threads_, wide_));
  rows_ = sampleFitting(text_, named("rows"), own, put("{} * n < {}", tall_, 2 * sizes_.height),
                        put("{} % ({} * n) == 0", sizes_.height, tall_));
  columns_ = sampleFitting(text_, named("columns"), own,
                           put("{} * n < {} and {} * n <= {}", wide_, 2 * sizes_.width, rows_, kMostSums),
                           put("{} % ({} * n) == 0", sizes_.width, wide_));
  apart_ = sampleFitting(text_, named("apart"), {{1, 0.5}, {2, 0.5}}, put("n <= {} and n <= {}", rows_, columns_));
  const std::string tiles = put("({} * {} + {} * {} + 8)", tall_, rows_, wide_, columns_);
  steps_ =
      sampleFitting(text_, named("steps"), steps, put("{} * (n + 4) <= {}", tiles, gpu_.sharedBytes / sizes_.bytes));
  stages_ = sampleFitting(text_, named("stages"), {{1, 0.5}, {2, 0.25}, {3, 0.25}},
                          put("n * {0} * ({1} + 4) <= {2} and n * {1} <= {3}", tiles, steps_,
                              gpu_.sharedBytes / sizes_.bytes, sizes_.depth));
  parts_ = "1";
  const std::vector<std::string> order = loops();
  const int64_t tilesOfResult = std::max<int64_t>(1, c_.count(c_.batch) * sizes_.height * sizes_.width / 4096);
  if (tail_ || order.back() != "k" || sizes_.depth < kLongSums || tilesOfResult >= 2L * gpu_.multiprocessors) return;
  Choices parts = {{1, 0.3}};
  for (const int64_t n : {2, 4, 8, 16, 32, 64, 128})
    if (sizes_.depth / n >= kLongSums / 8) parts.push_back({n, 0.2});
  parts_ = sampleFitting(text_, named("parts"), parts,
                         put("{0} % ({1} * {2}) == 0 and {3} % ({4} * {5}) == 0 and {6} % (n * {7}) == 0",
                             sizes_.height, tall_, rows_, sizes_.width, wide_, columns_, sizes_.depth, steps_));
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

// The sums in parts, which blocks of threads of their own compute. They add their parts to the result atomically, or a
// second kernel joins the parts.
void GpuTileText::writeParts() {
  if (parts_ == "1") return;
  defineOverThreads(text_);
  block_ = text_.fresh("block_" + c_.name);
  const std::string atomic = text_.fresh("atomic_" + c_.name);
  text_.line(put("{} = {}", block_, quoted()));
  text_.line("tiled, atomic = " + block_ + ", False");
  text_.open(put("if {} > 1:", parts_));
  text_.line(put("part, _ = sch.split(sch.get_loops({})[-1], [{}, None])", quoted(), parts_));
  text_.line(put("{} = sch.rfactor(part, 0)", block_));
  text_.line(put("{} = sch.get(sch.sample_categorical([0, 1], [0.5, 0.5]))", atomic));
  text_.line(put("tiled, atomic = {}, {} == 1", block_, atomic));
  text_.open("if atomic:");
  text_.line(put("start = sch.decompose_reduction({0}, sch.get_loops({0})[0])", quoted()));
  text_.line("over_threads(sch.get_loops(start), 256)");
  text_.line(put("tiled = sch.get_block(\"{}_update\")", c_.name));
  text_.line("sch.atomic(tiled)");
  text_.close();
  text_.open("else:");
  text_.line(put("over_threads(sch.get_loops({})[:-1], 256)", quoted()));
  text_.close();
  text_.close();
}

// The sums are in registers until they are complete.
void GpuTileText::writeTail() {
  if (tail_) {
    text_.line(put("sch.set_scope({}, 0, \"local\")", block_));
    return;
  }
  text_.open(put("if {}{}:", kFilled, parts_ == "1" ? "" : " or atomic"));
  text_.line(put("sch.set_scope({}, 0, \"local\")", block_));
  text_.close();
  text_.open("else:");
  text_.line(put("tail = sch.cache_write({}, 0, \"local\")", block_));
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
  const std::string line = put("{} = sch.cache_read({}, {}, \"shared\"{})", copy, block_, operand.factor.read,
                               onlyFor(context_, c_.block, operand.factor.buffer, block_));
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

void GpuTileText::writeLoops() {
  const std::vector<std::string> order = loops();
  const std::string i = put("i0, iv, i1, i2 = sch.split(i, [None, {}, {}, {} // {}])", apart_, tall_, rows_, apart_),
                    j = put("j0, jv, j1, j2 = sch.split(j, [None, {}, {}, {} // {}])", apart_, wide_, columns_, apart_),
                    k = put("k0, k1 = sch.split(k, [None, {}])", steps_);
  if (parts_ == "1") {
    text_.line(put("{} = sch.get_loops({})", join(order), block_));
    text_.line(put("outer = [{}]", join(batchLoops())));
    for (const std::string& split : {i, j, k}) text_.line(split);
    text_.line("sch.reorder(*outer, i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)");
    text_.line("sch.reverse_compute_at(tail, j1)");
  } else {
    const std::vector<std::string> results(order.begin(), order.end() - 1);  // the last one is k
    text_.line(put("{}, *parts = sch.get_loops(tiled)", join(results)));
    text_.open("if not atomic:");
    text_.line("k = parts[-1]");
    text_.line("parts = parts[:-1]");
    text_.close();
    text_.line(put("outer = [{}] + parts", join(batchLoops())));
    text_.line(i);
    text_.line(j);
    text_.open("if atomic:");
    text_.line("sch.reorder(*outer, i0, j0, iv, jv, i1, j1, i2, j2)");
    text_.line(put("sch.compute_at({}, j1, True)", block_));
    text_.line(put("{}, _, k = sch.get_loops({})[len(outer) + 6:]", join(results), block_));
    text_.line(k);
    text_.line("sch.reorder(k0, k1, i, j)");
    text_.close();
    text_.open("else:");
    text_.line(k);
    text_.line("sch.reorder(*outer, i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)");
    text_.line("sch.reverse_compute_at(tail, j1)");
    text_.close();
  }
  const bool flat = c_.count(c_.batch) * 32 > kGridLimit || sizes_.height > kGridLimit;
  if (flat) {
    text_.line("sch.bind(sch.fuse(*outer, i0, j0), \"blockIdx.x\")");
    text_.line("depth = 6");
  } else {
    text_.line("depth = 7 + min(len(outer), 1)");
    text_.open("if len(outer) > 0:");
    defineOne(text_);
    text_.line("sch.bind(one(outer), \"blockIdx.z\")");
    text_.close();
    text_.line("sch.bind(i0, \"blockIdx.y\")");
    text_.line("sch.bind(j0, \"blockIdx.x\")");
  }
  for (const char* bound : {"iv, \"vthread.y\"", "jv, \"vthread.x\"", "i1, \"threadIdx.y\"", "j1, \"threadIdx.x\""})
    text_.line(put("sch.bind({})", bound));
}

// The expression of how many elements a thread copies at once may be divided by.
std::string GpuTileText::vectorsFor(const Operand& operand) const {
  const std::string inner =
      operand.transposed ? operand.variable == "left" ? put("{} * {}", tall_, rows_) : put("{} * {}", wide_, columns_)
                         : steps_;
  return put("not fill_{} and {} % n == 0", operand.variable, inner);
}

void GpuTileText::writeCopy(const Operand& operand) {
  const std::string& buffer = operand.factor.buffer->name;
  const std::string lanes = sampleFitting(text_, put("lanes_{}_{}", buffer, c_.name),
                                          gpuLanes(operand.factor.buffer->dtype, operand.run), vectorsFor(operand));
  const std::string spread = sampleNumber(text_, put("spread_{}_{}", buffer, c_.name), {{0, 0.6}, {1, 0.4}});
  text_.line(put("fetch({}, depth, {}, {}, {})", operand.variable, tall_, wide_, lanes));
  text_.open(put("if {} == 1:", spread));
  text_.comment("Rows begin in different banks.");
  const std::string inner =
      operand.transposed ? operand.variable == "left" ? put("{} * {}", tall_, rows_) : put("{} * {}", wide_, columns_)
                         : steps_;
  text_.line(put("sch.storage_align({}, 0, {}, {}, {})", operand.variable, c_.batch.size(), inner, lanes));
  text_.close();
}

// What a thread needs of both factors for a step, in registers. This comes before the copies in shared memory are
// divided among threads, whose guards make it hard to prove that they hold all that is read.
void GpuTileText::writeOwnCopies() {
  text_.line("sch.compute_at(left, k0)");
  text_.line("sch.compute_at(right, k0)");
  const std::string own = sampleNumber(text_, "own_" + c_.name, {{0, 0.5}, {1, 0.5}});
  text_.open(put("if {} == 1:", own));
  text_.open(put("for operand in [{}, {}]:", c_.left.read, c_.right.read));
  text_.line(put("sch.compute_at(sch.cache_read({}, operand, \"local\"), k1)", block_));
  text_.close();
  text_.close();
}

void GpuTileText::writeFinish() {
  const std::string unroll = sampleNumber(text_, "unroll_" + c_.name, {{0, 0.3}, {1, 0.7}});
  text_.open(put("if {} == 1:", unroll));
  text_.line("sch.unroll(k1)");
  text_.close();
  text_.line(put("sch.decompose_reduction({}, k0)", block_));
  text_.open(put("if {} == 2:", stages_));
  text_.comment("While a tile is used, the next one is fetched.");
  text_.line("sch.annotate(left, \"double_buffer_scope\", 0)");
  text_.line("sch.annotate(right, \"double_buffer_scope\", 0)");
  text_.close();
  text_.open(put("if {} == 3:", stages_));
  text_.comment("Two tiles are under way while one is used.");
  text_.line("sch.annotate(k0, \"software_pipeline_stage\", [0, 0, 2])");
  text_.line("sch.annotate(k0, \"software_pipeline_order\", [0, 1, 2])");
  text_.line("sch.annotate(k0, \"software_pipeline_async_stages\", [0])");
  text_.close();
}

}  // namespace lw::tune
