// Case files: a program `before`, a function `schedule`, optionally `expected`, and settings in comments at the top.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "backends/interpreter/interpreter.h"
#include "core/ir/equal.h"
#include "core/ir/ndarray.h"
#include "core/script/schedule_script.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw::test {

inline std::string readText(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<std::filesystem::path> casesIn(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(LW_SOURCE_DIR) / "tests/golden" / folder))
    if (entry.path().extension() == ".py" && !entry.path().stem().string().ends_with(".trace"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct Case {
  std::string name;
  std::string text;
  SourceFile file;
  explicit Case(const std::filesystem::path& path)
      : name(path.parent_path().filename().string() + "/" + path.stem().string()),
        text(readText(path)),
        file(parseSource(path.string(), text)) {}
  // The text after "# key: "; nullopt: there is no such comment.
  std::optional<std::string> comment(const std::string& key) const {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("#");)
      if (line.starts_with("# " + key + ":"))
        return line.size() > key.size() + 4 ? line.substr(key.size() + 4) : std::string();
    return std::nullopt;
  }
  Schedule start() const { return Schedule(Snapshot(*file.select("before")).withIntrinsics(file.intrinsics)); }
};

// "A=-0.3..0.3, ids=0..19" and "n=37"
inline std::vector<std::pair<std::string, std::string>> assignments(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> list;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    part.erase(0, part.find_first_not_of(' '));
    if (const size_t at = part.find('='); at != std::string::npos)
      list.emplace_back(part.substr(0, at), part.substr(at + 1));
  }
  return list;
}

// Runs both functions with the same inputs, whose sums are exact, and compares all buffers bit by bit.
inline void expectSameValues(const Case& c, const PrimFunc& before, const PrimFunc& after) {
  InputSpec spec;
  spec.ranges["*"] = *parseValueRange("tenths");
  for (const auto& [name, range] : assignments(c.comment("inputs").value_or("")))
    spec.ranges[name] = *parseValueRange(range);
  for (const auto& [name, value] : assignments(c.comment("bind").value_or(""))) spec.bind[name] = std::stoll(value);
  Result<std::vector<Argument>> arguments = makeArguments(before, spec);
  ASSERT_TRUE(arguments.ok()) << toText(arguments.error());
  std::vector<Argument> first = *arguments, second = *arguments;
  const Status one = interpret(before, first), two = interpret(after, second);
  ASSERT_TRUE(one.ok()) << toText(one.error());
  ASSERT_TRUE(two.ok()) << toText(two.error()) << "\n" << print(after).text;
  for (size_t i = 0; i < first.size(); ++i) {
    const auto* array = std::get_if<NDArray>(&first[i]);
    if (!array) continue;
    EXPECT_EQ(compareArrays(std::get<NDArray>(second[i]), *array, 0, 0).count, 0) << print(after).text;
  }
}

// Compares the program with `expected`, if the case has it.
inline void expectStructure(const Case& c, const PrimFunc& after) {
  if (c.text.find("\ndef expected(") == std::string::npos) return;
  const auto difference = firstDifference(after, *c.file.select("expected"));
  EXPECT_FALSE(difference) << difference->path << "\n got  " << difference->left << "\n want " << difference->right
                           << "\n"
                           << print(after).text;
}

}  // namespace lw::test
