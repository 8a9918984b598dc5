// lw prove of one file: the program as written, and the states that schedules give it. State 0 is the program as
// written, state N the one after N steps that change it, as on the pages of `lw export`. Of a script that Apache TVM
// itself carries out, the modules that TVM computed.
#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>

#include "app/lw/errors.h"
#include "app/lw/files/python_files.h"
#include "app/lw/output/chain_text.h"
#include "app/lw/proofs/proof.h"
#include "app/lw/steps.h"
#include "core/ir/equal.h"
#include "core/schedule/support/meaning.h"
#include "core/support/json.h"
#include "core/support/text.h"
#include "core/trace/storyboard.h"

namespace lw {
namespace {

// A schedule of a program: a function of the file, one that Python made, or what the options of the command say.
struct Variant {
  std::string name;  // empty: by the options
  std::vector<StoryStep> states;
  std::vector<int> functions;  // that are compared: the chosen one, or all of a class
  std::vector<TensorIntrin> known;

  PrimFunc functionOf(size_t state, size_t i) const {
    return meaningOf(states[state].program.function(functions[i]), known);
  }
};

struct Pair {
  std::string first, second;  // their names: "state 2", "tiled, state 2"
  std::string step;           // that leads from one to the other; empty: several
  PrimFunc a, b;
};

class States {
 public:
  explicit States(const CommandLine& arguments) : arguments_(arguments) {}

  // nullopt: done; else the code of what was printed.
  std::optional<int> read() {
    const FileAndFunction target = splitTarget(arguments_.get("FILE"));
    if (!arguments_.has("--python") || !target.function.empty()) return readProgram(arguments_.get("FILE"));
    const auto collected = collectFile(arguments_, target.file);
    if (!collected) return fail(arguments_, collected.error());
    const bool steps = arguments_.has("--each-step") || arguments_.has("--state");
    for (const CollectedSchedule& made : (*collected)->schedules)
      if (made.after && !steps) addComputed(made, *(*collected)->programs[static_cast<size_t>(made.program)].source);
    if (!computed_.empty()) return std::nullopt;
    for (const CollectedSchedule& made : (*collected)->schedules) {
      const std::variant<Loaded, int> found = loadProgram(arguments_, target.file + ":" + made.name);
      if (const int* code = std::get_if<int>(&found)) return *code;
      if (const auto code = add(made.name, arguments_, std::get<Loaded>(found))) return code;
    }
    return variants_.empty() ? readProgram(arguments_.get("FILE")) : std::nullopt;
  }

  Result<std::vector<Pair>> pairs() const {
    const std::vector<std::string> wanted = arguments_.all("--state");
    const bool each = arguments_.has("--each-step");
    std::vector<Pair> all = computed_;
    if (!all.empty()) return all;
    if (wanted.size() > 2) return err::kProveStates(std::ssize(wanted));
    if (wanted.empty()) {
      for (const Variant& v : variants_)
        if (each)
          addEach(v, 0, v.states.size() - 1, all);
        else
          addPairs(v, 0, v, v.states.size() - 1, all);
      return all;
    }
    std::vector<std::pair<const Variant*, size_t>> found;
    for (const std::string& text : wanted) {
      found.push_back(stateNamed(text));
      if (!found.back().first) return explain(err::kProveState(text), say("known: {0}", known()));
    }
    if (found.size() == 1) found.insert(found.begin(), {found[0].first, 0});
    const auto& [v, a] = found[0];
    const auto& [w, b] = found[1];
    if (each ? v != w : v->functions.size() != w->functions.size())
      return explain(err::kProveState(wanted.back()), "both states have to be of one schedule");
    if (each)
      addEach(*v, std::min(a, b), std::max(a, b), all);
    else
      addPairs(*v, a, *w, b, all);
    return all;
  }

 private:
  std::optional<int> readProgram(const std::string& target) {
    const std::variant<Loaded, int> found = loadProgram(arguments_, target);
    if (const int* code = std::get_if<int>(&found)) return *code;
    const Loaded& loaded = std::get<Loaded>(found);
    const bool steps = loaded.steps || std::ranges::any_of(std::array{"--script", "--trace", "--do"},
                                                           [&](const char* o) { return arguments_.has(o); });
    if (steps) return add("", arguments_, loaded);
    for (const std::string& name : schedulesOf(loaded)) {
      CommandLine with = arguments_;
      with.values["--script"] = {loaded.file.source.name + ":" + name};
      if (const std::optional<int> code = add(name, with, loaded)) return code;
    }
    if (variants_.empty())
      return fail(arguments_, explain(err::kProveNoSchedule(loaded.file.source.name),
                                      "name a second program, or give steps: --script, --trace or --do"));
    return std::nullopt;
  }

  // The functions that a schedule of Apache TVM changed.
  void addComputed(const CollectedSchedule& made, const SourceFile& before) {
    const std::vector<PrimFunc> originals = functionsIn(before), results = functionsIn(*made.after);
    for (const PrimFunc& a : originals)
      for (const PrimFunc& b : results)
        if (a.name == b.name && (originals.size() == 1 || !equal(a, b)))
          computed_.push_back({made.name + ", " + a.name + " as written", "as TVM left it", "",
                               meaningOf(a, before.intrinsics), meaningOf(b, before.intrinsics)});
  }
  static std::vector<PrimFunc> functionsIn(const SourceFile& file) {
    std::vector<PrimFunc> all = file.functions;
    for (const Module& m : file.modules) all.insert(all.end(), m.functions.begin(), m.functions.end());
    return all;
  }

