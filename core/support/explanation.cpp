#include "core/support/explanation.h"
#include "core/support/text.h"

namespace lw {
namespace {

std::string pointText(const Witness::Point& point) {
  const auto text = [](const auto& variable) { return variable.first + "=" + std::to_string(variable.second); };
  return point.block + "(" + join(point.iteration, text) + ")";
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

Message Witness::message() const {
  return Message(sentenceOf(), {Snippet(pointText(first)), Snippet(pointText(second)), Snippet(element)});
}

std::string Witness::sentence() const { return message().text(); }

void Explanation::setMessage(Message words) {
  message = words.text();
  reason = std::move(words);
}

void Explanation::setHint(Message words) {
  hint = words.text();
  remedy = std::move(words);
}

Explanation explanationOf(const ErrorKind& kind, std::vector<MessageArgument> arguments) {
  Explanation result;
  result.kind = kind.id;
  result.reason = Message(kind.sentence, std::move(arguments));
  result.message = result.reason.text();
  return result;
}

Explanation explain(Explanation e, Message hint) {
  e.setHint(std::move(hint));
  return e;
}

Explanation explain(Explanation e, Message hint, Span span) {
  e.setHint(std::move(hint));
  e.span = span;
  return e;
}

std::string Repair::text() const {
  return join(steps, [&](const std::shared_ptr<const RepairStep>& step) { return step->text(); }, "\n");
}

std::string toText(const Repair& repair) {
  std::string text = repair.text();
  for (size_t line = text.find('\n'); line != std::string::npos; line = text.find('\n', line))
    text.replace(line, 1, ", then ");
  return repair.warning.empty() ? text : text + " (" + repair.warning.text() + ")";
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
