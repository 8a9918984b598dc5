#include "core/text/print/compact_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "core/text/diff.h"

namespace lw {
namespace {

constexpr size_t kIndent = 4;  // columns of a level in printed text
constexpr std::string_view kBetween = " · ";
constexpr size_t kFits = 58;  // characters of a line in a pane that shares a window of 1440 pixels with two others

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

struct Line {
  std::string_view text;  // without the indentation
  size_t indent = 0;
  int begin = 0;  // offset of the first character after the indentation
};

// The characters that a line is wide in a view that indents by two.
size_t shownWidth(const Line& line, size_t length) { return line.indent / 2 + length; }

// The commas and the closing bracket on the level of the first bracket.
std::vector<size_t> partsOf(std::string_view text, size_t bracket) {
  std::vector<size_t> ends;
  int depth = 0;
  char quote = 0;
  for (size_t at = bracket; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == '\\')
        ++at;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if ((depth == 1 && c == ',') || depth == 0) ends.push_back(at);
    if (depth == 0) break;
  }
  return ends;
}

// Whether all operators in `text` bind tighter than `op`, so that `x = x op text` is `x op= text`.
bool isOneOperand(std::string_view text, char op) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'' || c == '#') return false;
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth > 0 || c != ' ') continue;
    const std::string_view word = text.substr(at + 1, text.find(' ', at + 1) - at - 1);
    if (op == '*' || (word != "*" && word != "/")) return false;
    at += word.size() + 1;
  }
  return depth == 0;
}

struct Axis {
  std::string_view call, shown;
};
constexpr std::array kAxes{Axis{"T.axis.spatial(", "S("}, Axis{"T.axis.reduce(", "R("}};
constexpr std::string_view kRemap = "T.axis.remap(\"";

class Compactor {
 public:
  explicit Compactor(std::string_view full) : full_(full) {
    for (const std::string_view line : linesOf(full)) {
      const size_t indent = std::min(line.find_first_not_of(' '), line.size());
      lines_.push_back({line.substr(indent), indent, int(line.data() - full.data() + std::ptrdiff_t(indent))});
    }
  }

  CompactText run() {
    for (size_t i = 0; i < lines_.size();) {
      const Line& line = lines_[i];
      if (line.text.ends_with(':') &&
          (line.text.starts_with("with T.block(") || line.text.starts_with("with T.sblock(")))
        i = block(i);
      else if (line.text == "with T.init():" && hasOneStatement(i))
        i = init(i);
      else
        whole(i++);
    }
    if (!full_.ends_with('\n') && !result_.text.empty()) result_.text.pop_back();
    result_.byFull.resize(result_.pieces.size());
    std::iota(result_.byFull.begin(), result_.byFull.end(), 0);
    std::stable_sort(result_.byFull.begin(), result_.byFull.end(),
                     [this](int a, int b) { return result_.pieces[size_t(a)].full < result_.pieces[size_t(b)].full; });
    return std::move(result_);
  }

 private:
  void keep(int begin, int end) {
    if (begin >= end) return;
    const int shown = int(result_.text.size());
    result_.text += full_.substr(size_t(begin), size_t(end - begin));
    if (!result_.pieces.empty()) {
      CompactText::Piece& last = result_.pieces.back();
      if (last.shown + last.length == shown && last.full + last.length == begin) {
        last.length += end - begin;
        return;
      }
    }
    result_.pieces.push_back({shown, begin, end - begin});
  }
  void keep(const Line& line, size_t from, size_t to) { keep(line.begin + int(from), line.begin + int(to)); }
  void add(std::string_view text) { result_.text += text; }
  void begin(size_t i) {
    result_.lines.push_back(int(i));
    keep(lines_[i].begin - int(lines_[i].indent), lines_[i].begin);
  }
  // The end of a line that ends where line `i` does.
  void end(size_t i) {
    const int at = lines_[i].begin + int(lines_[i].text.size());
    if (size_t(at) < full_.size())
      keep(at, at + 1);
    else
      add("\n");
  }

  void whole(size_t i) {
    const Line& line = lines_[i];
    if (line.text.starts_with("def ") && shownWidth(line, line.text.size()) > kFits) return signature(i);
    begin(i);
    if (!accumulation(line)) binding(line);
    end(i);
  }

