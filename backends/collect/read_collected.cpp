#include "backends/collect/read_collected.h"

#include <algorithm>
#include <set>
#include "core/support/json.h"

#include "backends/collect/errors.h"
#include "core/support/json_depth.h"

namespace lw {
namespace {

using nlohmann::json;

constexpr int64_t kVersion = 1;
constexpr size_t kMostEntries = 20'000, kMostText = size_t{8} << 20, kMostName = 500, kMostWords = size_t{1} << 20;
constexpr int64_t kMostLine = 100'000'000;

// Reads fields of one object; the first that is wrong is kept.
class Fields {
 public:
  Fields(const json& object, std::string where, Message& wrong)
      : object_(object), where_(std::move(where)), wrong_(wrong) {
    if (!object.is_object()) fail("", say("an object"));
  }
  std::string text(const char* name, size_t most = kMostWords) {
    const json* value = find(name);
    if (!value || value->is_null()) return {};
    if (!value->is_string() || value->get_ref<const std::string&>().size() > most) return fail(name, say("a text")), "";
    return value->get<std::string>();
  }
  std::string name(const char* field) {
    std::string value = text(field, kMostName);
    if (value.empty()) fail(field, say("a name"));
    return value;
  }
  int64_t number(const char* name, int64_t from, int64_t to, int64_t otherwise) {
    const json* value = find(name);
    if (!value || value->is_null()) return otherwise;
    if (!value->is_number_integer() || *value < from || *value > to)
      return fail(name, say("a number in its range")), otherwise;
    return value->get<int64_t>();
  }
  int line() { return static_cast<int>(number("line", 0, kMostLine, 0)); }
  bool has(const char* name) const { return find(name) && !find(name)->is_null(); }
  const json& list(const char* name, size_t most = kMostEntries) {
    static const json kNone = json::array();
    const json* value = find(name);
    if (!value || value->is_null()) return kNone;
    if (!value->is_array() || value->size() > most) return fail(name, say("a list")), kNone;
    return *value;
  }
  const json* find(const char* name) const {
    if (!object_.is_object()) return nullptr;
    const auto at = object_.find(name);
    return at == object_.end() ? nullptr : &*at;
  }
  void fail(const std::string& field, Message wanted) {
    if (wrong_.empty())
      wrong_ = say("{0} is not {1}", Snippet(field.empty() ? where_ : where_ + "." + field), std::move(wanted));
  }

