// Unique names for the printer: a name is in use while the scope that defines it is open.
#pragma once

#include <initializer_list>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lw {

class Names {
 public:
  // `modules`: names of modules besides T that the text uses.
  explicit Names(std::initializer_list<const char*> modules = {});
  void push() { scopes_.emplace_back(); }
  void pop();
  // Makes a unique Python identifier from `hint` by adding a suffix; `key` is printed as this name until the scope
  // ends. `keeps`: of a parameter, which may also be named T or range.
  const std::string& define(const void* key, const std::string& hint, bool keeps = false);
  bool keptModule() const { return keptModule_; }  // whether something is named T
  // `key` is printed as `text` ("A.data") until the scope ends; `text` need not be unique.
  void alias(const void* key, std::string text);
  const std::string* find(const void* key) const;
  bool isTaken(const std::string& name) const { return taken_.contains(name); }

 private:
  struct Scope {
    std::vector<const void*> keys;
    std::vector<std::string> taken;
  };
  std::unordered_map<const void*, std::string> texts_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> next_;  // of a base: all suffixes below it are taken
  std::vector<Scope> scopes_;
  bool keptModule_ = false;
};

}  // namespace lw