  // Parameters fill further lines, which show the same line of the full text.
  void signature(size_t i) {
    const Line& line = lines_[i];
    begin(i);
    size_t from = 0, width = shownWidth(line, 0);
    for (const size_t end : partsOf(line.text, line.text.find('('))) {
      if (from > 0 && width + end + 1 - from > kFits) {
        add("\n");
        result_.lines.push_back(int(i));
        add(std::string(line.indent + 2 * kIndent, ' '));
        width = (line.indent + 2 * kIndent) / 2;
        from += line.text[from] == ' ';
      }
      keep(line, from, end + 1);
      width += end + 1 - from;
      from = end + 1;
    }
    keep(line, from, line.text.size());
    end(i);
  }

  // `C[i] = C[i] + A[i] * B[i]` becomes `C[i] += A[i] * B[i]`.
  bool accumulation(const Line& line) {
    const size_t equals = line.text.find(" = ");
    if (equals == std::string_view::npos || line.text[equals - 1] != ']') return false;
    const std::string_view target = line.text.substr(0, equals), value = line.text.substr(equals + 3);
    if (!value.starts_with(target) || value.size() < equals + 4) return false;
    const std::string_view rest = value.substr(equals);
    if (rest[0] != ' ' || rest[2] != ' ' || std::string_view("+-*").find(rest[1]) == std::string_view::npos)
      return false;
    if (!isOneOperand(rest.substr(3), rest[1])) return false;
    const size_t op = equals + 3 + equals + 1;
    keep(line, 0, equals + 1);
    keep(line, op, op + 1);
    keep(line, equals + 1, equals + 3);
    keep(line, op + 2, line.text.size());
    return true;
  }

  // `v = T.axis.spatial(8, i)` becomes `v = S(8, i)`.
  bool axis(const Line& line) {
    for (const Axis& a : kAxes) {
      const size_t at = line.text.find(a.call);
      if (at == std::string_view::npos || at < 3 || line.text.substr(at - 3, 3) != " = ") continue;
      keep(line, 0, at);
      add(a.shown.substr(0, 1));
      keep(line, at + a.call.size() - 1, line.text.size());
      return true;
    }
    return false;
  }

  // Whether the iteration variables are loops or constants: `T.axis.remap`, `T.axis.spatial(8, i)`.
  static bool isPlain(std::string_view text) {
    if (text.find(" = T.axis.remap(") != std::string_view::npos) return true;
    for (const Axis& a : kAxes) {
      const size_t at = text.find(a.call), comma = text.rfind(", ");
      if (at == std::string_view::npos || comma == std::string_view::npos || comma < at || text.back() != ')') continue;
      const std::string_view value = text.substr(comma + 2, text.size() - comma - 3);
      return !value.empty() && std::all_of(value.begin(), value.end(), isLetter);
    }
    return false;
  }

  // `v, w = T.axis.remap("SR", [i, k])` becomes `v, w = SR[i, k]`.
  void binding(const Line& line) {
    const size_t at = line.text.find(kRemap), quote = at == std::string_view::npos ? at : line.text.find("\", [", at);
    if (quote == std::string_view::npos) {
      if (!axis(line)) keep(line, 0, line.text.size());
      return;
    }
    keep(line, 0, at);
    keep(line, at + kRemap.size(), quote);
    keep(line, quote + 3, line.text.size() - 1);
  }

  // The names of the buffers of `T.reads(A[i, k], B[k, j])`, each once.
  void buffers(const Line& line, std::string_view call, std::string_view word) {
    std::vector<std::pair<size_t, size_t>> names;
    int depth = 0;
    for (size_t at = call.size(), from = at; at < line.text.size(); ++at) {
      const char c = line.text[at];
      if (depth == 0 && (c == ',' || c == '[' || c == ')') && from < at) {
        const auto same = [&](const auto& n) {
          return line.text.substr(n.first, n.second - n.first) == line.text.substr(from, at - from);
        };
        if (std::none_of(names.begin(), names.end(), same)) names.emplace_back(from, at);
        from = line.text.size();
      }
      depth += (c == '[' || c == '(') - (c == ']' || c == ')');
      if (depth == 0 && c == ',') from = at + 2;
    }
    for (size_t i = 0; i < names.size(); ++i) {
      add(i > 0 ? std::string_view(", ") : word);
      keep(line, names[i].first, names[i].second);
    }
  }

