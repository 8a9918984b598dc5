// The kinds of errors of trials through a RabbitMQ server.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Snippet, Message> kQueueUrl{"queue.url", "'{0}' is not the address of a queue: {1}"};
inline constexpr Error<Ident> kQueuePlain{"queue.plain",
                                          "amqp:// would send the password and the kernels to {0} without encryption"};
inline constexpr Error<Snippet, Snippet> kQueueUnreachable{"queue.unreachable", "{0} cannot be reached: {1}"};
inline constexpr Error<Snippet, Message> kQueueTls{"queue.tls", "there is no encrypted connection to {0}: {1}"};
inline constexpr Error<Snippet, Ident> kQueueLogin{"queue.login", "{0} refuses the name or the password of user '{1}'"};
inline constexpr Error<Snippet, Ident, Snippet, Snippet> kQueueVhost{
    "queue.vhost", "{0} does not let user '{1}' use the virtual host '{2}': {3}"};
inline constexpr Error<Snippet, Ident, Snippet> kQueuePermission{"queue.permission",
                                                                 "{0} does not allow this to user '{1}': {2}"};
inline constexpr Error<Snippet, Snippet> kQueueRefused{"queue.refused", "{0} refuses a request: {1}"};
inline constexpr Error<Snippet, Snippet> kQueueLost{"queue.lost", "the connection to {0} was lost: {1}"};
inline constexpr Error<Snippet, Snippet> kQueueFull{"queue.full", "the queue {0} at {1} is full"};
inline constexpr Error<Snippet> kQueueClassName{
    "queue.class-name", "'{0}' is not a class of workers: a name has at most 100 letters, digits, '-' and '_'"};
inline constexpr Error<Ident, Snippet> kQueueNoClass{"queue.no-class",
                                                     "no worker of the class '{0}' was ever connected to {1}"};
inline constexpr Error<Ident, Snippet> kQueueIdle{"queue.idle", "no worker of the class '{0}' takes trials at {1}"};
inline constexpr Error<Ident, Snippet, Snippet> kQueueProcessor{
    "queue.processor", "the class '{0}' is of workers with {1}, but this is {2}"};
inline constexpr Error<Ident, Snippet, Snippet> kQueueTarget{
    "queue.target", "workers of the class '{0}' run kernels for {1}, not for {2}"};
inline constexpr Error<Snippet, Message> kQueueMessage{"queue.message", "a message at {0} cannot be read: {1}"};
inline constexpr Error<Snippet, Snippet> kQueueTooLarge{
    "queue.too-large", "inputs and expected results take {0}, but a message may take at most {1}"};
inline constexpr Error<int64_t> kQueueKilled{"queue.killed",
                                             "each of the {0} workers that took it ended without an answer"};

}  // namespace err

std::vector<const ErrorKind*> queueErrors();  // all of them

}  // namespace lw
