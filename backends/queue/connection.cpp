#include "backends/queue/connection.h"

#include <amqp.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <set>

#include "backends/process/fd.h"
#include "backends/queue/errors.h"

namespace lw {
namespace {

constexpr amqp_channel_t kChannel = 1;
constexpr int kHeartbeatSeconds = 15, kFrameBytes = 131072;
constexpr int kAccessRefused = 403, kNotAllowed = 530;
constexpr timeval kConnectTime{10, 0}, kAnswerTime{30, 0};

amqp_bytes_t bytesOf(const std::string& text) {
  return {text.size(), const_cast<char*>(text.data())};  // the library only reads it
}
std::string textOf(amqp_bytes_t bytes) { return {static_cast<const char*>(bytes.bytes), bytes.len}; }

std::string systemAuthorities() {
  if (const char* chosen = std::getenv("SSL_CERT_FILE")) return chosen;
  return "/etc/ssl/certs/ca-certificates.crt";
}

// The library keeps the reason to itself: the system's words for a host that cannot be connected to. Empty: it can be.
std::string whyNotReached(const std::string& host, int port) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (const int failed = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found))
    return gai_strerror(failed);
  std::string why;
  for (const addrinfo* a = found; a; a = a->ai_next) {
    const Fd socket(::socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval limit = kConnectTime;
    (void)setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(socket.get(), a->ai_addr, a->ai_addrlen) != 0) why = strerror(errno);
  }
  freeaddrinfo(found);
  return why;
}

// A table of arguments; valid while the arguments are.
class ArgumentTable {
 public:
  explicit ArgumentTable(const QueueArguments& arguments) {
    for (const auto& [name, value] : arguments) {
      amqp_table_entry_t entry{};
      entry.key = amqp_cstring_bytes(name);
      if (const auto* number = std::get_if<int64_t>(&value)) {
        entry.value.kind = AMQP_FIELD_KIND_I64;
        entry.value.value.i64 = *number;
      } else {
        entry.value.kind = AMQP_FIELD_KIND_UTF8;
        entry.value.value.bytes = amqp_cstring_bytes(std::get<const char*>(value));
      }
      entries_.push_back(entry);
    }
  }
  amqp_table_t get() { return {static_cast<int>(entries_.size()), entries_.data()}; }

 private:
  std::vector<amqp_table_entry_t> entries_;
};

}  // namespace

