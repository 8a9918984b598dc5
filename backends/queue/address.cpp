#include "backends/queue/address.h"

#include <charconv>
#include <cstdlib>

#include "backends/queue/errors.h"

namespace lw {
namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size() || hexDigit(text[i + 1]) < 0 || hexDigit(text[i + 2]) < 0) return std::nullopt;
    plain += static_cast<char>(16 * hexDigit(text[i + 1]) + hexDigit(text[i + 2]));
    i += 2;
  }
  return plain;
}

// For messages: what may be a password is left out.
std::string withoutPassword(const std::string& url) {
  const size_t begin = url.find("://"), at = url.rfind('@');
  if (at == std::string::npos) return url;
  const size_t user = begin == std::string::npos || begin > at ? 0 : begin + 3;
  const size_t colon = url.find(':', user);
  return colon < at ? url.substr(0, colon) + url.substr(at) : url;
}

bool isLoopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

}  // namespace

Result<QueueAddress> QueueAddress::parse(const std::string& url) {
  const auto wrong = [&](Message why) {
    return explain(err::kQueueUrl(withoutPassword(url), std::move(why)),
                   "write amqps://USER@HOST:PORT/VHOST, with the password in LW_QUEUE_PASSWORD");
  };
  QueueAddress address;
  std::string_view rest = url;
  if (rest.starts_with("amqps://"))
    rest.remove_prefix(8);
  else if (rest.starts_with("amqp://"))
    rest.remove_prefix(7), address.tls = false, address.port = 5672;
  else
    return wrong("it does not begin with amqps:// or amqp://");
  if (const size_t slash = rest.rfind('/'); slash != std::string_view::npos && slash + 1 <= rest.size()) {
    const std::optional<std::string> vhost = unescaped(rest.substr(slash + 1));
    if (!vhost) return wrong("an escape is not % and two hexadecimal digits");
    if (!vhost->empty()) address.vhost = *vhost;
    rest = rest.substr(0, slash);
  }
  if (const char* password = std::getenv("LW_QUEUE_PASSWORD")) address.password = password;
  if (const size_t at = rest.rfind('@'); at != std::string_view::npos) {
    const std::string_view login = rest.substr(0, at);
    const size_t colon = login.find(':');
    const std::optional<std::string> user = unescaped(login.substr(0, colon));
    const std::optional<std::string> password =
        colon == std::string_view::npos ? address.password : unescaped(login.substr(colon + 1));
    if (!user || !password) return wrong("an escape is not % and two hexadecimal digits");
    address.user = *user;
    address.password = *password;
    rest = rest.substr(at + 1);
  }
  const size_t bracket = rest.starts_with('[') ? rest.find(']') : 0;
  if (bracket == std::string_view::npos) return wrong("']' is missing");
  const size_t colon = rest.find(':', bracket);
  if (colon != std::string_view::npos) {
    const std::string_view port = rest.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
    if (error != std::errc() || end != port.data() + port.size() || address.port < 1 || address.port > 65535)
      return wrong("the port is not a number of 1 to 65535");
    rest = rest.substr(0, colon);
  }
  address.host = bracket ? rest.substr(1, bracket - 1) : rest;
  if (address.host.empty()) return wrong("it names no host");
  if (!address.tls && !isLoopback(address.host))
    return explain(err::kQueuePlain(address.host), "use amqps://, or amqp:// to the end of an ssh tunnel on localhost");
  return address;
}

std::string QueueAddress::shown() const {
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return std::string(tls ? "amqps://" : "amqp://") + user + "@" + name + ":" + std::to_string(port) +
         (vhost == "/" ? "" : "/" + vhost);
}

}  // namespace lw
