// All that one client works on. Not for several threads at once: the server has one request after the other use it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/serve/protocol/message.h"
#include "core/session/session.h"

namespace lw::serve {

struct ServeLimits {
  int64_t seconds = 3600;        // of jobs: runs, comparisons and searches
  int64_t trials = 5000;         // candidates of searches
  int64_t requestSeconds = 600;  // of one request
  int64_t memory = 0;            // bytes of this process, and of a kernel; serve() sets it
  int64_t documents = 32;
  int64_t states = 5000;        // of one document
  int64_t textBytes = 4 << 20;  // of a program
  std::string root = ".";       // files are opened below this folder
};

struct RunKept {
  int state = 0;
  Json result;
};

// A program as it was opened, and its states. Text, reference and ranges of inputs never change.
struct Document {
  std::string id, title;  // title: of the function
  Session session;
  int function = 0;  // of the program
  std::string programHash, referenceHash;
  std::vector<RunKept> runs = {};
  std::map<std::string, double> asWrittenMs = {};  // of one call of the program as opened, by sizes; estimated

  History& history() { return session.workspace().history; }
  const History& history() const { return session.workspace().history; }
  const Schedule& schedule() const { return history().schedule(); }
  const PrimFunc& original() const { return history().node(0).schedule.source().function(function); }
};

// Decides on what the client changes while a person at a window follows the session (app/serve/follow).
class ChangeGuard {
 public:
  virtual ~ChangeGuard() = default;
  // Why the document may not come to this state. `from`: the first step of `next` that the client makes.
  virtual std::optional<Failure> refuses(const Document& document, const Schedule& next, int from) const = 0;
  virtual Status announce() = 0;  // from now on windows of this user find the session
  virtual void withdraw() = 0;
  virtual bool isAnnounced() const = 0;
  virtual bool isFollowed() const = 0;
};

class ServeSession {
 public:
  explicit ServeSession(ServeLimits limits);

  const ServeLimits& limits() const { return limits_; }
  // With an id that no other session has.
  std::variant<std::shared_ptr<Document>, Failure> open(std::string name, std::string text,
                                                        const std::string& function);
  std::variant<std::shared_ptr<Document>, Failure> find(const std::string& id) const;
  void close(const std::string& id) { documents_.erase(id); }
  const std::map<std::string, std::shared_ptr<Document>>& documents() const { return documents_; }

  std::string client;                 // how it calls itself: "python3 tune.py", "claude-code 1.2"
  std::string latest;                 // the document that it worked on last; empty: none
  void nameClient(const Json& name);  // a text, or an object with name and version; anything else: it stays
  ChangeGuard* guard = nullptr;
  // Asked before the document goes to another state.
  std::optional<Failure> refuses(const Document& document, const Schedule& next, int from) const {
    return guard ? guard->refuses(document, next, from) : std::nullopt;
  }

  // What jobs took so far.
  double seconds = 0;
  int64_t trials = 0;
  std::optional<Failure> timeIsLeft() const;  // nothing: there is

 private:
  ServeLimits limits_;
  std::string token_;  // part of every id: an id of another session is unknown here
  int opened_ = 0;
  std::map<std::string, std::shared_ptr<Document>> documents_;
};

// The document that the arguments name.
std::variant<std::shared_ptr<Document>, Failure> documentOf(const ServeSession& session, const Json& arguments);
// A state by number or by its name; the current one where the text is empty.
std::variant<int, Failure> stateOf(const Document& document, const std::string& state);
// Why the steps from `from` on may not be made here: their legality does not say that results stay the same.
std::optional<Failure> unproved(const Schedule& schedule, int from);
// Number, title, name and steps of a state.
Json stateJson(const Document& document, int state);
// Where the document is: its id, its current state.
Json placeJson(const Document& document);

}  // namespace lw::serve
