#include "backends/interpreter/check_intrinsic.h"

#include "backends/interpreter/interpreter.h"
#include "core/ir/intrin_meaning.h"
#include "core/support/text.h"

namespace lw {

constexpr Error<Ident, Message> kWrongIntrinsic{
    "intrinsic.wrong", "the implementation of intrinsic \"{0}\" does not compute what its description says: {1}"};

namespace {

constexpr int64_t kMaxSteps = 2'000'000;
constexpr uint64_t kSeeds[] = {1, 2};

std::string elementText(const std::string& buffer, const std::vector<int64_t>& index) {
  std::string text = join(index, [&](const int64_t i) { return std::to_string(i); });
  return buffer + "[" + text + "]";
}

std::string numberText(DataType type, double value) {
  if (!type.isFloat()) return std::to_string(static_cast<int64_t>(value));
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

Status compareOnce(const TensorIntrin& t, uint64_t seed) {
  InputSpec inputs;
  inputs.ranges.emplace("*", ValueRange{ValueRange::Kind::Integers});  // sums in any order are exact
  inputs.seed = seed;
  Result<std::vector<Argument>> wanted = makeArguments(t.desc, inputs);
  if (!wanted) return success();
  std::vector<Argument> got = *wanted;
  const InterpretOptions limit{.maxSteps = kMaxSteps};
  if (!interpret(t.desc, *wanted, limit)) return success();
  if (const Status ran = interpret(t.impl, got, limit); !ran)
    return ran.error().kind.starts_with("run.step-limit") ? success()
                                                          : Status(kWrongIntrinsic(t.name, ran.error().reason));
  for (size_t i = 0; i < got.size(); ++i) {
    const auto *a = std::get_if<NDArray>(&got[i]), *b = std::get_if<NDArray>(&(*wanted)[i]);
    if (!a || !b) continue;
    const auto [relative, absolute] = toleranceOf(a->type);
    const Mismatch m = compareArrays(*a, *b, relative, absolute);
    if (m.count == 0) continue;
    const Buffer& buffer = *t.desc.bufferOf(t.desc.params[i]);
    return explain(kWrongIntrinsic(t.name, say("{0} is {1} but should be {2}", elementText(buffer->name, m.at),
                                               numberText(a->type, m.got), numberText(a->type, m.expected))),
                   say("{0} elements differ on random integers; compare {1} with {2}", m.count, Ident(t.impl.name),
                       Ident(t.desc.name)));
  }
  return success();
}

}  // namespace

Status checkIntrinsic(const TensorIntrin& intrinsic) {
  if (callsOutside(intrinsic.impl.body) || callsOutside(intrinsic.desc.body)) return success();
  for (const uint64_t seed : kSeeds)
    if (Status status = compareOnce(intrinsic, seed); !status) return status;
  return success();
}

}  // namespace lw
