// The space of a search: a schedule function of the file that has sampling steps, or one that rules write.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/tune/machine.h"
#include "core/tune/space.h"
#include "core/tune/trial.h"

namespace lw {

struct ChosenSpace {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  std::vector<std::string> rules;  // that wrote it; empty: it is a function of the program's file
};

// Names of the file's schedule functions that have sampling steps, in their order.
std::vector<std::string> samplingFunctions(const SourceFile& file);

// `name`: a function of `source`; empty: rules write a space for the function of `start`'s program. Errors say why no
// rule fits. `sizes`: values of symbolic sizes, in place of those in the text.
Result<ChosenSpace> chooseSpace(std::shared_ptr<const SourceFile> source, const std::string& name,
                                const Schedule& start, int function, const tune::Machine& machine,
                                std::map<std::string, int64_t> sizes = {});

// A choice as a person reads it: the factors "16 × 4 × 8", the number that was drawn from a list, a place.
struct ChoiceText {
  std::string name, text;
};
std::string choiceText(const tune::Decision& decision);
std::vector<ChoiceText> choiceTexts(const tune::Trial& trial);

}  // namespace lw
