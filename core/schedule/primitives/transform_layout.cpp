// transform_layout: store a buffer in another layout, given by a map from its indices to the new ones, and adapt all
// accesses. Elements keep their values because the map assigns a different place to each of them. Places without an
// element are filled with `pad_value` by the writer, or by a block after the writer. The layout of a parameter is part
// of the function's interface.
#include <algorithm>

#include "core/analysis/shapes/box.h"
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/ir/wide_index.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/buffer_arguments.h"
#include "core/schedule/support/layout_change.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<int64_t, Ident, int64_t> kInputs{"transform_layout.inputs",
                                                 "the index map has {0} inputs, but buffer {1} has {2} dimensions"};
constexpr Error<int64_t, Snippet, Ident> kBounds{
    "transform_layout.bounds",
    "index {0} of the map ({1}) cannot be an index of buffer {2}: its range does not start at 0 or has no known end"};
constexpr Error<Snippet, Snippet, Ident> kShared{
    "transform_layout.not-one-to-one", "elements {0} and {1} of buffer {2} would be stored at the same position"};
constexpr Error<Ident> kUndecided{
    "transform_layout.undecided",
    "it could not be proved that the index map gives every element of {0} its own position"};
constexpr Error<Ident> kUnknownGaps{
    "transform_layout.unknown-gaps",
    "it is not known which positions of the new layout of {0} have no element, so they cannot be filled"};
constexpr Error<Snippet, Ident, Message> kPadding{
    "transform_layout.padding",
    "the new shape {0} of buffer {1} has more positions than it has elements: those {2} would have no value"};
constexpr Error<int64_t, int64_t> kPadInputs{
    "transform_layout.pad-inputs", "the map of the pad value has {0} inputs, but the new buffer has {1} dimensions"};
constexpr Error<TypeName, Ident, TypeName> kPadType{"transform_layout.pad-type",
                                                    "the pad value has type {0}, but buffer {1} has {2}"};
constexpr Error<Ident> kNoWriter{
    "transform_layout.no-writer",
    "nothing in the function writes {0}, so nothing can fill the positions that the new layout adds"};
constexpr Error<Ident> kStrided{"transform_layout.strided",
                                "buffer {0} has strides of its own, which already define its layout"};
constexpr Error<Ident> kSize{"transform_layout.size",
                             "the size {0} could no longer be read from the shape of a parameter"};

struct Args {
  BlockId block;
  BufferSlot slot;
  IndexMap map;
  PadValue pad;
  bool assumeInjective = false;
};
struct Plan {
  int function;
  PrimFunc changed;
  std::vector<std::pair<LoopId, std::vector<LoopId>>> replaced;
  bool conservative = false;
};

std::string elementText(const std::vector<int64_t>& point) {
  std::string text = join(point, [&](const int64_t i) { return std::to_string(i); });
  return "[" + text + "]";
}
std::string shapeText(const std::vector<Range>& ranges) {
  std::string text = join(ranges, [&](const Range& r) { return toText(r.extent); });
  return "(" + text + (ranges.size() == 1 ? ",)" : ")");
}

// The index map, over variables of the buffer's index type.
struct Layout {
  Buffer buffer;
  IndexMap map;
  Box box;                    // the elements of the buffer
  std::vector<Range> ranges;  // of the new indices
};

bool oneToOne(const Layout& l, BoxAnswer& exact, const ProofBudget& budget) {
  exact = determines(l.box, l.map.final, {l.box.vars.begin(), l.box.vars.end()}, budget);
  return exact.yes();
}

bool isIndex(const Layout& l, size_t i, const ProofBudget& budget) {
  return Analyzer().canProveEqual(l.ranges[i].min, makeZero(l.ranges[i].min.dtype())) &&
         staysInside(l.box, l.map.final[i], l.ranges[i].extent, budget);
}