struct QueueConnection::Impl {
  explicit Impl(QueueAddress a) : address(std::move(a)), state(amqp_new_connection()) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (working) (void)amqp_connection_close(state, AMQP_REPLY_SUCCESS);
    (void)amqp_destroy_connection(state);
  }

  Explanation lost(Snippet why) {
    working = false;
    return err::kQueueLost(address.shown(), std::move(why));
  }
  Explanation refused(int code, const std::string& text) {
    working = false;
    if (code != kAccessRefused) return err::kQueueRefused(address.shown(), text);
    return explain(err::kQueuePermission(address.shown(), address.user, text),
                   say("`rabbitmqctl set_permissions -p {0} {1} '^loopwright' '^loopwright|^amq.gen' "
                       "'^loopwright|^amq.gen|^amq.default'` allows it",
                       Snippet(address.vhost), address.user));
  }
  Explanation closed(const amqp_method_t& method) {
    if (method.id == AMQP_CONNECTION_CLOSE_METHOD) {
      const auto* close = static_cast<amqp_connection_close_t*>(method.decoded);
      const std::string text = textOf(close->reply_text);
      // A server that is shut down says so with a code of its own, and comes back.
      return close->reply_code == AMQP_CONNECTION_FORCED ? lost(text) : refused(close->reply_code, text);
    }
    const auto* close = static_cast<amqp_channel_close_t*>(method.decoded);
    return refused(close->reply_code, textOf(close->reply_text));
  }
  Status answered(const amqp_rpc_reply_t& reply) {
    if (reply.reply_type == AMQP_RESPONSE_NORMAL) return success();
    if (reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION) return closed(reply.reply);
    return lost(amqp_error_string2(reply.library_error));
  }
  Status sent(int status) {
    if (status == AMQP_STATUS_OK) return success();
    return lost(amqp_error_string2(status));
  }

  Status connect() {
    amqp_socket_t* socket = address.tls ? amqp_ssl_socket_new(state) : amqp_tcp_socket_new(state);
    if (!socket) return err::kQueueUnreachable(address.shown(), "no socket can be made");
    if (address.tls) {
      const std::string file = address.authorities.empty() ? systemAuthorities() : address.authorities;
      if (access(file.c_str(), R_OK) != 0 || amqp_ssl_socket_set_cacert(socket, file.c_str()) != AMQP_STATUS_OK)
        return err::kQueueTls(address.shown(), say("there are no certificates in {0}", Snippet(file)));
      amqp_ssl_socket_set_verify_peer(socket, 1);
      amqp_ssl_socket_set_verify_hostname(socket, 1);
      (void)amqp_ssl_socket_set_ssl_versions(socket, AMQP_TLSv1_2, AMQP_TLSvLATEST);
    }
    timeval limit = kConnectTime;
    const int status = amqp_socket_open_noblock(socket, address.host.c_str(), address.port, &limit);
    if (status != AMQP_STATUS_OK) return notOpened(status);
    return login();
  }

  Explanation notOpened(int status) const {
    if (status == AMQP_STATUS_SSL_HOSTNAME_VERIFY_FAILED)
      return explain(err::kQueueTls(address.shown(), "its certificate is for another host"),
                     "use the host name of the certificate");
    if (status == AMQP_STATUS_SSL_PEER_VERIFY_FAILED)
      return explain(err::kQueueTls(address.shown(), "its certificate is not signed by a trusted authority"),
                     "--ca names a file with the authority's certificate");
    if (status == AMQP_STATUS_SSL_CONNECTION_FAILED || status == AMQP_STATUS_SSL_ERROR)
      return explain(err::kQueueTls(address.shown(), "the certificates do not fit, or the port is not one for TLS"),
                     "--ca names a file with the authority's certificate; 5671 is the usual port");
    const std::string why = status == AMQP_STATUS_SOCKET_ERROR ? whyNotReached(address.host, address.port) : "";
    return explain(err::kQueueUnreachable(address.shown(), why.empty() ? amqp_error_string2(status) : why),
                   "check host and port, and that RabbitMQ is running there");
  }

  Status login() {
    timeval connectTime = kConnectTime, answerTime = kAnswerTime;
    (void)amqp_set_handshake_timeout(state, &connectTime);
    (void)amqp_set_rpc_timeout(state, &answerTime);
    const amqp_rpc_reply_t reply = amqp_login(state, address.vhost.c_str(), 0, kFrameBytes, kHeartbeatSeconds,
                                              AMQP_SASL_METHOD_PLAIN, address.user.c_str(), address.password.c_str());
    if (reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION && reply.reply.id == AMQP_CONNECTION_CLOSE_METHOD) {
      const auto* close = static_cast<amqp_connection_close_t*>(reply.reply.decoded);
      if (close->reply_code == kAccessRefused)
        return explain(err::kQueueLogin(address.shown(), address.user),
                       "the password is in the address or in LW_QUEUE_PASSWORD");
      if (close->reply_code == kNotAllowed)
        return explain(err::kQueueVhost(address.shown(), address.user, address.vhost, textOf(close->reply_text)),
                       say("`rabbitmqctl add_vhost {0}` makes it, and `rabbitmqctl set_permissions -p {0} {1} ...` "
                           "opens it to the user",
                           Snippet(address.vhost), address.user));
      return refused(close->reply_code, textOf(close->reply_text));
    }
    if (reply.reply_type != AMQP_RESPONSE_NORMAL)
      return explain(err::kQueueUnreachable(address.shown(), amqp_error_string2(reply.library_error)),
                     "check that the port is RabbitMQ's");
    working = true;
    (void)amqp_channel_open(state, kChannel);
    if (Status s = answered(amqp_get_rpc_reply(state)); !s) return s;
    (void)amqp_confirm_select(state, kChannel);
    return answered(amqp_get_rpc_reply(state));
  }

  // The body and properties that follow a method with content.
  Result<QueueMessage> content(std::string* number = nullptr) {
    amqp_message_t message;
    if (Status s = answered(amqp_read_message(state, kChannel, &message, 0)); !s) return s.error();
    const amqp_basic_properties_t& p = message.properties;
    QueueMessage result;
    result.body = textOf(message.body);
    if (p._flags & AMQP_BASIC_TYPE_FLAG) result.type = textOf(p.type);
    if (p._flags & AMQP_BASIC_REPLY_TO_FLAG) result.replyTo = textOf(p.reply_to);
    if (number && (p._flags & AMQP_BASIC_MESSAGE_ID_FLAG)) *number = textOf(p.message_id);
    amqp_destroy_message(&message);
    return result;
  }

  void confirm(uint64_t tag, bool all, bool accepted) {
    for (auto it = unconfirmed.begin(); it != unconfirmed.end() && *it <= tag;)
      if (all || *it == tag) {
        events.emplace_back(Confirmation{*it, accepted});
        it = unconfirmed.erase(it);
      } else {
        ++it;
      }
  }

  Status take(const amqp_frame_t& frame) {
    if (frame.frame_type != AMQP_FRAME_METHOD) return success();
    const amqp_method_t& method = frame.payload.method;
    switch (method.id) {
      case AMQP_BASIC_DELIVER_METHOD: {
        const auto* deliver = static_cast<amqp_basic_deliver_t*>(method.decoded);
        Delivery delivery{deliver->delivery_tag, textOf(deliver->consumer_tag), {}};
        Result<QueueMessage> message = content();
        if (!message) return message.error();
        delivery.message = std::move(*message);
        events.emplace_back(std::move(delivery));
        return success();
      }
      case AMQP_BASIC_RETURN_METHOD: {
        std::string number;
        if (Result<QueueMessage> message = content(&number); !message) return message.error();
        events.emplace_back(Unroutable{std::strtoull(number.c_str(), nullptr, 10)});
        return success();
      }
      case AMQP_BASIC_ACK_METHOD: {
        const auto* ack = static_cast<amqp_basic_ack_t*>(method.decoded);
        confirm(ack->delivery_tag, ack->multiple != 0, true);
        return success();
      }
      case AMQP_BASIC_NACK_METHOD: {
        const auto* nack = static_cast<amqp_basic_nack_t*>(method.decoded);
        confirm(nack->delivery_tag, nack->multiple != 0, false);
        return success();
      }
      case AMQP_BASIC_CANCEL_METHOD:  // a queue that is consumed was deleted
        return lost("a queue was deleted");
      case AMQP_CHANNEL_CLOSE_METHOD:
      case AMQP_CONNECTION_CLOSE_METHOD:
        return closed(method);
      default:
        return success();
    }
  }

  QueueAddress address;
  amqp_connection_state_t state;
  bool working = false;  // the server takes requests
  uint64_t published = 0;
  std::set<uint64_t> unconfirmed;
  std::deque<QueueEvent> events;
};

