#include "core/support/explanation.h"

namespace lw {
namespace {

std::string pointText(const Witness::Point& point) {
  std::string text = point.block + "(";
  for (size_t i = 0; i < point.iteration.size(); ++i) {
    if (i) text += ", ";
    text += point.iteration[i].first + "=" + std::to_string(point.iteration[i].second);
  }
  return text + ")";
}

}  // namespace

// Out of the header: every Result has one.
Explanation::Explanation() = default;
Explanation::Explanation(const Explanation&) = default;
Explanation::Explanation(Explanation&&) noexcept = default;
Explanation& Explanation::operator=(const Explanation&) = default;
Explanation& Explanation::operator=(Explanation&&) noexcept = default;
Explanation::~Explanation() = default;

std::string_view Witness::sentenceOf() const {
  if (dependence == "flow") return "{0} writes {2}, which {1} reads";
  if (dependence == "anti") return "{0} reads {2}, which {1} overwrites";
  return dependence == "update" ? "{0} and {1} both update {2}" : "{0} and {1} both write {2}";
}

std::vector<std::string> Witness::holes() const { return {pointText(first), pointText(second), element}; }

std::string Witness::sentence() const { return filled(sentenceOf(), holes()); }

std::string filled(std::string_view sentence, const std::vector<std::string>& holes) {
  std::string text;
  for (size_t i = 0; i < sentence.size(); ++i) {
    if (sentence[i] == '{' && i + 2 < sentence.size() && sentence[i + 2] == '}' && sentence[i + 1] >= '0' &&
        sentence[i + 1] <= '9') {
      const size_t hole = static_cast<size_t>(sentence[i + 1] - '0');
      if (hole < holes.size()) text += holes[hole];
      i += 2;
    } else {
      text += sentence[i];
    }
  }
  return text;
}

Explanation explain(const ErrorKind& kind, const std::vector<std::string>& holes, std::string hint) {
  Explanation result;
  result.kind = kind.id;
  result.message = filled(kind.sentence, holes);
  result.hint = std::move(hint);
  result.sentence = kind.sentence;
  result.holes = holes;
  return result;
}

std::string toText(const Repair& repair) {
  std::string text = repair.steps;
  for (size_t line = text.find('\n'); line != std::string::npos; line = text.find('\n', line))
    text.replace(line, 1, ", then ");
  return repair.warning.empty() ? text : text + " (" + repair.warning + ")";
}

std::string toText(const Explanation& explanation) {
  std::string text = explanation.message;
  if (explanation.witness) text += "\n  witness: " + explanation.witness->sentence();
  if (explanation.conservative)
    text +=
        "\n  note: decided from the block's signature: an access is not affine, or there is too much to decide exactly";
  if (!explanation.hint.empty()) text += "\n  hint: " + explanation.hint;
  for (const Repair& repair : explanation.repairs) text += "\n  would help: " + toText(repair);
  return text;
}

}  // namespace lw