Result<Layout> layoutOf(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, args.slot.written, args.slot.index);
  if (!buffer) return buffer.error();
  const BufferNode& node = **buffer;
  if (args.map.initial.size() != node.shape.size())
    return aboutBlock(kInputs(args.map.initial.size(), node.name, node.shape.size()), args.block,
                      "give one input per dimension, in order");
  if (!node.strides.empty())
    return aboutBlock(kStrided(node.name), args.block, "cache_read or cache_write makes a compact copy");
  if (Status ok = requirePlainAccesses(program, args.block, *buffer); !ok) return ok.error();
  const DataType type = exceedsInt32(*buffer)
                            ? dtype::Int64
                            : indexTypeOf(node.shape);  // any new dimension may be as long as the whole buffer
  Layout layout{*buffer, retyped(args.map, type), {}, {}};
  std::vector<Range> whole = wholeRanges(node.shape);
  for (Range& r : whole) r = {cast(type, r.min), cast(type, r.extent)};
  layout.ranges = mapRanges(layout.map, whole);
  for (Expr& e : layout.map.final) e = simplify(e);
  layout.box.vars = layout.map.initial;
  for (const Expr& size : node.shape) layout.box.ranges.push_back({makeZero(type), cast(type, size)});
  for (size_t i = 0; i < layout.map.final.size(); ++i)
    if (layout.ranges.size() != layout.map.final.size() || !isIndex(layout, i, program.budget()))
      return aboutBlock(kBounds(i, toText(layout.map.final[i]), node.name), args.block,
                        "add an offset so that it starts at 0, for example i - 3 -> i");
  return layout;
}

// ---- padding ----

Expr product(const std::vector<Range>& ranges) {
  Expr all = makeConst(dtype::Int64, 1);
  for (const Range& r : ranges) all = all * cast(dtype::Int64, r.extent);
  return simplify(all);
}

// The inverse map locates the padding correctly only if it is the exact inverse.
bool isExact(const Layout& l, const InverseMap& inverse, const ProofBudget& budget) {
  const Box places{inverse.outputs, inverse.ranges};
  IndexMap back{inverse.outputs, inverse.inputs, {}};
  back.final.push_back(inverse.padding);
  const Analyzer plain;
  const std::vector<Expr> there = applyMap(l.map, inverse.inputs, plain);
  const std::vector<Expr> andBack = applyMap(back, l.map.final, plain);
  Expr hit = boolConst(true), element = logicalNot(andBack.back());
  for (size_t i = 0; i < there.size(); ++i) hit = logicalAnd(hit, eq(there[i], inverse.outputs[i]));
  for (size_t i = 0; i < inverse.inputs.size(); ++i) {
    hit = logicalAnd(hit, logicalAnd(ge(inverse.inputs[i], makeZero(inverse.inputs[i].dtype())),
                                     lt(inverse.inputs[i], l.box.ranges[i].extent)));
    element = logicalAnd(element, eq(andBack[i], l.box.vars[i]));
  }
  return holdsEverywhere(places, logicalOr(inverse.padding, hit), budget).yes() &&
         holdsEverywhere(l.box, element, budget).yes();
}

Status checkPad(const Args& args, const Layout& l) {
  const IndexMap& pad = *args.pad.map;
  if (pad.initial.size() != l.ranges.size())
    return aboutBlock(kPadInputs(pad.initial.size(), l.ranges.size()), args.block,
                      "it is a map from the new indices, or a number");
  const DataType type = pad.final.front().dtype();
  if (type != l.buffer->dtype && !type.isInteger())
    return aboutBlock(kPadType(toString(type), l.buffer->name, toString(l.buffer->dtype)), args.block,
                      say("write it as T.{0}(...)", TypeName(toString(l.buffer->dtype))));
  return success();
}

// Refuses a layout that has places without an element which are not filled; none: there are no such places, or
// `assumeInjective` says so.
std::optional<Explanation> refusePadding(const Args& args, const Layout& l, const std::optional<InverseMap>& inverse) {
  if (args.assumeInjective) return std::nullopt;
  const Expr places = product(l.ranges), elements = product(l.box.ranges);
  const bool more =
      inverse ? !isFalse(inverse->padding) : asInt(places) && asInt(elements) && *asInt(places) != *asInt(elements);
  if (!more) return std::nullopt;
  std::string where = "without one";
  if (inverse) where = "where " + toText(inverse->padding);
  return aboutBlock(kPadding(shapeText(l.ranges), l.buffer->name, where), args.block,
                    "give pad_value, or a map whose tiles divide the extents");
}

