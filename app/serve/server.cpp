#include "app/serve/server.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <new>

#include "app/serve/errors.h"
#include "app/serve/follow/followed.h"
#include "app/serve/lane.h"
#include "app/serve/memory_watch.h"
#include "app/serve/protocol/framing.h"
#include "app/shared/deep_stack.h"
#include "backends/target/memory.h"

namespace lw::serve {
namespace {

constexpr size_t kMostName = 80;        // bytes of the name of a client
constexpr int64_t kMostWaiting = 1000;  // requests without an answer
constexpr std::chrono::milliseconds kLastAnswers{5000}, kLastJob{3000};

// The answers of a batch go out together.
struct Batch {
  std::mutex mutex;
  Json answers = Json::array();
  size_t open = 0;
};

struct Asked {
  Incoming request;
  const Method* method = nullptr;  // that is called, with its arguments
  Json arguments = {};
  std::shared_ptr<Context> context = std::make_shared<Context>();
  std::shared_ptr<Batch> batch = {};  // null: the request came alone
};
using AskedPtr = std::shared_ptr<Asked>;

// The program that started this one, until the client says what it is called.
std::string callerName() {
  std::ifstream in("/proc/" + std::to_string(getppid()) + "/cmdline", std::ios::binary);
  std::string name;
  int words = 0;
  for (std::string word; words < 2 && std::getline(in, word, '\0');) {
    if (words > 0 && word.starts_with('-')) continue;
    name += (words++ ? " " : "") + word.substr(word.rfind('/') + 1);
  }
  return name.substr(0, kMostName);
}

Failure starvedFailure() { return {kLimit, explain(err::kServeMemory(), "close documents, or set --memory")}; }

class Server {
 public:
  Server(int from, int to, const ServeOptions& options)
      : session_(options.limits),
        door_(options.mcp ? mcpDoor() : jsonRpcDoor()),
        reader_(from, to, kMostMessageBytes),
        writer_(to),
        followed_(session_, [this](std::function<void()> task) { requests_.add(std::move(task)); }),
        memory_(options.limits.memory, [this] { starve(); }) {
    session_.client = callerName();
  }
  Status announce() { return followed_.announce(); }
  int run();

 private:
  void receive(const LineReader::Line& line);
  void receiveBatch(const Json& messages);
  void receiveOne(const Json& message, const std::shared_ptr<Batch>& batch);
  bool cancelIfAsked(const Incoming& message, const std::shared_ptr<Batch>& batch);
  void carryOut(const AskedPtr& asked);
  void call(const AskedPtr& asked, MethodCall call);
  void failCall(const AskedPtr& asked, const Failure& failure);
  void beginJob(const AskedPtr& asked, Job job);
  void finishJob(const AskedPtr& asked, const Job& job, Answer answer, double seconds);
  void answer(const AskedPtr& asked, Json message);
  void fail(const AskedPtr& asked, const Failure& failure);
  void send(Json message, const std::shared_ptr<Batch>& batch);
  void forget(const Asked& asked);
  template <class F>
  void guarded(const AskedPtr& asked, F work);
  void starve();
  void close();

  ServeSession session_;  // used by tasks of requests_ only
  std::unique_ptr<Door> door_;
  LineReader reader_;
  LineWriter writer_;
  std::mutex mutex_;
  std::map<std::string, AskedPtr> waiting_;  // by id
  std::atomic<bool> closing_ = false;
  Followed followed_;
  Lane jobs_, requests_;  // requests_ ends first
  MemoryWatch memory_;    // the last member, which uses the others
};

int Server::run() {
  while (const std::optional<LineReader::Line> line = reader_.next()) {
    if (writer_.gone()) break;
    receive(*line);
  }
  close();
  return 0;
}

// The client sends nothing more: its jobs end, and what it asked for before is answered if somebody reads it.
void Server::close() {
  closing_ = true;
  followed_.close();
  const auto stop = [&](bool jobsOnly) {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, asked] : waiting_)
      if (!jobsOnly || asked->context->tell) asked->context->cancel();
  };
  stop(true);
  if (!writer_.gone()) (void)requests_.drained(kLastAnswers);
  stop(false);
  if (requests_.drained(kLastJob) && jobs_.drained(kLastJob) && requests_.drained(kLastJob)) return;
  std::_Exit(0);  // what does not end must not outlive its client
}

// What is under way ends, because the session has taken all of its memory.
void Server::starve() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, asked] : waiting_)
    if (asked->context->begun()) asked->context->starve();
}

