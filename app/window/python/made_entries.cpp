#include "app/window/python/made_entries.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <algorithm>

#include "app/models/python/made_file.h"
#include "app/services/python/script_errors.h"

namespace lw {
namespace {

using Kind = MadeEntry::Kind;

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(lw::MadeEntries)
};

// "line 14", with the file if it is another one than the one that was run.
QString placeOf(const MadeFile& made, const std::string& file, int line) {
  const QString named = QString::fromStdString(file);
  const bool other = !named.isEmpty() && named != made.path;
  if (line <= 0) return other ? QFileInfo(named).fileName() : QString();
  return other ? Texts::tr("%1, line %2").arg(QFileInfo(named).fileName(), QString::number(line))
               : Texts::tr("line %1").arg(line);
}

QString strong(const QString& name) { return QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped()); }

QString heading(const QString& name, const QStringList& facts) {
  QStringList known = facts;
  known.removeAll(QString());
  return known.isEmpty() ? strong(name) : strong(name) + QStringLiteral(" — ") + known.join(", ").toHtmlEscaped();
}

QString functionsWords(const CollectedProgram& program) {
  const auto count = int(program.functions.size());
  return count > 1 ? Texts::tr("%1 functions").arg(count) : QString();
}

QString stepsWords(int steps) { return steps == 1 ? Texts::tr("1 step") : Texts::tr("%1 steps").arg(steps); }

struct ReadSteps {
  int count;  // as the trace of the window counts them: without queries
  std::string text;
};
ReadSteps stepsOf(const CollectedSchedule& schedule) {
  const Result<Trace> trace = traceFromJson(schedule.trace);
  if (!trace) return {schedule.steps, schedule.trace};
  const auto changes = std::count_if(trace->instructions.begin(), trace->instructions.end(),
                                     [](const auto& step) { return !step.primitive->query; });
  return {int(changes), toPython(*trace)};
}

// The function that begins at the line: until a line that is indented less.
std::string functionAt(const std::string& text, int line) {
  const SourceText source = makeSource("", text);
  if (line < 1 || line > int(source.lineStarts.size())) return {};
  const size_t indent = std::min(source.line(line).find_first_not_of(" \t"), source.line(line).size());
  std::string body(source.line(line).substr(indent));
  std::string blank;
  for (int i = line + 1; i <= int(source.lineStarts.size()); ++i) {
    const std::string_view words = source.line(i);
    const size_t first = words.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
      blank += "\n";
      continue;
    }
    if (first <= indent && words[first] != ')') break;
    body += blank + "\n" + std::string(words.substr(std::min(indent, words.size())));
    blank.clear();
  }
  return body + "\n";
}

MadeEntry factoryEntry(const MadeFile& made, int number, const std::map<QString, FactoryValues>& values) {
  const auto& factory = made.collected.factories[size_t(number)];
  const QString name = QString::fromStdString(factory.name);
  QStringList names;
  MadeEntry entry{Kind::Factory, number, name, {}, {}, {}};
  const auto known = values.find(name);
  for (const Factory::Parameter& parameter : factory.parameters) {
    MadeParameter shown{QString::fromStdString(parameter.name),
                        QString::fromStdString(parameter.annotation),
                        {},
                        QString::fromStdString(parameter.defaultValue.value_or("")),
                        takesText(parameter)};
    if (shown.name == QLatin1String("self") || shown.name == QLatin1String("cls")) continue;
    if (known != values.end())
      for (const auto& [given, value] : known->second)
        if (given == shown.name) shown.value = value;
    names << shown.name;
    entry.parameters.push_back(std::move(shown));
  }
  entry.fact = '(' + names.join(", ") + ')';
  entry.heading = heading(name + entry.fact, {placeOf(made, factory.file, factory.line)});
  const auto text = made.texts.find(factory.file.empty() ? made.path.toStdString() : factory.file);
  if (text != made.texts.end()) entry.preview = functionAt(text->second, factory.line);
  return entry;
}

}  // namespace

std::vector<MadeEntry> madeEntries(const MadeFile& made, const std::map<QString, FactoryValues>& values) {
  std::vector<MadeEntry> entries;
  const Collected& all = made.collected;
  for (size_t i = 0; i < all.programs.size(); ++i) {
    const CollectedProgram& program = all.programs[i];
    const QString name = QString::fromStdString(program.name), place = placeOf(made, program.file, program.line);
    QStringList facts{place, functionsWords(program)};
    const bool wrong = program.source->hasErrors();
    if (wrong) facts << Texts::tr("with errors");
    facts.removeAll(QString());
    entries.push_back(
        {Kind::Program, int(i), name, facts.join(", "), heading(name, facts), program.source->source.text});
  }
  for (size_t i = 0; i < all.schedules.size(); ++i) {
    const CollectedSchedule& schedule = all.schedules[i];
    const ReadSteps read = stepsOf(schedule);
    const QString name = QString::fromStdString(schedule.name), steps = stepsWords(read.count);
    const QString of = QString::fromStdString(all.programs[size_t(schedule.program)].name);
    entries.push_back(
        {Kind::Schedule, int(i), name, steps,
         heading(name, {Texts::tr("%1 on %2").arg(steps, of), placeOf(made, schedule.file, schedule.line)}),
         read.text});
  }
  for (size_t i = 0; i < all.factories.size(); ++i) entries.push_back(factoryEntry(made, int(i), values));
  if (!all.output.empty()) {
    const auto lines = int(std::count(all.output.begin(), all.output.end(), '\n'));
    const QString fact = lines > 1 ? Texts::tr("%1 lines").arg(lines) : Texts::tr("1 line");
    entries.push_back({Kind::Output, 0, Texts::tr("What it printed"), fact,
                       heading(Texts::tr("What it printed"), {fact}), all.output});
  }
  return entries;
}

QString madeErrors(const MadeFile& made) {
  std::vector<ScriptError> errors = made.collected.errors;
  std::erase_if(errors, [](const ScriptError& error) { return error.file == kCall; });  // below the form
  if (errors.empty()) return {};
  const ScriptError& first = errors.front();
  const QString place = placeOf(made, first.file, first.line);
  const QString words = QString::fromStdString(first.message).section('\n', 0, 0);
  const QString where = place.isEmpty() ? words : QStringLiteral("%1: %2").arg(place, words);
  return errors.size() == 1 ? Texts::tr("✗ 1 error — %1").arg(where)
                            : Texts::tr("✗ %1 errors, the first: %2").arg(QString::number(errors.size()), where);
}

}  // namespace lw
