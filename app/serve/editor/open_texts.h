// The texts that an editor has open, kept as it changes them, and what it is told of their errors. Used by the thread
// of requests only.
#pragma once

#include <map>
#include <set>

#include "app/serve/editor/editor_answers.h"
#include "app/serve/lane.h"

namespace lw::serve {

struct OpenText {
  EditedText text;
  RunsShown runs = {};                           // of this very text
  std::shared_ptr<Context> schedules = nullptr;  // of the check of its schedule functions that is under way
  Json refusals = Json::array();                 // what that check found
};

class OpenTexts {
 public:
  // `send` is called from the thread of requests, `later` from another one: it has work done by that of requests.
  OpenTexts(std::function<void(const Json&)> send, std::function<void(std::function<void()>)> later)
      : send_(std::move(send)), later_(std::move(later)) {}

  void countBytes() { utf8_ = true; }  // positions are bytes of a line, not units of UTF-16
  // The notifications didOpen, didChange and didClose; others change nothing. `more`: further changes wait, so nobody
  // sees the diagnostics of this one.
  void sync(const Incoming& message, bool more);
  OpenText* find(const Json& uri);  // nullptr: it is not open
  void stopChecks();
  bool drained(std::chrono::milliseconds most) { return background_.drained(most); }

 private:
  void open(const std::string& uri, int64_t version, const Json& text);
  void change(OpenText& open, int64_t version, const Json& changes);
  void close(const std::string& uri);
  void diagnose(OpenText& open);
  void publish(const OpenText& open);
  void checkSchedules(OpenText& open);

  std::function<void(const Json&)> send_;
  std::function<void(std::function<void()>)> later_;
  bool utf8_ = false;
  std::map<std::string, OpenText> texts_;  // by URI
  std::set<std::string> changed_;          // those whose diagnostics are of an older text
  Lane background_;
};

}  // namespace lw::serve
