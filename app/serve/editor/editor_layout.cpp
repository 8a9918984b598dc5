// Folds and formatting. A function is formatted as the engine prints it, if that loses nothing that a person wrote.
#include <algorithm>
#include <set>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/editor/text/names.h"
#include "app/serve/editor/text/program_text.h"
#include "app/serve/errors.h"
#include "core/ir/equal.h"
#include "core/te/read_program.h"
#include "core/text/fold_levels.h"
#include "core/text/python/python_lexer.h"

namespace lw::serve {
namespace {

// The names in a text, and whether it has comments: what is between tokens and is neither space nor the end of a line.
struct Words {
  std::set<std::string> names;
  std::optional<Span> comment;
  std::vector<std::string> strings;
};

Words wordsOf(const std::string& text) {
  const SourceText source = makeSource("text", text);
  const py::TokenStream stream = py::tokenize(source);
  Words words;
  size_t end = 0;
  for (const py::Token& token : stream.tokens) {
    const auto begin = static_cast<size_t>(std::max(token.span.begin, 0));
    if (begin > end) {
      const size_t hash = text.find('#', end);
      if (hash < begin && !words.comment) words.comment = Span{static_cast<int>(hash), static_cast<int>(begin)};
    }
    end = std::max(end, static_cast<size_t>(std::max(token.span.end, 0)));
    if (token.kind == py::TokenKind::Name) words.names.emplace(token.text);
    if (token.kind == py::TokenKind::String) words.strings.emplace_back(token.text);
  }
  if (const size_t hash = text.find('#', end); hash != std::string::npos && !words.comment)
    words.comment = Span{static_cast<int>(hash), static_cast<int>(text.size())};
  return words;
}

// What would be lost; nothing: the text is the function as it is printed, up to layout.
std::optional<lw::Message> lossOf(const std::string& before, const std::string& after) {
  const Words was = wordsOf(before), is = wordsOf(after);
  if (was.comment) {
    const size_t end = before.find('\n', static_cast<size_t>(was.comment->begin));
    return say("the comment {0}",
               Snippet(before.substr(static_cast<size_t>(was.comment->begin),
                                     std::min(end, before.size()) - static_cast<size_t>(was.comment->begin))));
  }
  for (const std::string& text : was.strings)
    if (text.starts_with("\"\"\"") || text.starts_with("'''"))
      return say("the string {0}", Snippet(text.substr(0, 40)));
  for (const std::string& name : was.names)
    if (!is.names.contains(name)) return say("the name {0}", Ident(name));
  return std::nullopt;
}

bool sameProgram(const EditedText& text, Span lines, const std::string& code, const NamedFunction& named) {
  std::string after = text.text();
  after.replace(static_cast<size_t>(lines.begin), static_cast<size_t>(lines.end - lines.begin), code);
  const SourceFile file = readProgram(text.name(), after);
  for (const NamedFunction& other : functionsOf(file))
    if (other.title == named.title) return equal(*other.function, *named.function);
  return false;
}

}  // namespace

Json foldsJson(const EditedText& text) {
  const std::vector<FoldLine> lines = foldLines(text.text());
  Json folds = Json::array();
  std::vector<size_t> open;  // headers around the line
  size_t last = 0;           // that is not blank
  const auto close = [&](int depth) {
    for (; !open.empty() && lines[open.back()].depth >= depth; open.pop_back())
      if (last > open.back()) folds.push_back({{"startLine", open.back()}, {"endLine", last}});
  };
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].blank) continue;
    close(lines[i].depth);
    if (lines[i].header) open.push_back(i);
    last = i;
  }
  close(0);
  std::stable_sort(folds.begin(), folds.end(),
                   [](const Json& a, const Json& b) { return a["startLine"] < b["startLine"]; });
  return folds;
}

std::variant<Json, Failure> formattedJson(const EditedText& text) {
  Json edits = Json::array();
  std::optional<Failure> lost;
  for (const NamedFunction& named : functionsOf(text.file())) {
    const Span lines = linesOf(text.file(), named.title);
    if (!lines.valid() || text.file().errorIn(named.title)) continue;
    const std::string code = printedAt(text, lines, *named.function);
    const std::string before =
        text.text().substr(static_cast<size_t>(lines.begin), static_cast<size_t>(lines.end - lines.begin));
    if (code == before) continue;
    if (const auto loss = lossOf(before, code)) {
      if (!lost)
        lost = Failure{kRequestFailed,
                       explain(err::kFormatLoses(named.title, *loss),
                               "move comments out of the function, and write numbers in place of names of the file"),
                       text.source()};
      continue;
    }
    if (!sameProgram(text, lines, code, named)) continue;
    edits.push_back({{"range", text.rangeOf(lines)}, {"newText", code}});
  }
  if (edits.empty() && lost) return *lost;
  return edits;
}

}  // namespace lw::serve
