// The session as a person at a window sees and steers it: each state, run and refusal is told to the window that
// follows, and the client's changes are refused while the person has taken over, where they touch a pinned loop, and
// once after the person has changed the state.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/serve/follow/follower_link.h"
#include "app/serve/method.h"
#include "app/serve/session.h"

namespace lw::serve {

class Followed : public ChangeGuard {
 public:
  // `post`: carries a task out in the session's turn, from any thread.
  Followed(ServeSession& session, std::function<void(std::function<void()>)> post);
  ~Followed() override { link_.close(); }

  Status announce() override;
  void withdraw() override;
  bool isAnnounced() const override { return link_.isOpen(); }
  bool isFollowed() const override { return link_.followed(); }
  void close() { link_.close(); }  // before posting ends

  void introduce();  // again, as the client says now what it is called
  // Around each call of a method, in the session's turn. A failure: the method is not called.
  std::optional<Failure> begin(const Method& method, const Json& arguments);
  void end(const Method& method, const Json& arguments, const Failure* failure);
  void progressed(double share, const std::string& what);  // of a job, from any thread

  std::optional<Failure> refuses(const Document& document, const Schedule& next, int from) const override;

 private:
  // What the window knows of the document that it shows.
  struct Known {
    int nodes = 0, current = -1;
    size_t runs = 0;
    std::vector<std::string> names;
    std::vector<bool> removed;
  };
  struct Pin {
    LoopId loop;
    std::string name;
  };
  struct Person {          // what the person did to a document
    std::set<int> states;  // that the person made
    std::vector<Pin> pins;
    std::optional<Message> news;  // of which the client does not know
  };

  void received(const Json& message);
  void followedAgain();
  void take(bool taken);
  void move(Document& document, bool back);
  void change(Document& document, const Json& message);
  std::optional<Explanation> carryOut(Document& document, const Json& message);
  void pin(const Document& document, const Json& message);
  void left();
  void show(const std::string& id);
  void publish(const std::string& by, const std::string& what, const Json& said);
  Json nodeJson(const Document& document, int node) const;
  void tell(std::string kind, Json message);
  Document* shown() const;
  Person& person(const Document& document) { return persons_[document.id]; }
  std::string greeting() const;

  ServeSession& session_;
  const std::function<void(std::function<void()>)> post_;
  std::atomic<bool> taken_ = false;  // set as soon as the person asks, so that nothing is changed from then on
  std::string shown_;                // the document that the window shows
  Known known_;
  std::map<std::string, Person> persons_;  // by document
  std::map<int64_t, int> refs_;            // the window's numbers of states that the person made
  mutable std::mutex greetingMutex_;
  std::string greeting_;
  FollowerLink link_;
};

}  // namespace lw::serve
