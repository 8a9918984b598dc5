// What Python made of a file, as a row of a list.
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace lw {

struct MadeParameter {
  QString name, type;  // type: as annotated; may be empty
  QString value;       // what the form begins with
  QString fallback;    // the default, as written; empty: a value is needed
  bool text = false;   // quotes may be left out
};

struct MadeEntry {
  enum class Kind : uint8_t { Program, Schedule, Factory, Output };
  Kind kind = Kind::Program;
  int number = 0;       // among those of its kind
  QString name, fact;   // fact: what the row says besides, "12 steps"
  QString heading;      // above the preview
  std::string preview;  // the program, the steps, the text of the function, what was printed
  std::vector<MadeParameter> parameters = {};
};

}  // namespace lw
