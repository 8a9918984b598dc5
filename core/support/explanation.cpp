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

std::string Witness::sentence() const {
  const std::string x = pointText(first), y = pointText(second);
  if (dependence == "flow") return x + " writes " + element + ", which " + y + " reads";
  if (dependence == "anti") return x + " reads " + element + ", which " + y + " overwrites";
  return x + " and " + y + " both " + (dependence == "update" ? "update " : "write ") + element;
}

Explanation explain(const ErrorKind& kind, const std::vector<std::string>& holes, std::string hint) {
  Explanation result;
  result.kind = kind.id;
  result.hint = std::move(hint);
  const std::string_view s = kind.sentence;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '{' && i + 2 < s.size() && s[i + 2] == '}' && s[i + 1] >= '0' && s[i + 1] <= '9') {
      const size_t hole = static_cast<size_t>(s[i + 1] - '0');
      if (hole < holes.size()) result.message += holes[hole];
      i += 2;
    } else {
      result.message += s[i];
    }
  }
  return result;
}

std::string toText(const Explanation& explanation) {
  std::string text = explanation.message;
  if (explanation.witness) text += "\n  witness: " + explanation.witness->sentence();
  if (explanation.conservative) text += "\n  note: decided from the block's signature: an access is not affine, or there is too much to decide exactly";
  if (!explanation.hint.empty()) text += "\n  hint: " + explanation.hint;
  for (std::string repair : explanation.repairs) {
    for (size_t line = repair.find('\n'); line != std::string::npos; line = repair.find('\n', line)) repair.replace(line, 1, ", then ");
    text += "\n  would help: " + repair;
  }
  return text;
}

}  // namespace lw