  // The header with what its block reads and writes, and with what it binds as well where that fits.
  size_t block(size_t header) {
    const size_t inner = lines_[header].indent + kIndent, shown = result_.text.size(), pieces = result_.pieces.size();
    const std::optional<CompactText::Piece> last = pieces > 0 ? std::optional(result_.pieces.back()) : std::nullopt;
    size_t next = header + 1;
    while (next < lines_.size() && lines_[next].indent == inner && isPrologue(lines_[next].text)) ++next;
    begin(header);
    std::vector<size_t> own = headerLine(header, next, true);
    if (shownWidth(lines_[header], result_.text.size() - shown - lines_[header].indent) > kFits) {
      result_.text.resize(shown);
      result_.pieces.resize(pieces);
      if (last) result_.pieces.back() = *last;
      result_.lines.pop_back();
      begin(header);
      own = headerLine(header, next, false);
    }
    add("\n");
    for (const size_t i : own) whole(i);
    return next;
  }

  static bool isPrologue(std::string_view text) {
    return text.starts_with("T.reads(") || text.starts_with("T.writes(") || text.starts_with("T.where(") ||
           text.find(" = T.axis.") != std::string_view::npos;
  }

  // Returns the lines of the prologue, which ends before `end`, that stay lines.
  std::vector<size_t> headerLine(size_t header, size_t end, bool withBindings) {
    std::vector<size_t> own;
    keep(lines_[header], 0, lines_[header].text.size());
    bool first = true;
    for (size_t i = header + 1; i < end; ++i) {
      const Line& line = lines_[i];
      const bool reads = line.text.starts_with("T.reads("), writes = line.text.starts_with("T.writes(");
      const bool binds = line.text.find(" = T.axis.") != std::string_view::npos;
      if ((!reads && !writes && !(withBindings && binds && isPlain(line.text))) || line.text.back() != ')') {
        own.push_back(i);
        continue;
      }
      if (line.text == "T.reads()" || line.text == "T.writes()") continue;
      add(std::exchange(first, false) ? std::string_view(" ") : kBetween);
      if (binds)
        binding(line);
      else
        buffers(line, reads ? "T.reads(" : "T.writes(", reads ? "reads " : "writes ");
    }
    return own;
  }

  bool hasOneStatement(size_t i) const {
    if (i + 1 >= lines_.size() || lines_[i + 1].indent != lines_[i].indent + kIndent) return false;
    return i + 2 >= lines_.size() || lines_[i + 2].text.empty() || lines_[i + 2].indent <= lines_[i].indent;
  }

  size_t init(size_t i) {
    begin(i);
    keep(lines_[i], 0, lines_[i].text.size());
    add(" ");
    keep(lines_[i + 1], 0, lines_[i + 1].text.size());
    end(i + 1);
    return i + 2;
  }

  std::string_view full_;
  std::vector<Line> lines_;
  CompactText result_;
};

using KeptPiece = CompactText::Piece;

// The last piece that begins at the offset of the full text or before; nullptr: there is none.
const KeptPiece* pieceAt(const CompactText& text, int full) {
  const auto next = std::upper_bound(text.byFull.begin(), text.byFull.end(), full,
                                     [&](int at, int piece) { return at < text.pieces[size_t(piece)].full; });
  return next == text.byFull.begin() ? nullptr : &text.pieces[size_t(*(next - 1))];
}

}  // namespace

Span CompactText::shown(const Span& full) const {
  if (!full.valid()) return {};
  const auto moved = [this](int offset, int after) {
    const KeptPiece* piece = pieceAt(*this, offset);
    if (!piece) return 0;
    return offset < piece->full + piece->length ? piece->shown + offset - piece->full + after
                                                : piece->shown + piece->length;
  };
  if (full.end <= full.begin) {
    const int at = moved(full.begin, 0);
    return {at, at};
  }
  const int begin = moved(full.begin, 0);
  return {begin, std::max(begin, moved(full.end - 1, 1))};
}

bool CompactText::keeps(const Span& full) const {
  const KeptPiece* piece = full.valid() ? pieceAt(*this, full.begin) : nullptr;
  return piece && full.end <= piece->full + piece->length;
}

int CompactText::full(int at) const {
  const auto next =
      std::upper_bound(pieces.begin(), pieces.end(), at, [](int a, const KeptPiece& piece) { return a < piece.shown; });
  if (next == pieces.begin()) return 0;
  const KeptPiece& piece = *(next - 1);
  return piece.full + std::min(at - piece.shown, piece.length);
}

CompactText compactText(std::string_view full) { return Compactor(full).run(); }

}  // namespace lw