void Server::send(Json message, const std::shared_ptr<Batch>& batch) {
  std::string text;
  if (batch) {
    const std::lock_guard lock(batch->mutex);
    batch->answers.push_back(std::move(message));
    if (--batch->open > 0) return;
    text = textOf(batch->answers);
  } else {
    text = textOf(message);
  }
  writer_.write(std::move(text));
}

void Server::receive(const LineReader::Line& line) {
  if (line.tooLong)
    return send(errorMessage(Json(), {kInvalidRequest, explain(err::kMessageTooLong(kMostMessageBytes),
                                                               "send less at a time, or open a file")}),
                nullptr);
  if (line.text.find_first_not_of(" \t") == std::string::npos) return;
  const std::variant<Json, Failure> message = parseMessage(line.text);
  if (const auto* failure = std::get_if<Failure>(&message)) return send(errorMessage(Json(), *failure), nullptr);
  const Json& parsed = std::get<Json>(message);
  if (parsed.is_array())
    receiveBatch(parsed);
  else
    receiveOne(parsed, nullptr);
}

void Server::receiveBatch(const Json& messages) {
  const lw::Message wrong = !door_->takesBatches()         ? say("it is a list")
                            : messages.empty()             ? say("it is an empty list")
                            : messages.size() > kMostBatch ? say("it is a list of more than {0} requests", kMostBatch)
                                                           : lw::Message();
  if (!wrong.empty())
    return send(errorMessage(Json(), {kInvalidRequest, explain(err::kNoRequest(wrong), "send one request a line")}),
                nullptr);
  const auto batch = std::make_shared<Batch>();
  for (const Json& message : messages) {
    Json id;
    const auto incoming = incomingOf(message, id);
    const auto* request = std::get_if<Incoming>(&incoming);
    batch->open += !request || request->kind == Incoming::Kind::Request;
  }
  for (const Json& message : messages) receiveOne(message, batch);
}

void Server::receiveOne(const Json& message, const std::shared_ptr<Batch>& batch) {
  Json id;
  std::variant<Incoming, Failure> incoming = incomingOf(message, id);
  if (const auto* failure = std::get_if<Failure>(&incoming)) return send(errorMessage(id, *failure), batch);
  Incoming& request = std::get<Incoming>(incoming);
  if (cancelIfAsked(request, batch) || request.kind != Incoming::Kind::Request) return;
  const auto asked = std::make_shared<Asked>(Asked{std::move(request)});
  asked->batch = batch;
  std::optional<Failure> refused;
  {
    const std::lock_guard lock(mutex_);
    if (static_cast<int64_t>(waiting_.size()) >= kMostWaiting)
      refused = Failure{kLimit, explain(err::kServeBusy(kMostWaiting), "wait for their answers")};
    else if (!waiting_.emplace(id.dump(), asked).second)
      refused =
          Failure{kInvalidRequest, explain(err::kIdInUse(Snippet(textOf(id))), "give each request an id of its own")};
  }
  if (refused) return send(errorMessage(id, *refused), batch);
  requests_.add([this, asked] { guarded(asked, [&] { carryOut(asked); }); });
}

bool Server::cancelIfAsked(const Incoming& message, const std::shared_ptr<Batch>& batch) {
  const std::optional<Json> id = door_->cancels(message);
  if (!id) return false;
  bool found = false;
  {
    const std::lock_guard lock(mutex_);
    const auto asked = waiting_.find(id->dump());
    found = asked != waiting_.end();
    if (found) asked->second->context->cancel();
  }
  if (message.kind == Incoming::Kind::Request) send(resultMessage(message.id, {{"cancelled", found}}), batch);
  return true;
}

void Server::forget(const Asked& asked) {
  const std::lock_guard lock(mutex_);
  waiting_.erase(asked.request.id.dump());
}

void Server::answer(const AskedPtr& asked, Json message) {
  forget(*asked);
  if (textOf(message).size() > kMostMessageBytes)
    message =
        errorMessage(asked->request.id,
                     {kLimit, explain(err::kReplyTooLong(kMostMessageBytes), "ask for fewer lines, or for one stage")});
  send(std::move(message), asked->batch);
}

void Server::fail(const AskedPtr& asked, const Failure& failure) {
  if (failure.code == kCancelled && asked->context->starved())
    return answer(asked, door_->failed(asked->request.id, starvedFailure()));
  if (failure.code == kCancelled && !door_->answersCancelled() && !asked->batch) return forget(*asked);
  answer(asked, door_->failed(asked->request.id, failure));
}

template <class F>
void Server::guarded(const AskedPtr& asked, F work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    fail(asked, starvedFailure());
  } catch (const std::exception& e) {
    fail(asked, {kInternalError, explain(err::kServeInternal(Snippet(e.what())), "report it with the request")});
  }
}