Result<Padded> padded(const Snapshot& program, const Args& args, const Layout& l, const Buffer& to,
                      const std::optional<InverseMap>& inverse) {
  const int function = program.functionOf(args.block);
  if (inverse && isFalse(inverse->padding)) return Padded{program.function(function), {}};
  if (Status ok = checkPad(args, l); !ok) return ok.error();
  if (!inverse || !isExact(l, *inverse, program.budget()))
    return aboutBlock(kUnknownGaps(l.buffer->name), args.block, "with pad_value, use a map that only splits and fuses");
  std::optional<Padded> filled = fillPadding(program, function, {l.buffer, to, l.map, *inverse, *args.pad.map});
  if (!filled)
    return aboutBlock(kNoWriter(l.buffer->name), args.block,
                      "cache_read copies it into a buffer that the function writes");
  return *filled;
}

// ---- interface ----

// Sizes that the arguments of a call determine: variables that are a whole dimension by themselves, and scalar
// parameters.
std::vector<Var> knownSizes(const PrimFunc& f) {
  std::vector<Var> sizes = f.params;
  for (const auto& [param, buffer] : f.buffers)
    for (const Expr& e : buffer->shape)
      if (const auto* v = e.as<Var>()) sizes.push_back(*v);
  return sizes;
}

Status keepsSizes(const Args& args, const PrimFunc& before, const PrimFunc& after) {
  const std::vector<Var> known = knownSizes(after);
  for (const Var& size : knownSizes(before))
    if (std::find(known.begin(), known.end(), size) == known.end())
      return aboutBlock(kSize(size.name()), args.block,
                        say("keep one dimension of a parameter that is {0}", Ident(size.name())));
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Layout> layout = layoutOf(program, args);
  if (!layout) return layout.error();
  BoxAnswer exact;
  bool conservative = false;
  if (!oneToOne(*layout, exact, program.budget())) {
    if (exact.no())
      return aboutBlock(kShared(elementText(exact.points[0]), elementText(exact.points[1]), layout->buffer->name),
                        args.block, "use every input of the map");
    if (!args.assumeInjective)
      return aboutBlock(kUndecided(layout->buffer->name), args.block,
                        "assume_injective_transform=True skips this check");
    conservative = true;
  }
  const std::optional<InverseMap> inverse = inverseOf(args.map, wholeRanges(layout->buffer->shape));
  if (!args.pad.map)
    if (std::optional<Explanation> refused = refusePadding(args, *layout, inverse)) return std::move(*refused);
  std::vector<Expr> shape;
  for (const Range& r : layout->ranges) shape.push_back(r.extent);
  const Buffer to = withShape(layout->buffer, shape);
  const int function = program.functionOf(args.block);
  Padded filled{program.function(function), {}};
  if (args.pad.map) {
    Result<Padded> result = padded(program, args, *layout, to, inverse);
    if (!result) return result.error();
    filled = std::move(*result);
  }
  Plan plan{function, changeLayout(filled.changed, layout->buffer, to, layout->map), std::move(filled.replaced),
            conservative};
  if (Status ok = keepsSizes(args, program.function(function), plan.changed); !ok) return ok.error();
  return plan;
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  Edit edit{.function = plan.function, .changed = plan.changed};
  edit.fate.loops = plan.replaced;
  return edit;
}

// ---- offers ----

IndexMap identity(size_t rank) {
  IndexMap map;
  for (size_t i = 0; i < rank; ++i) map.initial.emplace_back("i" + std::to_string(i));
  return map;
}

// Moves tiles of the innermost dimension outermost, the layout that packing for a vector unit uses.
IndexMap packed(size_t rank, int64_t tile) {
  IndexMap map = identity(rank);
  const Expr last = map.initial.back(), size = makeConst(last.dtype(), tile);
  map.final.push_back(floordiv(last, size));
  for (size_t i = 0; i + 1 < rank; ++i) map.final.push_back(map.initial[i]);
  map.final.push_back(floormod(last, size));
  return map;
}

