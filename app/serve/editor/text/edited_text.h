// A text that an editor has open, read as a program when somebody asks for it, with positions as the editor counts
// them. Changes are those of the protocol: parts of the text, each in terms of the text that the one before it left.
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
  std::string name() const;  // the last part of the path, which messages name
  int64_t version() const { return version_; }
  const SourceText& source() const { return source_; }
  const std::string& text() const { return source_.text; }
  const SourceFile& file() const { return *sharedFile(); }
  std::shared_ptr<const SourceFile> sharedFile() const;  // the text, read as a program

  // Applies a list of changes ({"range": ..., "text": ...}, or a whole text); leaves out what is no change. False: one
  // of them would make the text longer than `most` bytes, and the text is as it was.
  bool change(const Json& changes, int64_t version, size_t most);

  Json positionOf(int offset) const;
  Json rangeOf(Span span) const;
  int offsetOf(const Json& position) const;  // the nearest one that there is
  Span spanOf(const Json& range) const;

 private:
  int unitsIn(int begin, int end) const;
  std::string uri_;
  int64_t version_;
  bool utf8_;
  SourceText source_;
  mutable std::shared_ptr<const SourceFile> file_;  // null: not read yet
};

}  // namespace lw::serve
