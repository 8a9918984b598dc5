// "did you mean": finds the known words that are nearest to a misspelled word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/message.h"

namespace lw {

// At most three words within a small editing distance, nearest first.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known);
// "did you mean 'a' or 'b'?", or empty. `prefix` is written before each word, for example "T.".
Message didYouMean(std::string_view word, const std::vector<std::string>& known, const std::string& prefix = {});

}  // namespace lw
