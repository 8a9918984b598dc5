// Methods of lists, dicts and strings.
#pragma once

#include "core/script/interpreter.h"

namespace lw::script {

// nullopt: there is no such method.
Result<std::optional<Value>> callPlainMethod(const Value& object, const std::string& name, const CallArgs& args);
std::vector<std::string> plainMethodsOf(const Value& object);
bool identical(const Value& a,
               const Value& b);  // compares numbers, strings, None, tuples of them, and handles by value

}  // namespace lw::script