 private:
  const json& object_;
  std::string where_;
  Message& wrong_;
};

std::string at(const char* list, size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; }

// A name that none of `taken` has.
std::string freeName(std::set<std::string>& taken, const std::string& wanted) {
  std::string name = wanted;
  for (int i = 1; !taken.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

class Reader {
 public:
  Reader(const json& document, const std::function<bool()>& cancelled) : document_(document), cancelled_(cancelled) {}

  Result<Collected> read(const std::string& file) {
    Fields all(document_, "the answer", wrong_);
    if (all.number("version", 0, kMostLine, 0) != kVersion) all.fail("version", say("1"));
    result_.tvm = all.text("tvm", kMostName);
    result_.output = all.text("output", kMostText);
    sources(all);
    programs(all.list("programs"));
    schedules(all.list("schedules"));
    factories(all.list("factories"));
    called(all.list("called"));
    errors(all.list("errors"), "errors", result_.errors);
    errors(all.list("notes"), "notes", result_.notes);
    if (!wrong_.empty()) return err::kCollectUnread(file, wrong_);
    return std::move(result_);
  }

 private:
  static void place(Fields& from, CollectedPlace& to) {
    to.file = from.text("file", 4 * kMostName);
    to.line = from.line();
  }

  void sources(Fields& all) {
    const json* texts = all.find("sources");
    if (!texts || texts->is_null()) return;
    if (!texts->is_object() || texts->size() > kMostEntries) return all.fail("sources", say("an object"));
    for (const auto& [path, text] : texts->items())
      if (text.is_string())
        result_.sources.emplace(path, text.get<std::string>());
      else
        all.fail("sources", say("a text"));
  }

  void programs(const json& list) {
    for (size_t i = 0; i < list.size() && wrong_.empty(); ++i) {
      if (cancelled_ && cancelled_()) return void(wrong_ = say("it was cancelled"));
      Fields from(list[i], at("programs", i), wrong_);
      CollectedProgram program;
      place(from, program);
      program.name = freeName(names_, from.name("name"));
      for (const json& name : from.list("functions"))
        if (name.is_string() && name.get_ref<const std::string&>().size() <= kMostName)
          program.functions.push_back(name);
        else
          from.fail("functions", say("a list of names"));
      for (const json& line : from.list("lines", kMostText))
        if (line.is_number_integer() && line >= 0 && line <= kMostLine)
          program.lines.push_back(line);
        else
          from.fail("lines", say("a list of lines"));
      std::string text = from.text("text", kMostText);
      if (text.empty()) from.fail("text", say("a text"));
      if (wrong_.empty())
        program.source = std::make_shared<const SourceFile>(
            readProgram(program.file.empty() ? program.name : program.file, std::move(text)));
      result_.programs.push_back(std::move(program));
    }
  }

  void schedules(const json& list) {
    for (size_t i = 0; i < list.size() && wrong_.empty(); ++i) {
      Fields from(list[i], at("schedules", i), wrong_);
      CollectedSchedule schedule;
      place(from, schedule);
      schedule.name = freeName(names_, from.name("name"));
      schedule.program =
          static_cast<int>(from.number("program", 0, static_cast<int64_t>(result_.programs.size()) - 1, -1));
      if (schedule.program < 0) from.fail("program", say("a program"));
      schedule.function = from.text("function", kMostName);
      const json& trace = from.list("trace");
      if (trace.size() != 2 || !trace[0].is_array() || trace[0].size() > kMostEntries)
        from.fail("trace", say("a trace"));
      else
        schedule.steps = static_cast<int>(trace[0].size()), schedule.trace = trace.dump();
      if (std::string after = from.text("after", kMostText); !after.empty() && wrong_.empty())
        schedule.after = std::make_shared<const SourceFile>(readProgram(schedule.name, std::move(after)));
      result_.schedules.push_back(std::move(schedule));
    }
  }

  void factories(const json& list) {
    for (size_t i = 0; i < list.size() && wrong_.empty(); ++i) {
      Fields from(list[i], at("factories", i), wrong_);
      CollectedFactory factory;
      factory.file = from.text("file", 4 * kMostName);
      factory.line = from.line();
      factory.name = from.name("name");
      const json& parameters = from.list("parameters");
      for (size_t k = 0; k < parameters.size(); ++k) {
        Fields one(parameters[k], at("factories", i) + "." + at("parameters", k), wrong_);
        Factory::Parameter parameter{one.name("name"), {}, one.text("annotation")};
        if (one.has("default")) parameter.defaultValue = one.text("default");
        factory.parameters.push_back(std::move(parameter));
      }
      result_.factories.push_back(std::move(factory));
    }
  }

  void called(const json& list) {
    for (const json& index : list)
      if (index.is_number_integer() && index >= 0 && index < result_.programs.size())
        result_.called.push_back(index);
      else if (wrong_.empty())
        wrong_ = say("{0} is not {1}", Snippet("called"), say("a list of programs"));
  }

  void errors(const json& list, const char* name, std::vector<ScriptError>& to) {
    for (size_t i = 0; i < list.size() && wrong_.empty(); ++i) {
      Fields from(list[i], at(name, i), wrong_);
      ScriptError error;
      place(from, error);
      error.message = from.text("message");
      error.traceback = from.text("traceback");
      if (from.has("cell")) error.cell = static_cast<int>(from.number("cell", 0, kMostLine, 0));
      to.push_back(std::move(error));
    }
  }

  const json& document_;
  const std::function<bool()>& cancelled_;
  Collected result_;
  std::set<std::string> names_;
  Message wrong_;
};

}  // namespace

Result<Collected> readCollected(std::string_view text, const std::string& file,
                                const std::function<bool()>& cancelled) {
  if (tooDeepInJson(text)) return err::kCollectUnread(file, say("it is nested too deeply"));
  const json document = json::parse(text, nullptr, false);
  if (document.is_discarded()) return err::kCollectUnread(file, say("it is not JSON"));
  return Reader(document, cancelled).read(file);
}

}  // namespace lw