void Server::carryOut(const AskedPtr& asked) {
  if (asked->context->cancelled()) return fail(asked, {kCancelled, err::kRequestCancelled()});
  asked->context->begin(static_cast<double>(session_.limits().requestSeconds));
  auto decided = door_->decide(asked->request, session_);
  if (auto* result = std::get_if<Json>(&decided)) {
    followed_.introduce();
    return answer(asked, resultMessage(asked->request.id, std::move(*result)));
  }
  if (const auto* failure = std::get_if<Failure>(&decided))
    return answer(asked, errorMessage(asked->request.id, *failure));
  call(asked, std::get<MethodCall>(std::move(decided)));
}

void Server::call(const AskedPtr& asked, MethodCall call) {
  if (!call.arguments.is_object()) call.arguments = Json::object({{"arguments", std::move(call.arguments)}});
  auto arguments = checkedArguments(call.method->name, call.method->parameters, call.arguments);
  if (const auto* failure = std::get_if<Failure>(&arguments)) return fail(asked, *failure);
  asked->method = call.method;
  asked->arguments = std::get<Json>(std::move(arguments));
  if (const auto failure = followed_.begin(*call.method, asked->arguments)) return failCall(asked, *failure);
  Reply reply = call.method->run(session_, asked->arguments, *asked->context);
  if (const auto* failure = std::get_if<Failure>(&reply)) return failCall(asked, *failure);
  if (auto* result = std::get_if<Json>(&reply)) {
    followed_.end(*call.method, asked->arguments, nullptr);
    return answer(asked, door_->answered(asked->request.id, std::move(*result)));
  }
  // close() finds jobs by their listener, also those that wait.
  const std::lock_guard lock(mutex_);
  asked->context->tell = [this, token = call.progressToken](double done, double total, const std::string& what) {
    if (!token.is_null()) writer_.write(textOf(door_->progressed(token, done, total, what)));
    followed_.progressed(total > 0 ? done / total : 0, what);
  };
  if (closing_) asked->context->cancel();
  beginJob(asked, std::get<Job>(std::move(reply)));
}

void Server::failCall(const AskedPtr& asked, const Failure& failure) {
  followed_.end(*asked->method, asked->arguments, &failure);
  fail(asked, failure);
}

// Each job has a thread of its own: it may bind itself to cores.
void Server::beginJob(const AskedPtr& asked, Job job) {
  jobs_.add([this, asked, job = std::move(job)] {
    asked->context->begin(static_cast<double>(session_.limits().requestSeconds));
    const auto start = Context::Clock::now();
    Answer answer = Failure{kCancelled, err::kRequestCancelled()};
    withDeepStack([&] {
      try {
        if (!asked->context->cancelled()) answer = job.work(*asked->context);
      } catch (const std::bad_alloc&) {
        answer = starvedFailure();
      } catch (const std::exception& e) {
        answer = Failure{kInternalError, explain(err::kServeInternal(Snippet(e.what())), "report it with the request")};
      }
      return 0;
    });
    const double seconds = std::chrono::duration<double>(Context::Clock::now() - start).count();
    requests_.add([this, asked, job, answer = std::move(answer), seconds] {
      guarded(asked, [&] { finishJob(asked, job, answer, seconds); });
    });
  });
}

void Server::finishJob(const AskedPtr& asked, const Job& job, Answer result, double seconds) {
  session_.seconds += seconds;
  if (auto* failure = std::get_if<Failure>(&result)) {
    if (asked->context->late() && !asked->context->cancelled())
      *failure = {kLimit, explain(err::kRequestTooLong(session_.limits().requestSeconds), "ask for less at a time")};
    return failCall(asked, *failure);
  }
  Json json = std::get<Json>(std::move(result));
  if (job.keep) json = job.keep(std::move(json));
  followed_.end(*asked->method, asked->arguments, nullptr);
  json["spent_seconds"] = seconds;
  answer(asked, door_->answered(asked->request.id, std::move(json)));
}

}  // namespace

int serve(int from, int to, const ServeOptions& given) {
  std::signal(SIGPIPE, SIG_IGN);  // a client that is gone is noticed when it is written to
  ServeOptions options = given;
  if (options.limits.memory <= 0) options.limits.memory = availableMemory() / 2;
  Server server(from, to, options);
  if (options.follow)
    if (const Status announced = server.announce(); !announced)
      std::fprintf(stderr, "%s\n", toText(announced.error()).c_str());
  return server.run();
}

}  // namespace lw::serve
