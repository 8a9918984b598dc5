// The methods of `lw serve`: one table, which JSON-RPC and the Model Context Protocol offer alike. A method is a
// description and a function; there is one file per group of methods in app/serve/methods.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "app/serve/context.h"
#include "app/serve/protocol/parameters.h"

namespace lw::serve {

class ServeSession;

using Answer = std::variant<Json, Failure>;
// What a method leaves for later: it works on what it took from the session, beside further requests. Jobs are carried
// out one at a time, so that none disturbs the times of another. Its result is handed to `keep`, in the session's turn.
struct Job {
  std::function<Answer(Context& context)> work;
  std::function<Json(Json result)> keep = {};  // empty: the result is the answer
};
using Reply = std::variant<Json, Failure, Job>;

enum class Effect : uint8_t { Reads, Changes, Measures };

struct Method {
  std::string name, title, help;
  Effect effect;
  std::vector<Parameter> parameters;
  // `arguments`: checked, with defaults.
  Reply (*run)(ServeSession& session, const Json& arguments, Context& context);
};

std::span<const Method> allMethods();
const Method* findMethod(const std::string& name);  // nullptr: there is none

#define LW_METHOD(name) Method name##Method();
#include "app/serve/methods.def"
#undef LW_METHOD

}  // namespace lw::serve
