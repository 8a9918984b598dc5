// What is known of the results of operators, from what is known of their operands. One function for each kind of
// operators; the table of operators names them. What an operand leaves open stays open; only what contradicts itself is
// an error. Rules of shapes are those of Relax.
#pragma once

#include <optional>

#include "core/graph/operators.h"
#include "core/ir/ops.h"

namespace lw::graph {

// A call of an operator, as the functions below see it.
struct Inference {
  const Operator& op;
  const Call& call;
  std::vector<std::optional<StructInfo>> infos;  // of the operands; nothing: left out

  // The operand in this place as a tensor. Nothing is known of one that is not given, or that may be anything.
  Result<TensorInfo> tensor(size_t place) const;
  // An attribute as it was given, or its default.
  const Attribute& attribute(std::string_view name) const;
  // None, or an empty text. What is neither this nor a number may be anything, such as a size of the graph.
  bool isNone(std::string_view name) const;
  std::optional<int64_t> integer(std::string_view name) const;
  std::optional<std::vector<int64_t>> integers(std::string_view name) const;  // a number is a list of one
  std::string text(std::string_view name) const;
  // The element type that an attribute asks for: `other` if it asks for none. Nothing: it is not known.
  std::optional<DataType> type(std::string_view name, std::optional<DataType> other) const;
  // The sizes that the operand in this place holds, if they are known.
  std::optional<Sizes> sizes(size_t place) const;
  // A dimension of `rank`, counted from the end if negative.
  Result<int> axis(int64_t given, int rank) const;
};

namespace infer {

using Info = Result<StructInfo>;
// Elementwise
Info broadcastArithmetic(const Inference& in);
Info broadcastComparison(const Inference& in);
Info likeFirst(const Inference& in);
Info likeSecond(const Inference& in);
Info boolLikeFirst(const Inference& in);
Info whereInfo(const Inference& in);
Info batchNormInfo(const Inference& in);
Info dropoutInfo(const Inference& in);
// Creation
Info createdInfo(const Inference& in);
Info createdLikeInfo(const Inference& in);
Info arangeInfo(const Inference& in);
Info allocatedInfo(const Inference& in);
// Shapes and indices
Info reshapeInfo(const Inference& in);
Info reshapedInfo(const Inference& in);
Info permuteDimsInfo(const Inference& in);
Info expandDimsInfo(const Inference& in);
Info squeezeInfo(const Inference& in);
Info flattenInfo(const Inference& in);
Info concatInfo(const Inference& in);
Info stackInfo(const Inference& in);
Info splitInfo(const Inference& in);
Info takeInfo(const Inference& in);
Info gatherElementsInfo(const Inference& in);
Info stridedSliceInfo(const Inference& in);
Info padInfo(const Inference& in);
Info shapeOfInfo(const Inference& in);
Info layoutTransformInfo(const Inference& in);
Info tensorToShapeInfo(const Inference& in);
// Sizes that depend on data
Info uniqueInfo(const Inference& in);
Info nonzeroInfo(const Inference& in);
// Reductions
Info reductionInfo(const Inference& in);
Info argReductionInfo(const Inference& in);
Info scanInfo(const Inference& in);
Info scalarTensorInfo(const Inference& in);
// Products and windows
Info matmulInfo(const Inference& in);
Info linearInfo(const Inference& in);
Info outerInfo(const Inference& in);
Info convInfo(const Inference& in);
Info poolInfo(const Inference& in);
Info adaptivePoolInfo(const Inference& in);
Info attentionInfo(const Inference& in);
// Searches, look-ups, and shapes of their own
Info bucketizeInfo(const Inference& in);
Info topkInfo(const Inference& in);
Info medianInfo(const Inference& in);
Info gatherNdInfo(const Inference& in);
Info indexTensorInfo(const Inference& in);
Info oneHotInfo(const Inference& in);
Info multinomialInfo(const Inference& in);
Info einsumInfo(const Inference& in);
Info repeatInfo(const Inference& in);
Info tileInfo(const Inference& in);
Info meshgridInfo(const Inference& in);
Info countInfo(const Inference& in);
Info shapeToTensorInfo(const Inference& in);
Info eyeInfo(const Inference& in);
Info windowInfo(const Inference& in);
Info batchFlattenInfo(const Inference& in);
Info nllLossInfo(const Inference& in);
Info gatheredInfo(const Inference& in);
Info scatteredInfo(const Inference& in);
Info viewInfo(const Inference& in);
// Pictures, boxes, transposed convolutions
Info resizeInfo(const Inference& in);
Info gridSampleInfo(const Inference& in);
Info affineGridInfo(const Inference& in);
Info pixelShuffleInfo(const Inference& in);
Info convTransposeInfo(const Inference& in);
Info multiboxInfo(const Inference& in);
Info allClassesInfo(const Inference& in);
Info validCountsInfo(const Inference& in);
Info suppressionInfo(const Inference& in);
Info regionsInfo(const Inference& in);
// Calls
Info statedInfo(const Inference& in);
Info noInfo(const Inference& in);
Info unknownInfo(const Inference& in);
Info unknownOfRankInfo(const Inference& in);  // with the rank and type of the first operand

}  // namespace infer
}  // namespace lw::graph
