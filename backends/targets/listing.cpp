#include "backends/targets/listing.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

namespace lw {
namespace {

constexpr size_t kOperands = 15;

}  // namespace

std::string_view withoutIndent(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

int numberAtStart(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void addLine(CodeListing& listing, std::string_view line, const Origin& origin) {
  listing.text += line;
  listing.text += '\n';
  listing.origins.push_back(origin);
}

void addLine(CodeListing& listing, std::string_view line, int number, const std::vector<CpuLine>& lines) {
  const bool known = number >= 1 && number <= static_cast<int>(lines.size());
  addLine(listing, line, known ? lines[static_cast<size_t>(number - 1)].origin : Origin());
}

int lineOfLoc(std::string_view word) {
  const size_t file = word.find_first_of("0123456789");
  const size_t line = file == std::string_view::npos ? file : word.find_first_of(" \t", file);
  return line == std::string_view::npos ? 0 : numberAtStart(withoutIndent(word.substr(line)));
}

std::string assemblyLine(std::string_view line) {
  if (line.empty() || line[0] != '\t') return std::string(line);
  const std::string_view words = withoutIndent(line);
  const size_t gap = words.find('\t');
  std::string text = "  " + std::string(words.substr(0, gap));
  if (gap == std::string_view::npos) return text;
  text.resize(std::max(text.size() + 1, kOperands), ' ');
  std::string operands(withoutIndent(words.substr(gap)));
  if (words[0] == 'v')
    for (const std::string_view size : {"zmmword ptr ", "ymmword ptr ", "xmmword ptr ", "dword ptr ", "qword ptr "})
      for (size_t at = operands.find(size); at != std::string::npos; at = operands.find(size))
        operands.erase(at, size.size());
  return text + operands;
}

std::vector<int> loopDepths(std::string_view text, CodeLanguage language) {
  const bool ir = language == CodeLanguage::Llvm;
  std::unordered_map<std::string_view, int> labels;
  std::map<int, int> loops;  // first line and last
  int count = 0;
  forEachLine(text, [&](std::string_view line) {
    const int here = count++;
    if (ir && line.starts_with("define ")) labels.clear();
    const size_t colon = line.find(':');
    const std::string_view word = withoutIndent(line);
    if (!line.empty() && line[0] != ' ' && line[0] != '\t' && colon != std::string_view::npos) {
      labels[line.substr(0, colon)] = here;
    } else if (ir && word.starts_with("br ")) {
      for (size_t at = word.find("label %"); at != std::string_view::npos; at = word.find("label %", at + 1)) {
        const std::string_view target = word.substr(at + 7, word.find_first_of(", ", at + 7) - (at + 7));
        if (const auto found = labels.find(target); found != labels.end()) loops[found->second] = here;
      }
    } else if (!ir &&
               (word.starts_with("j") || word.starts_with("bra") || word.starts_with("@"))) {  // PTX: @%p1 bra $L1;
      std::string_view target = word.substr(word.starts_with("@") ? std::min(word.find("bra"), word.size()) : 0);
      target = withoutIndent(target.substr(std::min(target.find_first_of(" \t"), target.size())));
      if (target.ends_with(';')) target.remove_suffix(1);
      if (const auto found = labels.find(target); found != labels.end()) loops[found->second] = here;
    }
  });
  std::vector<int> depth(size_t(count), 0);
  for (const auto& [first, last] : loops)
    for (int line = first; line <= last; ++line) ++depth[size_t(line)];
  return depth;
}

}  // namespace lw
