#include "app/services/document/parsed_text.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/python/python_need.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/document/documents.h"
#include "core/analysis/dependence/well_formed.h"
#include "core/text/errors.h"
#include "core/text/tir/needs_python.h"

namespace lw {
namespace {

constexpr int kPause = 350;  // milliseconds without a keystroke before the text is parsed

Problem diagnosticProblem(const Diagnostic& d, const SourceText& source) {
  const LineColumn at = source.locate(d.span.valid() ? d.span.begin : 0);
  Problem problem =
      problemOf(d.severity == Diagnostic::Severity::Error ? Problem::Severity::Error : Problem::Severity::Warning,
                QStringLiteral("%1:%2").arg(at.line).arg(at.column), reasonWords(d));
  problem.hint =
      d.kind == kNeedsPythonId ? ParsedText::tr("Ctrl+Shift+R runs the file by Python, if you allow it") : hintWords(d);
  problem.span = d.span;
  return problem;
}

// Whether the error is probably a result of an earlier one: it is the same error again, or the parser met it while it
// sought the end of an unclosed bracket or string.
bool followsFrom(const Diagnostic& first, const Diagnostic& error, const SourceText& source) {
  if (first.kind == kNeedsPythonId && error.kind == kNeedsPythonId) return true;  // one run answers all
  const auto wrong = [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error && d.span.valid(); };
  if (!wrong(first) || !wrong(error)) return false;
  if (first.message == error.message) return true;
  const bool open = first.kind == err::kUnclosedBracket.id || first.kind == err::kUnclosedString.id;
  const int line = source.locate(first.span.begin).line, later = source.locate(error.span.begin).line;
  return open && error.span.begin > first.span.begin && later <= line + 1;
}

// Errors that follow from others come directly after them.
std::vector<Problem> textProblems(const std::vector<Diagnostic>& diagnostics, const SourceText& source) {
  std::vector<std::vector<const Diagnostic*>> groups;
  for (const Diagnostic& d : diagnostics) {
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return followsFrom(*g.front(), d, source); });
    if (group == groups.end())
      groups.push_back({&d});
    else
      group->push_back(&d);
  }
  std::vector<Problem> problems;
  for (const auto& group : groups)
    for (const Diagnostic* d : group) {
      problems.push_back(diagnosticProblem(*d, source));
      problems.back().follows = d != group.front();
    }
  return problems;
}

}  // namespace

ParsedText::ParsedText(Document& document, Messages& messages, JobRunner& jobs)
    : document_(document), messages_(messages), jobs_(jobs) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPause);
  connect(&pause_, &QTimer::timeout, this, &ParsedText::parse);
  connect(&document_, &Document::replaced, this, &ParsedText::follow);
  connect(&document_, &Document::functionChosen, this, [this] {
    Q_EMIT stepsForgotten();
    messages_.clearStepProblems();
    show();
  });
}

void ParsedText::follow() {
  pause_.stop();
  const Session& session = *document_.session();
  path_ = QString::fromStdString(session.path());
  text_ = session.text();
  savedHash_ = session.savedHash;
}

std::vector<Diagnostic> ParsedText::diagnostics() const {
  const SourceFile* source = document_.source();
  std::vector<Diagnostic> all = source ? source->diagnostics : std::vector<Diagnostic>();
  all.insert(all.end(), warnings_.begin(), warnings_.end());
  return all;
}

void ParsedText::edit(const std::string& text) {
  const bool before = modified();
  text_ = text;
  if (modified() != before) Q_EMIT document_.fileChanged();
  pause_.start();
  Q_EMIT typed();
}

void ParsedText::setSaved(const QString& path) {
  path_ = path;
  savedHash_ = hashOf(text_);
  document_.changes()->run([this, path = path_.toStdString(), hash = savedHash_] {
    if (!document_.session()) return;
    document_.session()->setPath(path);
    document_.session()->savedHash = hash;
    Q_EMIT saved();
  });
  Q_EMIT document_.fileChanged();
}

