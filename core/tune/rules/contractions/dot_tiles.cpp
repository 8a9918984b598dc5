// dot-tiles: matrix products of narrow numbers for which the file has a tensor intrinsic that multiplies several
// numbers of each factor and adds the products to a vector of sums, as AVX-512 VNNI and BF16 do.
#include <algorithm>

#include "core/analysis/program/layout_free.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/contraction.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/contractions/tile_sizes.h"

namespace lw::tune {
namespace {

struct Instruction {
  std::string name;
  int64_t sums = 0, numbers = 0;  // it adds so many products to each of so many sums
};

std::optional<int64_t> lengthOf(const PrimFunc& function, size_t parameter, DataType type) {
  const Buffer* buffer = function.bufferOf(function.params[parameter]);
  if (!buffer || buffer->rank() != 1 || (*buffer)->dtype != type) return std::nullopt;
  return asInt((*buffer)->shape[0]);
}

// An intrinsic with the operands (numbers), (sums * numbers) and (sums), of the types of the factors and the result.
std::optional<Instruction> instructionFor(const Snapshot& program, const Contraction& c) {
  for (const TensorIntrin& intrin : program.intrinsics()) {
    if (intrin.desc.params.size() != 3) continue;
    const auto left = lengthOf(intrin.desc, 0, c.left.buffer->dtype);
    const auto right = lengthOf(intrin.desc, 1, c.right.buffer->dtype);
    const auto sums = lengthOf(intrin.desc, 2, c.result->dtype);
    if (left && right && sums && *left > 1 && *right == *left * *sums) return Instruction{intrin.name, *sums, *left};
  }
  return std::nullopt;
}

class DotText {
 public:
  DotText(RuleContext& context, const Contraction& c, Instruction dot)
      : context_(context),
        text_(context.text),
        c_(c),
        dot_(std::move(dot)),
        epilogue_(epilogueOf(context.program, c, context.taken)) {
    sizes_ = {c.count(c.rows), c.count(c.columns), c.count(c.sums), c.left.buffer->dtype.bytes(), dot_.sums};
  }

  void write() {
    writeSizes();
    writePadding();
    writeCopies();
    writeLoops();
    writeTail();
    text_.line(put("sch.tensorize(ji, \"{}\")", dot_.name));
    text_.line("sch.unroll(ii)");
    text_.line("sch.unroll(jv)");
  }
  std::vector<BlockId> scheduled() const {
    std::vector<BlockId> all = {c_.block};
    all.insert(all.end(), epilogue_.begin(), epilogue_.end());
    return all;
  }

 private:
  void writeSizes() {
    text_.comment(put("{}: {} rows, {} columns, sums of {} products, {} of them in one instruction.", c_.name,
                      sizes_.height, sizes_.width, sizes_.depth, dot_.numbers));
    std::vector<TileWidth> tiles = registerTiles(sizes_, context_.machine);
    std::erase_if(tiles, [&](const TileWidth& t) { return t.columns % dot_.sums != 0; });
    columns_ = text_.fresh("columns_" + c_.name);
    rows_ = text_.fresh("rows_" + c_.name);
    Candidates widths;
    std::vector<std::string> rows, weights;
    for (const TileWidth& t : tiles) {
      widths.push_back({t.columns, t.weight});
      rows.push_back(put("{}: {}", t.columns, valuesText(t.rows)));
      weights.push_back(put("{}: {}", t.columns, weightsText(t.rows)));
    }
    text_.line(columns_ + " = " + sampled(normalised(widths)));
    text_.line(put("{0} = sch.get(sch.sample_categorical({2}[{1}], {3}[{1}]))", rows_, columns_, "{" + join(rows) + "}",
                   "{" + join(weights) + "}"));
    const std::string tilesAtOnce = text_.fresh("tiles_" + c_.name);
    text_.line(tilesAtOnce + " = " + sampled(tilesAtATime(sizes_, context_.machine)));
    text_.line(put("tiles = ({} + {1} - 1) // {1}", sizes_.height, rows_));
    text_.line(put("groups = (tiles + {0} - 1) // {0}", tilesAtOnce));
    text_.line("tiles = (tiles + groups - 1) // groups");
  }

  void writePadding() {
    text_.line(put("fill_rows = {} % (tiles * {}) != 0", sizes_.height, rows_));
    text_.line(put("fill_columns = {} % {} != 0", sizes_.width, columns_));
    const bool fillTerms = sizes_.depth % dot_.numbers != 0;
    const std::string terms = fillTerms ? " or True" : "";
    text_.line(put("fill_left, fill_right = fill_rows{0}, fill_columns{0}", terms));
    text_.open("if fill_left or fill_right:");
    std::vector<std::string> padding;
    for (size_t i = 0; i < c_.iters.size(); ++i)
      padding.push_back(i == c_.rows[0]      ? "tiles * " + rows_
                        : i == c_.columns[0] ? columns_
                                             : std::to_string(dot_.numbers));
    text_.line(put("sch.pad_einsum(\"{}\", [{}])", c_.name, join(padding)));
    text_.close();
    for (size_t i = 0; i + 1 < epilogue_.size(); ++i)
      text_.line(put("sch.compute_inline(\"{}\")", context_.program.name(epilogue_[i])));
    text_.open("if fill_rows or fill_columns:");
    text_.line(epilogue_.empty() ? put("tail = sch.get_consumers(\"{}\")[0]", c_.name)
                                 : put("sch.compute_inline(sch.get_consumers(\"{}\")[0])", c_.name));
    text_.close();
  }

