// The help of steps, and the list of methods, from the descriptions that menus and `lw` use.
#pragma once

#include "app/serve/protocol/message.h"
#include "core/support/result.h"

namespace lw::serve {

Json stepSummaries();    // of primitives and composites: name, signature, summary
Json topicSummaries();   // of the pages about the language of files
Json methodSummaries();  // with their schemas
// Markdown of the page of a step or a topic.
Result<std::string> pageNamed(const std::string& name);

}  // namespace lw::serve