void ParsedText::reload(std::string text) {
  text_ = std::move(text);
  savedHash_ = hashOf(text_);
  document_.changes()->run([this, hash = savedHash_] {
    if (document_.session()) document_.session()->savedHash = hash;
  });
  Q_EMIT document_.fileChanged();
  pause_.stop();
  parse();
}

void ParsedText::commit() {
  Session* session = document_.session();
  if (!session || session->text() == text_) return;
  session->setText(text_);
  jobs_.drop(Channel::Warnings);  // they refer to the previous text
}

void ParsedText::parse() {
  const std::string name = QFileInfo(path_).fileName().toStdString();
  jobs_.run<std::shared_ptr<const SourceFile>>(
      Channel::Parse,
      [name, text = text_](const Stop&) { return std::make_shared<const SourceFile>(readProgram(name, text)); },
      [this](std::shared_ptr<const SourceFile> source) { take(std::move(source)); });
}

// Replays the variants on the new text, after the steps that are still running.
void ParsedText::take(std::shared_ptr<const SourceFile> text) {
  struct Carried {
    Session session;
    std::vector<DroppedStep> droppedSteps;
  };
  document_.changes()->enqueue([this, text = std::move(text)] {
    const Session* now = document_.session();
    jobs_.run<std::shared_ptr<Carried>>(
        Channel::Step,
        [text, session = now ? std::optional(*now) : std::nullopt, path = path_.toStdString(),
         hash = savedHash_](const Stop&) {
          if (!session) {
            Session made(path, text);
            made.savedHash = hash;
            return std::make_shared<Carried>(Carried{std::move(made), {}});
          }
          auto carried = std::make_shared<Carried>(Carried{*session, {}});
          carried->droppedSteps = carried->session.setSource(text);
          return carried;
        },
        [this](std::shared_ptr<Carried> carried) {
          const std::string before = document_.hasProgram() ? document_.workspace().hash : std::string();
          document_.setSession(std::move(carried->session));
          if (!document_.source()->errorAtTop()) {
            messages_.clearStepProblems();
            if (!document_.hasProgram() || document_.workspace().hash != before) Q_EMIT stepsForgotten();
            tellDropped(carried->droppedSteps);
          }
          show();
          document_.changes()->finished();
        });
  });
}

void ParsedText::tellDropped(const std::vector<DroppedStep>& dropped) {
  std::vector<Problem> problems;
  for (const DroppedStep& step : dropped) {
    problems.push_back(problemOf(QString::fromStdString(step.variant), step.why));
    problems.back().hint = tr("it stays in the trace and is tried again after the next edit");
  }
  messages_.appendStepProblems(problems);
}

void ParsedText::show() {
  const SourceFile& source = *document_.source();
  Q_EMIT replaced();
  std::vector<Problem> problems = textProblems(source.diagnostics, source.source);
  if (!source.hasErrors() && !document_.hasProgram() && source.graphs.empty() && !pythonNeedOf(source) &&
      !document_.session()->origin)
    if (const Result<Program> none = programOf(source, ""); !none)
      problems.push_back(problemOf(tr("file"), none.error()));
  messages_.setTextProblems(std::move(problems));
  warnings_.clear();
  seekWarnings();
  Q_EMIT parsed();
  messages_.publish();
  Q_EMIT shown();
}

void ParsedText::seekWarnings() {
  if (document_.source()->errorAtTop()) return jobs_.drop(Channel::Warnings);
  const std::shared_ptr<const SourceFile> file = document_.session()->sharedSource();
  jobs_.run<std::vector<Diagnostic>>(
      Channel::Warnings, [file](const Stop&) { return wellFormednessWarnings(*file); },
      [this, file](std::vector<Diagnostic> warnings) {
        if (warnings.empty()) return;
        warnings_ = std::move(warnings);
        std::vector<Problem> problems;
        for (const Diagnostic& d : warnings_) problems.push_back(diagnosticProblem(d, file->source));
        messages_.addTextProblems(problems);
        Q_EMIT parsed();
        messages_.publish();
      });
}

}  // namespace lw