  // Those that are named by --state, or all.
  std::vector<std::string> schedulesOf(const Loaded& loaded) const {
    std::vector<std::string> all = loaded.file.scheduleFunctions(), named;
    for (const std::string& text : arguments_.all("--state")) {
      const std::string name = text.substr(0, text.find(':'));
      if (std::ranges::find(all, name) != all.end() && std::ranges::find(named, name) == named.end())
        named.push_back(name);
    }
    if (!named.empty()) return named;
    if (arguments_.has("--state") && std::ranges::find(all, "schedule") != all.end()) return {"schedule"};
    return all;
  }

  std::optional<int> add(const std::string& name, const CommandLine& with, const Loaded& loaded) {
    const SteppedSchedule stepped = applySteps(with, loaded);
    if (stepped.error) return failSteps(arguments_, stepped);
    Variant made{name, storyOf(stepped.schedule), {}, loaded.file.intrinsics};
    // The function of a schedule that Python made is the one that its steps begin with.
    const bool one = loaded.program.function && !loaded.steps;
    if (one) made.functions = {*loaded.program.function};
    for (int i = 0; i < loaded.program.snapshot.functionCount() && !one; ++i) made.functions.push_back(i);
    variants_.push_back(std::move(made));
    return std::nullopt;
  }

  // "3", "tiled", "tiled:3"
  std::pair<const Variant*, size_t> stateNamed(const std::string& text) const {
    std::string name, number = text;
    if (const size_t colon = text.find(':'); colon != std::string::npos)
      name = text.substr(0, colon), number = text.substr(colon + 1);
    else if (!text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])))
      name = text, number.clear();
    for (const Variant& v : variants_) {
      if (!name.empty() && v.name != name) continue;
      if (number.empty() && !name.empty()) return {&v, v.states.size() - 1};
      size_t state = 0;
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), state);
      if (error != std::errc() || end != number.data() + number.size() || state >= v.states.size()) break;
      return {&v, state};
    }
    return {nullptr, 0};
  }

  std::string known() const {
    return join(variants_, [&](const Variant& v) {
      return (v.name.empty() ? "" : v.name + ":") + "0 .. " + std::to_string(v.states.size() - 1);
    });
  }

  void addEach(const Variant& v, size_t from, size_t to, std::vector<Pair>& all) const {
    for (size_t i = from; i < to; ++i) addPairs(v, i, v, i + 1, all);
  }

  // Of a class, the functions that the steps between have changed.
  void addPairs(const Variant& v, size_t a, const Variant& w, size_t b, std::vector<Pair>& all) const {
    const std::string step = &v == &w && a + 1 == b ? w.states[b].title : "";
    for (size_t i = 0; i < v.functions.size(); ++i) {
      const PrimFunc x = v.functionOf(a, i), y = w.functionOf(b, i);
      const bool one = v.functions.size() == 1;
      if (one || !equal(x, y)) all.push_back({nameOf(v, a, one ? "" : x.name), nameOf(w, b, ""), step, x, y});
    }
  }
  std::string nameOf(const Variant& v, size_t state, const std::string& function) const {
    return (variants_.size() > 1 ? v.name + ", " : "") + (function.empty() ? "" : function + ", ") + "state " +
           std::to_string(state);
  }

  const CommandLine& arguments_;
  std::vector<Variant> variants_;
  std::vector<Pair> computed_;  // by Apache TVM
};

nlohmann::json jsonOf(const Pair& pair, const Judgement& result) {
  constexpr std::array kAnswers{"equal", "different", "undecided"};
  nlohmann::json j{
      {"first", pair.first}, {"second", pair.second}, {"answer", kAnswers.at(static_cast<size_t>(result.answer))}};
  if (!pair.step.empty()) j["step"] = pair.step;
  if (!result.why) j["sums"] = sumsJson(result.sums);
  if (!result.calls.empty()) j["calls"] = result.calls;
  if (result.finite) j["finite"] = true;
  if (result.why)
    j["error"] = {{"kind", result.why->kind}, {"message", result.why->message}, {"hint", result.why->hint}};
  if (result.chains) j["chains"] = jsonOf(*result.chains, {pair.first, pair.second});
  return j;
}

}  // namespace

int proveStates(const CommandLine& arguments, const ProofSettings& settings) {
  States states(arguments);
  if (const std::optional<int> code = states.read()) return *code;
  const Result<std::vector<Pair>> pairs = states.pairs();
  if (!pairs) return fail(arguments, pairs.error(), nullptr, kWrongUsage);
  if (pairs->empty()) return fail(arguments, err::kProveNoSchedule(splitTarget(arguments.get("FILE")).file));
  if (settings.certificate && pairs->size() != 1)
    return fail(arguments, err::kProofOfTwo(std::ssize(*pairs)), nullptr, kWrongUsage);
  int code = kDone;
  nlohmann::json proofs = nlohmann::json::array();
  for (const Pair& pair : *pairs) {
    const Judgement result = judge(pair.a, pair.b, settings, {pair.first, pair.second});
    code = std::max(code, result.code());
    if (result.certificate)
      if (const Status s = writeCertificate(arguments.get("--certificate"), pair.a, pair.b, *result.certificate); !s)
        return fail(arguments, s.error());
    if (arguments.json()) {
      proofs.push_back(jsonOf(pair, result));
      continue;
    }
    std::cout << pair.first << " and " << pair.second << (pair.step.empty() ? "" : " (" + pair.step + ")") << ": "
              << textOf(result) << (result.chains ? textOf(*result.chains, {pair.first, pair.second}) : "")
              << std::flush;
  }
  if (arguments.json()) std::cout << nlohmann::json{{"ok", code == kDone}, {"proofs", proofs}}.dump(2) << "\n";
  return code;
}

}  // namespace lw
