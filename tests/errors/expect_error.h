// What the cases of errors compare, and what they change of the surroundings.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "core/support/explanation.h"

namespace lw {

// The error is of this kind, and its message has these words.
inline void expectError(const Explanation& e, const ErrorKind& kind, const std::string& message,
                        const std::string& what) {
  EXPECT_NE(e.message.find(message), std::string::npos) << what << "\nwanted: " << message << "\nsaid: " << e.message;
  EXPECT_EQ(e.kind, kind.id) << what;
  EXPECT_EQ(e.reason.sentence, kind.sentence) << what;
  EXPECT_EQ(e.reason.text(), e.message) << what;
  EXPECT_EQ(e.remedy.text(), e.hint) << what;
}

// The same of a result, which must be an error.
template <class T>
void expectError(const T& result, const ErrorKind& kind, const std::string& message) {
  if (result.ok())
    ADD_FAILURE() << "no error: " << message;
  else
    expectError(result.error(), kind, message, message);
}

// Sets an environment variable as long as it lives.
class WithVariable {
 public:
  WithVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~WithVariable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace lw