void addOffers(std::vector<Candidate>& offers, BlockId block, const char* access, size_t index, const Buffer& b) {
  const StepValue slot = StepValue::List{access, static_cast<int64_t>(index)};
  const size_t rank = b->shape.size();
  if (rank >= 2) {
    IndexMap map = identity(rank);
    map.final.assign(map.initial.begin(), map.initial.end());
    std::swap(map.final[rank - 1], map.final[rank - 2]);
    offers.push_back({{block, slot, map, StepValue(), false}, b->name + " transposed"});
  }
  const int64_t extent = rank ? asInt(b->shape.back()).value_or(0) : 0;  // 0: not known
  for (const int64_t tile : {4, 8, 16}) {
    if (extent <= tile) continue;
    const bool divides = extent % tile == 0;
    offers.push_back({{block, slot, packed(rank, tile), divides ? StepValue() : StepValue(0), false},
                      b->name + " in tiles of " + std::to_string(tile) + (divides ? "" : ", padded with 0")});
  }
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  const PrimFunc& function = program.function(program.functionOf(id));
  for (const bool written : {true, false}) {
    const auto& regions = written ? block.writes : block.reads;
    for (size_t i = 0; i < regions.size(); ++i)
      if (isAllocated(function, regions[i].buffer))
        addOffers(offers, id, written ? "write" : "read", i, regions[i].buffer);
  }
  return offers;
}

// As in TVM, the axis separators of a layout are set by a step of their own: they are removed from the map.
std::optional<StepCall> separatorStep(Arguments& args) {
  const auto* map = args.at(2).as<IndexMap>();
  if (!map || map->separators.empty()) return std::nullopt;
  IndexMap plain = *map;
  plain.separators.clear();
  Arguments step{args[0], args[1], StepValue::List(map->separators.begin(), map->separators.end())};
  args[2] = std::move(plain);
  return StepCall{&kSetAxisSeparator, std::move(step)};
}

// The map has one input per dimension of the buffer.
std::optional<size_t> dimensions(const Snapshot& program, const Block& block, Arguments args) {
  if (!completeBufferArguments(program, kTransformLayout, block.id, args)) return std::nullopt;
  const auto* slot = args[1].as<StepValue::List>();
  if (!slot || slot->size() != 2 || !slot->front().as<std::string>() || !slot->back().as<int64_t>())
    return std::nullopt;
  const std::vector<BufferRegion>& list = *slot->front().as<std::string>() == "write" ? block.writes : block.reads;
  const auto position = static_cast<size_t>(*slot->back().as<int64_t>());
  return position < list.size() ? std::optional(list[position].ranges.size()) : std::nullopt;
}

}  // namespace

const Primitive kTransformLayout = define<Args, Plan>(
    {.name = "transform_layout",
     .kind = "TransformLayout",
     .group = Group::Memory,
     .summary = "Store a buffer in another layout.",
     .params =
         {param("block", &Args::block, "a block that reads or writes the buffer"),
          param("buffer", &Args::slot, "(\"read\", 0) or (\"write\", 0), or the name of the buffer",
                {.encoding = Encoding::Attr}),
          param("index_map", &Args::map, "from the indices to the new ones: lambda i, j: (j // 16, i, j % 16)"),
          param("pad_value", &Args::pad, "value of the positions without an element; None: there are none",
                {.defaultValue = StepValue(), .encoding = Encoding::Attr}),
          param("assume_injective_transform", &Args::assumeInjective,
                "where it cannot be proved, assume that the map is one to one",
                {.defaultValue = false, .encoding = Encoding::IntAttr, .flag = "Assume that the map is one to one"})},
     .errors = {&kNoSuchSlot, &kSeenOtherwise, &kInputs, &kBounds, &kShared, &kUndecided, &kUnknownGaps, &kPadding,
                &kPadInputs, &kPadType, &kNoWriter, &kStrided, &kSize},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 200, .followUp = separatorStep, .mapInputs = dimensions}});

}  // namespace lw
