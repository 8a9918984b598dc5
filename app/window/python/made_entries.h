// What Python made of a file, in the words of a list.
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "app/services/python/factory_call.h"
#include "views/python/made_entry.h"

namespace lw {

struct MadeFile;

// `values`: by the names of factories.
std::vector<MadeEntry> madeEntries(const MadeFile& made, const std::map<QString, FactoryValues>& values);
QString madeErrors(const MadeFile& made);  // "2 errors, the first in line 14: ..."; empty: none

}  // namespace lw
