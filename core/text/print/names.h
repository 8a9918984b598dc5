// Unique names for the printer: a name is in use while the scope that defines it is open.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lw {

class Names {
 public:
  Names();
  void push() { scopes_.emplace_back(); }
  void pop();
  // Makes a unique Python identifier from `hint` by adding a suffix; `key` is printed as this name until the scope
  // ends.
  const std::string& define(const void* key, const std::string& hint);
  // `key` is printed as `text` ("A.data") until the scope ends; `text` need not be unique.
  void alias(const void* key, std::string text);
  const std::string* find(const void* key) const;

 private:
  struct Scope {
    std::vector<const void*> keys;
    std::vector<std::string> taken;
  };
  std::unordered_map<const void*, std::string> texts_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;  // of a base: all suffixes below it are taken
  std::vector<Scope> scopes_;
};

}  // namespace lw
