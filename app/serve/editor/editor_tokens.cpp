// Semantic tokens: what each word of the text is.
#include <algorithm>
#include <map>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/text/names.h"
#include "core/text/python/python_lexer.h"

namespace lw::serve {
namespace {

enum TokenType : int {
  kTokenNamespace,
  kTokenFunctionName,
  kTokenClass,
  kTokenParameter,
  kTokenVariable,
  kTokenProperty,
  kTokenMethod,
  kTokenKeyword,
  kTokenString,
  kTokenNumber,
  kTokenComment,
  kTokenBuffer,
  kTokenLoop,
  kTokenBlock,
  kTokenIterVar
};
constexpr const char* kTokenTypes[] = {"namespace", "function", "class",   "parameter", "variable",
                                       "property",  "method",   "keyword", "string",    "number",
                                       "comment",   "buffer",   "loop",    "block",     "iterVar"};
enum TokenModifier : int { kTokenDeclares = 1, kTokenReadonly = 2 };

int tokenOf(NamedThing::Kind kind) {
  using Kind = NamedThing::Kind;
  switch (kind) {
    case Kind::Module:
      return kTokenNamespace;
    case Kind::Function:
      return kTokenFunctionName;
    case Kind::Class:
      return kTokenClass;
    case Kind::Parameter:
      return kTokenParameter;
    case Kind::Variable:
    case Kind::Constant:
      return kTokenVariable;
    case Kind::Buffer:
      return kTokenBuffer;
    case Kind::Loop:
      return kTokenLoop;
    case Kind::Block:
      return kTokenBlock;
    case Kind::IterVar:
      return kTokenIterVar;
  }
  return kTokenVariable;
}

class Tokens {
 public:
  explicit Tokens(const EditedText& text) : text_(text), names_(namesIn(text.file())) {
    for (const NameUse& use : names_.uses) uses_.emplace(use.span.begin, &use);
  }

  Json data() {
    const py::TokenStream stream = py::tokenize(text_.source());
    int end = 0;
    for (size_t i = 0; i < stream.tokens.size(); ++i) {
      const py::Token& token = stream.tokens[i];
      if (token.span.begin > end) comments({end, token.span.begin});
      end = std::max(end, token.span.end);
      one(stream.tokens, i);
    }
    comments({end, static_cast<int>(text_.text().size())});
    return std::move(data_);
  }

 private:
  void comments(Span gap) {
    const std::string& text = text_.text();
    for (auto at = static_cast<size_t>(gap.begin); (at = text.find('#', at)) < static_cast<size_t>(gap.end);) {
      const size_t stop = std::min(text.find('\n', at), text.size());
      add({static_cast<int>(at), static_cast<int>(stop)}, kTokenComment, 0);
      at = stop;
    }
  }

  void named(const NameUse& use) {
    const NamedThing& thing = names_.things[static_cast<size_t>(use.thing)];
    add(use.span, tokenOf(thing.kind),
        (use.definition ? kTokenDeclares : 0) | (thing.kind == NamedThing::Kind::Constant ? kTokenReadonly : 0));
  }

  void one(const std::vector<py::Token>& tokens, size_t i) {
    const py::Token& token = tokens[i];
    using Kind = py::TokenKind;
    if (const auto use = uses_.find(token.span.begin); token.kind == Kind::Name && use != uses_.end())
      return named(*use->second);
    if (token.kind == Kind::String) {
      const auto inside = uses_.find(token.span.begin + 1);
      return inside != uses_.end() && inside->second->string ? named(*inside->second)
                                                             : add(token.span, kTokenString, 0);
    }
    if (token.kind == Kind::Keyword) add(token.span, kTokenKeyword, 0);
    if (token.kind == Kind::Number) add(token.span, kTokenNumber, 0);
    if (token.kind == Kind::Name && i > 0 && tokens[i - 1].is("."))
      add(token.span, i + 1 < tokens.size() && tokens[i + 1].is("(") ? kTokenMethod : kTokenProperty, 0);
  }

  // Line by line: many editors know no tokens of several lines.
  void add(Span span, int type, int modifiers) {
    const std::string& text = text_.text();
    for (int begin = span.begin; begin < span.end;) {
      const auto next = std::min(text.find('\n', static_cast<size_t>(begin)), static_cast<size_t>(span.end));
      const Json from = text_.positionOf(begin), to = text_.positionOf(static_cast<int>(next));
      const int line = from["line"], column = from["character"], length = to["character"].get<int>() - column;
      if (length > 0) {
        data_.insert(data_.end(), {Json(line - line_), Json(line == line_ ? column - column_ : column), Json(length),
                                   Json(type), Json(modifiers)});
        line_ = line;
        column_ = column;
      }
      begin = static_cast<int>(next) + 1;
    }
  }

  const EditedText& text_;
  const NameIndex names_;
  std::map<int, const NameUse*> uses_;
  Json data_ = Json::array();
  int line_ = 0, column_ = 0;
};

}  // namespace

Json tokenLegend() { return {{"tokenTypes", kTokenTypes}, {"tokenModifiers", {"declaration", "readonly"}}}; }

Json tokensJson(const EditedText& text) { return {{"data", Tokens(text).data()}}; }

}  // namespace lw::serve