QueueConnection::QueueConnection(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
QueueConnection::QueueConnection(QueueConnection&&) noexcept = default;
QueueConnection& QueueConnection::operator=(QueueConnection&&) noexcept = default;
QueueConnection::~QueueConnection() = default;

Result<QueueConnection> QueueConnection::open(const QueueAddress& address) {
  auto impl = std::make_unique<Impl>(address);
  if (Status s = impl->connect(); !s) return s.error();
  return QueueConnection(std::move(impl));
}

Status QueueConnection::declareTopic(const std::string& exchange) {
  (void)amqp_exchange_declare(impl_->state, kChannel, bytesOf(exchange), amqp_cstring_bytes("topic"), 0, 1, 0, 0,
                              amqp_empty_table);
  return impl_->answered(amqp_get_rpc_reply(impl_->state));
}

Status QueueConnection::declareQueue(const std::string& name, const QueueArguments& arguments) {
  ArgumentTable table(arguments);
  (void)amqp_queue_declare(impl_->state, kChannel, bytesOf(name), 0, 1, 0, 0, table.get());
  return impl_->answered(amqp_get_rpc_reply(impl_->state));
}

Result<std::string> QueueConnection::declareOwnQueue() {
  const auto* made = amqp_queue_declare(impl_->state, kChannel, amqp_empty_bytes, 0, 0, 1, 1, amqp_empty_table);
  if (Status s = impl_->answered(amqp_get_rpc_reply(impl_->state)); !s) return s.error();
  return textOf(made->queue);
}

Status QueueConnection::bind(const std::string& queue, const std::string& exchange, const std::string& key) {
  (void)amqp_queue_bind(impl_->state, kChannel, bytesOf(queue), bytesOf(exchange), bytesOf(key), amqp_empty_table);
  return impl_->answered(amqp_get_rpc_reply(impl_->state));
}

Status QueueConnection::deleteQueue(const std::string& name) {
  (void)amqp_queue_delete(impl_->state, kChannel, bytesOf(name), 0, 0);
  return impl_->answered(amqp_get_rpc_reply(impl_->state));
}

Status QueueConnection::limitUnacknowledged(int messages) {
  (void)amqp_basic_qos(impl_->state, kChannel, 0, static_cast<uint16_t>(messages), 0);
  return impl_->answered(amqp_get_rpc_reply(impl_->state));
}

Status QueueConnection::consume(const std::string& queue, const std::string& consumer) {
  (void)amqp_basic_consume(impl_->state, kChannel, bytesOf(queue), bytesOf(consumer), 0, 0, 0, amqp_empty_table);
  return impl_->answered(amqp_get_rpc_reply(impl_->state));
}

Result<std::optional<QueueMessage>> QueueConnection::peek(const std::string& queue) {
  const amqp_rpc_reply_t reply = amqp_basic_get(impl_->state, kChannel, bytesOf(queue), 0);
  if (Status s = impl_->answered(reply); !s) return s.error();
  if (reply.reply.id != AMQP_BASIC_GET_OK_METHOD) return std::optional<QueueMessage>();
  const uint64_t tag = static_cast<amqp_basic_get_ok_t*>(reply.reply.decoded)->delivery_tag;
  Result<QueueMessage> message = impl_->content();
  if (!message) return std::move(message).error();
  if (Status s = giveBack(tag); !s) return s.error();
  return std::optional<QueueMessage>(std::move(*message));
}

Result<uint64_t> QueueConnection::publish(const std::string& exchange, const std::string& key,
                                          const QueueMessage& message, bool mandatory) {
  const uint64_t sequence = ++impl_->published;
  const std::string number = std::to_string(sequence);
  amqp_basic_properties_t p{};
  p._flags = AMQP_BASIC_DELIVERY_MODE_FLAG | AMQP_BASIC_TYPE_FLAG | AMQP_BASIC_MESSAGE_ID_FLAG;
  p.delivery_mode = AMQP_DELIVERY_PERSISTENT;
  p.type = bytesOf(message.type);
  p.message_id = bytesOf(number);
  if (!message.replyTo.empty()) {
    p._flags |= AMQP_BASIC_REPLY_TO_FLAG;
    p.reply_to = bytesOf(message.replyTo);
  }
  impl_->unconfirmed.insert(sequence);
  if (Status s = impl_->sent(amqp_basic_publish(impl_->state, kChannel, bytesOf(exchange), bytesOf(key), mandatory, 0,
                                                &p, bytesOf(message.body)));
      !s)
    return s.error();
  return sequence;
}

Status QueueConnection::acknowledge(uint64_t tag) {
  return impl_->sent(amqp_basic_ack(impl_->state, kChannel, tag, 0));
}
Status QueueConnection::giveBack(uint64_t tag) {
  return impl_->sent(amqp_basic_nack(impl_->state, kChannel, tag, 0, 1));
}
Status QueueConnection::refuse(uint64_t tag) { return impl_->sent(amqp_basic_nack(impl_->state, kChannel, tag, 0, 0)); }

Result<std::optional<QueueEvent>> QueueConnection::wait(double seconds) {
  timeval limit{static_cast<time_t>(seconds), 0};
  limit.tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(limit.tv_sec)) * 1e6);
  while (impl_->events.empty()) {
    amqp_frame_t frame;
    amqp_maybe_release_buffers(impl_->state);
    const int status = amqp_simple_wait_frame_noblock(impl_->state, &frame, &limit);
    if (status == AMQP_STATUS_TIMEOUT) return std::optional<QueueEvent>();
    if (status != AMQP_STATUS_OK) return impl_->lost(amqp_error_string2(status));
    if (Status s = impl_->take(frame); !s) return s.error();
  }
  std::optional<QueueEvent> event = std::move(impl_->events.front());
  impl_->events.pop_front();
  return event;
}

}  // namespace lw
