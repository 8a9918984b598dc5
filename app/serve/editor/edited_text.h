// A text that an editor has open, read as a program, with positions as the editor counts them.
#pragma once

#include <memory>

#include "app/serve/protocol/message.h"
#include "core/text/tir/parser.h"

namespace lw::serve {

class EditedText {
 public:
  // `utf8`: positions count bytes of a line; else units of UTF-16.
  EditedText(std::string uri, int64_t version, std::string text, bool utf8);

  const std::string& uri() const { return uri_; }
  int64_t version() const { return version_; }
  const SourceFile& file() const { return *file_; }
  std::shared_ptr<const SourceFile> sharedFile() const { return file_; }

  Json positionOf(int offset) const;
  Json rangeOf(Span span) const;
  int offsetOf(const Json& position) const;  // the nearest one that there is

 private:
  std::string uri_;
  int64_t version_;
  bool utf8_;
  std::shared_ptr<const SourceFile> file_;
};

}  // namespace lw::serve
