// What the Model Context Protocol has besides tools: resources to read, and prompts for jobs.
#pragma once

#include "app/serve/session.h"

namespace lw::serve {

Json resourcesJson(const ServeSession& session);  // programs, their states and traces, help pages
Json resourceTemplatesJson();
std::variant<Json, Failure> readResource(const ServeSession& session, const Json& params);

Json promptsJson();
std::variant<Json, Failure> promptOf(const Json& params);

}  // namespace lw::serve
