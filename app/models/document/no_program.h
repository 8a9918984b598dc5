// Why a command for a program has nothing to act on, and what to do.
#pragma once

#include <QString>

namespace lw {

class Document;

QString noProgramWords(const Document& document);  // of a document without a program

}  // namespace lw
