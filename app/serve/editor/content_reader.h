// Messages with a header, "Content-Length: 42", as the Language Server Protocol has them.
#pragma once

#include <optional>
#include <string>

namespace lw::serve {

class ContentReader {
 public:
  // `most`: bytes of a message. Longer ones are read past without being kept.
  ContentReader(int from, size_t most) : from_(from), most_(most) {}

  struct Content {
    std::string text;
    bool tooLong = false;
  };
  // Nothing: the end, or a header that cannot be read, after which nobody knows where a message begins.
  std::optional<Content> next();

 private:
  bool fill();
  std::optional<size_t> header();  // the length of the message that follows
  int from_;
  size_t most_;
  std::string kept_;
};

}  // namespace lw::serve
