// The requests about a text that an editor may send: one table.
#pragma once

#include <span>
#include <string_view>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/method.h"

namespace lw::serve {

// Where a request is answered. Those that may take long are answered beside others, on the text as it is then.
enum class Pace : uint8_t { AtOnce, Typing, Slow };

struct EditorRequest {
  std::string_view method;
  Pace pace;
  double seconds;  // limit
  Answer (*answer)(const EditedText& text, const Json& params, const RunsShown& runs, const Context& context);
};

const EditorRequest* findEditorRequest(std::string_view method);  // nullptr: there is none
Json editorCapabilities(bool utf8);

}  // namespace lw::serve
