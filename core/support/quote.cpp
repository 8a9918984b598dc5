#include "core/support/quote.h"

namespace lw {

namespace {

constexpr std::string_view kHex = "0123456789abcdef";

unsigned char byteAt(std::string_view text, size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// Of a byte that cannot be written as it is.
void escape(std::string& out, std::string_view prefix, unsigned char byte) {
  out += prefix;
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

std::string inQuotes(std::string_view text, char quote) {
  std::string out(1, quote);
  out.reserve(text.size() + 2);
  for (size_t at = 0; at < text.size();) {
    const size_t length = utf8Length(text, at);
    const unsigned char byte = byteAt(text, at);
    if (length == 0)
      escape(out, "\\udc", byte);
    else if (byte == '\n')
      out += "\\n";
    else if (byte == '\r')
      out += "\\r";
    else if (byte == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte == 0x7F)
      escape(out, "\\x", byte);
    else if (text[at] == quote || byte == '\\')
      (out += '\\') += text[at];
    else
      out.append(text, at, length);
    at += length ? length : 1;
  }
  return out + quote;
}

}  // namespace

size_t utf8Length(std::string_view text, size_t at) {
  const unsigned char lead = byteAt(text, at), next = byteAt(text, at + 1);
  const size_t length = lead < 0x80                   ? 1
                        : lead >= 0xC2 && lead < 0xE0 ? 2
                        : lead >= 0xE0 && lead < 0xF0 ? 3
                        : lead >= 0xF0 && lead < 0xF5 ? 4
                                                      : 0;
  for (size_t i = 1; i < length; ++i)
    if ((byteAt(text, at + i) & 0xC0) != 0x80) return 0;
  // Codes that have a shorter sequence, surrogates, and those beyond the last code.
  if ((lead == 0xE0 && next < 0xA0) || (lead == 0xED && next >= 0xA0) || (lead == 0xF0 && next < 0x90) ||
      (lead == 0xF4 && next >= 0x90))
    return 0;
  return length;
}

std::string quoted(const std::string& text) { return inQuotes(text, '"'); }

std::string pythonRepr(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos, doubled = text.find('"') != std::string_view::npos;
  return inQuotes(text, single && !doubled ? '"' : '\'');
}

std::string cQuoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (byte >= 0x20 && byte < 0x7F && c != '?')
      out += c;
    else
      for (const int part : {-1, byte / 64, byte / 8 % 8, byte % 8})
        out += part < 0 ? '\\' : static_cast<char>('0' + part);
  }
  return out + '"';
}

}  // namespace lw
