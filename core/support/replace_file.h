// Writes a file so that it is never seen half written.
#pragma once

#include <string>
#include <string_view>

namespace lw {

// Writes the content to a hidden file beside the path and renames that one when it is on the disk: whatever fails, and
// whenever the process ends, the old file remains as it was, or there is none. Two processes that write one path take
// turns. A link stays one, and its target is replaced; the permissions of an old file are kept. What is no regular file
// (a pipe, /dev/stdout) and a file in a folder that cannot be written are written in place. Returns the reason of a
// failure in the system's words; "": written.
std::string replaceFile(const std::string& path, std::string_view content);

}  // namespace lw
