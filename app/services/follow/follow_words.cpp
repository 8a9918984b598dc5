#include "app/services/follow/follow_words.h"

#include <poll.h>
#include <sys/socket.h>

#include <QCoreApplication>
#include <QFileInfo>

#include "app/models/runs/run_model.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "app/services/follow/followed_states.h"
#include "app/shared/follow/place.h"
#include "backends/process/fd.h"
#include "core/support/json.h"

namespace lw {
namespace {

using nlohmann::json;
using Kind = FollowEvent::Kind;

constexpr int kAnswerMs = 300;

class FollowWords {
  Q_DECLARE_TR_FUNCTIONS(FollowWords)

 public:
  static QString program(const QString& title, const QString& file) {
    return file.isEmpty() ? title : tr("%1 in %2").arg(title, file);
  }
  static QString steps(int count) { return count == 1 ? tr("1 step") : tr("%1 steps").arg(count); }
  static QString method(const QString& name) {
    if (name == QLatin1String("run")) return tr("checks and times the state");
    if (name == QLatin1String("compare")) return tr("compares states");
    if (name == QLatin1String("tune")) return tr("searches for a faster schedule");
    if (name == QLatin1String("apply")) return tr("carries out steps");
    return name;
  }
  static QString against(const QString& time, const QString& reference, const QString& ratio) {
    return tr("%1 (against %2: %3)").arg(time, reference, ratio);
  }
  static QString wrong() { return tr("the result is wrong"); }
  static QString asOpened() { return tr("as opened"); }
  static QString told() { return tr("was told that you changed the state, and may go on from there"); }
};

QString textIn(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

// The first line that a session sends; empty: it does not answer.
std::string greetingOf(int socket) {
  std::string line;
  while (line.find('\n') == std::string::npos && line.size() < (1 << 20)) {
    pollfd readable{socket, POLLIN, 0};
    char bytes[1 << 14];
    if (poll(&readable, 1, kAnswerMs) <= 0) return {};
    const ssize_t count = recv(socket, bytes, sizeof bytes, 0);
    if (count <= 0) return {};
    line.append(bytes, size_t(count));
  }
  return line.substr(0, line.find('\n'));
}

QString stepsIn(const json& message) {
  QStringList steps;
  if (const auto list = message.find("steps"); list != message.end() && list->is_array())
    for (const json& step : *list)
      if (step.is_string()) steps << QString::fromStdString(step.get<std::string>());
  return steps.join(QStringLiteral(" · "));
}

}  // namespace

std::vector<FollowChoice> followChoices() {
  std::vector<FollowChoice> choices;
  for (const std::string& path : follow::announced()) {
    const Result<int> socket = follow::connectTo(path);
    if (!socket) continue;
    const Fd open(*socket);
    const json hello = json::parse(greetingOf(open.get()), nullptr, false);
    if (!hello.is_object()) continue;
    FollowChoice choice{QString::fromStdString(path), textIn(hello, "client"), {}, hello.value("followed", false)};
    for (const json& one : hello.value("documents", json::array()))
      choice.programs << FollowWords::program(textIn(one, "title"), QFileInfo(textIn(one, "name")).fileName()) +
                             QStringLiteral(" · ") + FollowWords::steps(one.value("steps", 0));
    choices.push_back(std::move(choice));
  }
  return choices;
}

QString programWords(const json& document) {
  return FollowWords::program(textIn(document, "function"), QFileInfo(textIn(document, "name")).fileName());
}

QString workingWords(const json& message) {
  const QString steps = stepsIn(message);
  return steps.isEmpty() ? FollowWords::method(textIn(message, "method")) : steps;
}

FollowEvent eventOf(const json& message, const History& history, const FollowedNumbers& numbers, const RunModel& runs) {
  const QString what = textIn(message, "what");
  FollowEvent event;
  event.person = textIn(message, "by").isEmpty();
  const auto titleOf = [&](const char* key) {
    const auto node = numbers.local.find(message.value(key, 0));
    return node == numbers.local.end() || node->second == 0 ? FollowWords::asOpened()
                                                            : QString::fromStdString(history.node(node->second).title);
  };
  if (what == QLatin1String("undo")) {
    event.kind = Kind::Undo, event.text = titleOf("from");
  } else if (what == QLatin1String("redo")) {
    event.kind = Kind::Redo, event.text = titleOf("current");
  } else if (what == QLatin1String("branch")) {
    event.kind = Kind::Moved, event.text = titleOf("current");
  } else if (what == QLatin1String("apply")) {
    event.kind = Kind::Step, event.text = stepsIn(message);
    if (event.text.isEmpty()) event.text = titleOf("current");
  } else if (what == QLatin1String("tune")) {
    event.kind = Kind::Search;
  } else if ((what == QLatin1String("run") || what == QLatin1String("compare")) && runs.last()) {
    event.kind = Kind::Run;
    const RunRow& run = *runs.last();
    event.text = isWrong(run) ? FollowWords::wrong() : timeOf(run.medianMs);
    if (const QString ratio = referenceRatio(run); !isWrong(run) && !ratio.isEmpty())
      event.text = FollowWords::against(event.text, referenceOf(run), ratio);
  }
  return event;
}

FollowEvent refusalOf(const json& message) {
  const json error = message.value("error", json::object());
  const QString kind = textIn(error, "kind"), place = textIn(error, "place");
  FollowEvent event;
  event.kind = Kind::Refused;
  event.text = workingWords(message);
  // "steps[1]": the one of several that is refused.
  if (place.startsWith(QLatin1String("steps[")))
    if (const size_t number = place.mid(6).chopped(1).toUInt(); number < message.value("steps", json::array()).size())
      event.text = QString::fromStdString(message["steps"][number].get<std::string>());
  event.why = inWords(error.value("message", ""));
  if (kind == QLatin1String("serve.pinned")) {
    event.kind = Kind::PinRefused;
    event.why = textIn(error, "value");
  } else if (kind == QLatin1String("serve.taken-over")) {
    event.kind = Kind::TakenOver;
  } else if (kind == QLatin1String("serve.changed-by-person")) {
    event.why = FollowWords::told();
  }
  return event;
}

}  // namespace lw