  void writeCopies() {
    text_.line(put("left = sch.cache_read({}, {}, \"global\"{})", quoted(c_.name), c_.left.read,
                   onlyFor(context_, c_.block, c_.left.buffer, quoted(c_.name))));
    text_.line(put("right = sch.cache_read({}, {}, \"global\"{})", quoted(c_.name), c_.right.read,
                   onlyFor(context_, c_.block, c_.right.buffer, quoted(c_.name))));
    for (const char* side : {"left", "right"}) {
      text_.open(put("if fill_{}:", side));
      text_.line(put("sch.compute_inline(sch.get_producers({})[0])", side));
      text_.close();
    }
    text_.comment("The numbers of one instruction go side by side.");
    text_.line("row, column = sch.get_loops(right)");
    text_.line(put("terms, few = sch.split(row, [None, {}])", dot_.numbers));
    text_.line(put("panel, lane = sch.split(column, [None, {}])", columns_));
    text_.line("sch.reorder(panel, terms, lane, few)");
    text_.line("sch.unroll(few)");
    text_.line("sch.parallel(panel)");
    text_.line(
        put("sch.transform_layout(right, (\"write\", 0), lambda k, n: (n // {0}, k // {1}, n % {0} // {2}, "
            "n % {2} * {1} + k % {1}))",
            columns_, dot_.numbers, dot_.sums));
    if (!isWeight(context_, c_.right)) return;
    text_.comment(put("{} is packed once, before the calls.", c_.right.buffer->name));
    text_.line(put("sch.annotate(right, \"{}\", True)", kPackedOnce));
  }

  void writeLoops() {
    const bool large = sizes_.width * sizes_.depth * sizes_.bytes > cacheBytes(context_.machine, 1) / 4;
    text_.line(put("i, j, k = sch.get_loops(\"{}\")", c_.name));
    text_.line(put("io, im, ii = sch.split(i, [None, tiles, {}])", rows_));
    text_.line(put("jo, jv, ji = sch.split(j, [None, {} // {1}, {1}])", columns_, dot_.sums));
    text_.line(put("ko, ki = sch.split(k, [None, {}])", dot_.numbers));
    text_.line("sch.reorder(io, jo, im, ko, ii, jv, ji, ki)");
    text_.line("sch.parallel(io)");
    text_.line("sch.compute_at(left, io)");
    text_.comment("Rows a power of two apart would fall on the same few sets of the cache.");
    text_.line(put("sch.storage_align(left, 0, 0, {}, {})", 64 / sizes_.bytes, 32 / sizes_.bytes));
    text_.line(put("init = sch.decompose_reduction(\"{}\", ko)", c_.name));
    if (large) {
      const std::string ahead = text_.fresh("prefetch_" + c_.right.buffer->name + "_" + c_.name);
      text_.line(ahead + " = " + sampled({{1, 0.6}, {0, 0.4}}));
      text_.open(put("if {} == 1:", ahead));
      text_.line("sch.prefetch(sch.get(right).writes[0].buffer.name, jo, 1, [im, ko])");
      text_.close();
    }
    text_.line("*_, init_rows, init_vectors, lanes = sch.get_loops(init)");
    text_.line("sch.unroll(init_rows)");
    text_.line("sch.unroll(init_vectors)");
    text_.line("sch.vectorize(lanes)");
  }

  void writeTail() {
    if (epilogue_.empty()) {
      text_.open("if fill_rows or fill_columns:");
      text_.line("sch.reverse_compute_at(tail, im)");
      text_.close();
      return;
    }
    const std::string tail = context_.program.name(epilogue_.back());
    text_.line(put("sch.reverse_compute_at(\"{}\", im)", tail));
    text_.line(put("*_, lanes = sch.get_loops(\"{}\")", tail));
    text_.line(put("_, lanes = sch.split(lanes, [None, {}])", dot_.sums));
    text_.line("sch.vectorize(lanes)");
  }

  RuleContext& context_;
  SpaceText& text_;
  const Contraction& c_;
  Instruction dot_;
  std::vector<BlockId> epilogue_;
  ProductSizes sizes_;
  std::string columns_, rows_;
};

// The loops are those of a product as it is usually written: C[i, j] += A[i, k] * B[k, j].
bool isUsual(const Contraction& c) {
  if (!c.isMatrixProduct() || !c.batch.empty() || !c.plain) return false;
  const auto is = [&](const Expr& e, size_t iter) { return e.as<Var>()->sameAs(c.iters[iter]); };
  return c.rows[0] == 0 && c.columns[0] == 1 && c.sums[0] == 2 && is(c.left.indices[0], 0) && is(c.right.indices[1], 1);
}

Message applyDotTiles(RuleContext& context) {
  if (context.program.intrinsics().empty()) return say("the file has no tensor intrinsics");
  return forEachContraction(
      context,
      [](const Snapshot& program, const Contraction& c) -> Message {
        if (Message why = c.whySymbolic(); !why.empty()) return why;
        if (!isUsual(c)) return say("is no product of matrices as rows by columns");
        if (!instructionFor(program, c)) return say("has types for which the file has no tensor intrinsic");
        return {};
      },
      [&](const Contraction& c) {
        DotText dot(context, c, *instructionFor(context.program, c));
        dot.write();
        return dot.scheduled();
      });
}

}  // namespace

const Rule kDotTiles = {"dot-tiles", "Tiles products of narrow numbers for an instruction that adds several products.",
                        applyDotTiles};

}  // namespace lw::tune
