// The Language Server Protocol over stdin and stdout: what editors ask of a text while a person edits it.
#pragma once

namespace lw::serve {

// Returns the exit code: 0 after shutdown and exit, 1 where the editor went away without them.
int serveEditor(int from, int to);

}  // namespace lw::serve
