// The names that are known at a place of a function; a later one hides an earlier one.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text/tir/tir_value.h"

namespace lw::tir {

class NamesInScope {
 public:
  void add(const std::string& name, ParsedValue value) {
    places_[name].push_back(list_.size());
    list_.emplace_back(name, std::move(value));
  }
  size_t size() const { return list_.size(); }
  void truncate(size_t size) {  // forgets those that came last
    for (; list_.size() > size; list_.pop_back()) {
      const auto same = places_.find(list_.back().first);
      same->second.pop_back();
      if (same->second.empty()) places_.erase(same);
    }
  }
  // The last one of this name, until another is added; nullptr: there is none.
  const ParsedValue* find(const std::string& name) const {
    const auto same = places_.find(name);
    return same == places_.end() ? nullptr : &list_[same->second.back()].second;
  }
  const std::vector<std::pair<std::string, ParsedValue>>& list() const { return list_; }

 private:
  std::vector<std::pair<std::string, ParsedValue>> list_;
  std::unordered_map<std::string, std::vector<size_t>> places_;
};

}  // namespace lw::tir
