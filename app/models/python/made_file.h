// What Python made of a file.
#pragma once

#include <QString>
#include <map>
#include <string>

#include "app/models/python/python_choice.h"
#include "backends/collect/collect.h"

namespace lw {

struct MadeFile {
  QString path;
  PythonChoice python;  // which ran it
  std::string allowed;  // the text that the user allowed
  Collected collected;
  std::map<std::string, std::string> texts;  // of the files that are named in it, as they were
  bool isRead = false;                       // nothing was run: factories that were read, and what they make
};

}  // namespace lw
