#include "core/support/message.h"

#include "core/support/text.h"

template class std::vector<lw::MessageArgument>;
template class std::vector<lw::Message>;

namespace lw {

MessageArgument::MessageArgument() = default;
MessageArgument::MessageArgument(const MessageArgument&) = default;
MessageArgument::MessageArgument(MessageArgument&&) noexcept = default;
MessageArgument& MessageArgument::operator=(const MessageArgument&) = default;
MessageArgument& MessageArgument::operator=(MessageArgument&&) noexcept = default;
MessageArgument::~MessageArgument() = default;

Message::Message() = default;
Message::Message(const Message&) = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(const Message&) = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

std::vector<MessageArgument> room(size_t arguments) {
  std::vector<MessageArgument> list;
  list.reserve(arguments);
  return list;
}

void add(std::vector<MessageArgument>& arguments, MessageArgument argument) {
  arguments.push_back(std::move(argument));
}

MessageArgument::MessageArgument(Kind k, std::string t) : kind(k), text(std::move(t)) {}
MessageArgument::MessageArgument(Ident name) : MessageArgument(Kind::Ident, std::move(name.text)) {}
MessageArgument::MessageArgument(Snippet code) : MessageArgument(Kind::Snippet, std::move(code.text)) {}
MessageArgument::MessageArgument(TypeName type) : MessageArgument(Kind::TypeName, std::move(type.text)) {}
MessageArgument::MessageArgument(std::string code) : MessageArgument(Kind::Snippet, std::move(code)) {}
MessageArgument::MessageArgument(std::string_view code) : MessageArgument(Kind::Snippet, std::string(code)) {}
MessageArgument::MessageArgument(const char* phrase) : MessageArgument(Message(phrase)) {}
MessageArgument::MessageArgument(Message words) : kind(Kind::Message), text(words.text()) {
  phrase.push_back(std::move(words));
}
MessageArgument::MessageArgument(const Idents& names) : kind(Kind::Ident) {
  for (const std::string& name : names) addItem(text, name);
}

Message::Message(Ident name) : sentence("{0}"), arguments{std::move(name)} {}
Message::Message(Snippet code) : sentence("{0}"), arguments{std::move(code)} {}
Message::Message(TypeName type) : sentence("{0}"), arguments{std::move(type)} {}
Message::Message(std::string_view words, std::vector<MessageArgument> holes)
    : sentence(words), arguments(std::move(holes)) {}

std::string Message::text() const {
  if (sentence.empty()) return plain;
  if (arguments.empty()) return std::string(sentence);
  std::vector<std::string> holes;
  holes.reserve(arguments.size());
  for (const MessageArgument& argument : arguments) holes.push_back(argument.text);
  return filled(sentence, holes);
}

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

}  // namespace lw
