// dot-tiles: matrix products of narrow numbers for which the file has a tensor intrinsic that multiplies several
// numbers of each factor and adds the products to a vector of sums, as AVX-512 VNNI and BF16 do.
#include <algorithm>

#include "core/analysis/program/layout_free.h"
#include "core/support/quote.h"
#include "core/support/text.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/rules/contractions/matrix_text.h"
#include "core/tune/rules/contractions/put.h"
#include "core/tune/rules/contractions/tile_sizes.h"
#include "core/tune/rules/space_template.h"

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
        epilogue_(epilogueOf(context.program, c, context.taken)),
        space_(context.text) {
    sizes_ = {c.count(c.rows), c.count(c.columns), c.count(c.sums), c.left.buffer->dtype.bytes(), dot_.sums};
  }

  void write() {
    setNames();
    setSizes();
    setInlined(space_, context_.program, epilogue_);
    space_.write(spaceTemplate("dot_tiles"));
  }
  std::vector<BlockId> scheduled() const {
    std::vector<BlockId> all = {c_.block};
    all.insert(all.end(), epilogue_.begin(), epilogue_.end());
    return all;
  }

 private:
  // What the template asks for (resources/spaces/dot_tiles.py).
  void setNames() {
    space_.set("name", c_.name);
    space_.set("block", quoted(c_.name));
    space_.set("right", c_.right.buffer->name);
    space_.set("height", sizes_.height);
    space_.set("width", sizes_.width);
    space_.set("depth", sizes_.depth);
    space_.set("numbers", dot_.numbers);
    space_.set("sums", dot_.sums);
    space_.set("instruction", dot_.name);
    space_.set("left_read", c_.left.read);
    space_.set("left_only", onlyFor(context_, c_.block, c_.left.buffer, quoted(c_.name)));
    space_.set("right_read", c_.right.read);
    space_.set("right_only", onlyFor(context_, c_.block, c_.right.buffer, quoted(c_.name)));
    space_.set("or_terms", std::string(sizes_.depth % dot_.numbers != 0 ? " or True" : ""));
    space_.set("line", 64 / sizes_.bytes);
    space_.set("half_line", 32 / sizes_.bytes);
    space_.set("packed_once", std::string(kPackedOnce));
    space_.setFlag("epilogue", !epilogue_.empty());
    space_.setFlag("right_once", isWeight(context_, c_.right));
    space_.setFlag("large", sizes_.width * sizes_.depth * sizes_.bytes > cacheBytes(context_.machine, 1) / 4);
  }

  void setSizes() {
    std::vector<TileWidth> tiles = registerTiles(sizes_, context_.machine);
    std::erase_if(tiles, [&](const TileWidth& t) { return t.columns % dot_.sums != 0; });
    Candidates widths;
    for (const TileWidth& t : tiles) widths.push_back({t.columns, t.weight});
    const auto choose = [this](const std::string& what, const std::string& drawn) {
      const std::string variable = text_.fresh(what + "_" + c_.name);
      text_.line(variable + " = " + drawn);
      return variable;
    };
    space_.setChoice("columns", [=] { return choose("columns", sampled(normalised(widths))); });
    space_.setChoice("rows", [=, this] {
      return choose("rows", put("sch.get(sch.sample_categorical({1}[{0}], {2}[{0}]))", space_.chosen("columns"),
                                dictOf(tiles, valuesText), dictOf(tiles, weightsText)));
    });
    space_.setChoice("tiles_each",
                     [=, this] { return choose("tiles", sampled(tilesAtATime(sizes_, context_.machine))); });
    space_.setChoice("prefetch",
                     [=, this] { return choose("prefetch_" + c_.right.buffer->name, sampled({{1, 0.6}, {0, 0.4}})); });
    // Of an element in row k and column n of the right factor.
    space_.set("panel", [this] { return put("n // {}, k // {}", space_.chosen("columns"), dot_.numbers); });
    space_.set("column", [this] { return put("n % {} // {}", space_.chosen("columns"), dot_.sums); });
    space_.set("place", put("n % {0} * {1} + k % {1}", dot_.sums, dot_.numbers));
    space_.set("padding", [this] {
      std::vector<std::string> padding;
      for (size_t i = 0; i < c_.iters.size(); ++i)
        padding.push_back(i == c_.rows[0]      ? "tiles * " + space_.chosen("rows")
                          : i == c_.columns[0] ? space_.chosen("columns")
                                               : std::to_string(dot_.numbers));
      return join(padding);
    });
  }

  RuleContext& context_;
  SpaceText& text_;
  const Contraction& c_;
  Instruction dot_;
  std::vector<BlockId> epilogue_;
  ProductSizes sizes_;
  SpaceTemplate space_;
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
