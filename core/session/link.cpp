#include "core/session/link.h"

#include <zlib.h>

#include <algorithm>

#include "core/session/errors.h"
#include "core/support/base64.h"

namespace lw {
namespace {

constexpr std::string_view kStart = "loopwright:session?";
constexpr size_t kLongestLink = 100'000;      // Linux allows 128 KiB for an argument
constexpr size_t kLongestSession = 8u << 20;  // 8 MiB

}  // namespace

std::string linkOfSession(const std::string& session) {
  uLongf size = compressBound(session.size());
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(session.data()),
                session.size(), Z_BEST_COMPRESSION) != Z_OK)
    return {};
  packed.resize(size);
  std::string link = std::string(kStart) + encodeBase64(packed);
  std::replace(link.begin(), link.end(), '+', '-');
  std::replace(link.begin(), link.end(), '/', '_');
  link.resize(link.find_last_not_of('=') + 1);
  return link.size() > kLongestLink || session.size() > kLongestSession ? std::string() : link;
}

Result<std::string> sessionOfLink(std::string_view link) {
  if (!link.starts_with(kStart))
    return explain(err::kLinkNone(), say("a page of all steps has such a link: Open in Loopwright"));
  if (link.size() > kLongestLink) return err::kLinkLong(static_cast<int64_t>(kLongestLink));
  std::string text(link.substr(kStart.size()));
  std::replace(text.begin(), text.end(), '-', '+');
  std::replace(text.begin(), text.end(), '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  const std::optional<std::string> packed = decodeBase64(text);
  const auto damaged = [] {
    return explain(err::kLinkDamaged(), say("copy the whole address, or save the session from the page"));
  };
  if (!packed) return damaged();
  std::string session(std::min(kLongestSession, packed->size() * 1100 + 64),
                      '\0');  // deflate packs 1032 bytes in one at most
  uLongf size = session.size();
  const int status = uncompress(reinterpret_cast<Bytef*>(session.data()), &size,
                                reinterpret_cast<const Bytef*>(packed->data()), packed->size());
  if (status == Z_BUF_ERROR) return err::kLinkLarge(static_cast<int64_t>(kLongestSession));
  if (status != Z_OK) return damaged();
  session.resize(size);
  return session;
}

}  // namespace lw
