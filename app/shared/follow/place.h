// Where sessions of `lw serve` announce themselves to the windows of the same user: Unix sockets in a folder below
// XDG_RUNTIME_DIR that no other user can enter. Both ends ask the system who is at the other one.
#pragma once

#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw::follow {

// $XDG_RUNTIME_DIR/loopwright/sessions, made if it is missing. Refused: a folder of another user, or one that others
// may enter.
Result<std::string> folder();
// Descriptors that are closed when a program is started; the caller closes them.
Result<int> listenAt(const std::string& path);  // no other socket has this path
Result<int> connectTo(const std::string& path);
bool sameUser(int socket);  // the process at the other end is one of this user
// The paths of the sockets in the folder, sorted; none if there is no such folder.
std::vector<std::string> announced();

inline constexpr size_t kMostLine = 256 << 20;  // bytes of a message that either end accepts

}  // namespace lw::follow
