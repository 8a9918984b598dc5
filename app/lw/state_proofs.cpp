// lw prove of one file: the program as written, and the states that schedules give it. State 0 is the program as
// written, state N the one after N steps that change it, as on the pages of `lw export`.
#include <algorithm>
#include <charconv>
#include <iostream>

#include "app/lw/errors.h"
#include "app/lw/proof.h"
#include "app/lw/steps.h"
#include "core/ir/intrin_meaning.h"
#include "core/schedule/support/dot_intrinsics.h"
#include "core/support/json.h"
#include "core/support/text.h"
#include "core/trace/storyboard.h"

namespace lw {
namespace {

// A schedule of the program: a function of the file, or what the options of the command say.
struct Variant {
  std::string name;  // empty: by the options
  std::vector<StoryStep> states;
};

struct Pair {
  std::string first, second;  // their names: "state 2", "tiled, state 2"
  std::string step;           // that leads from one to the other; empty: several
  PrimFunc a, b;
};

class States {
 public:
  States(const CommandLine& arguments, const Loaded& loaded) : arguments_(arguments), loaded_(loaded) {
    function_ = loaded.program.function.value_or(0);
    known_ = withDotIntrinsics(loaded.file.intrinsics);
  }

  // nullopt: done; else the code of what was printed.
  std::optional<int> read() {
    const bool steps = loaded_.steps || std::ranges::any_of(std::array{"--script", "--trace", "--do"},
                                                            [&](const char* o) { return arguments_.has(o); });
    if (steps) return add("", arguments_);
    for (const std::string& name : schedules()) {
      CommandLine with = arguments_;
      with.values["--script"] = {loaded_.file.source.name + ":" + name};
      if (const std::optional<int> code = add(name, with)) return code;
    }
    if (variants_.empty())
      return fail(arguments_, explain(err::kProveNoSchedule(loaded_.file.source.name),
                                      "name a second program, or give steps: --script, --trace or --do"));
    return std::nullopt;
  }

  Result<std::vector<Pair>> pairs() const {
    const std::vector<std::string> wanted = arguments_.all("--state");
    if (wanted.size() > 2) return err::kProveStates(std::ssize(wanted));
    std::vector<Pair> all;
    if (wanted.empty()) {
      for (const Variant& v : variants_)
        if (arguments_.has("--each-step"))
          for (size_t i = 1; i < v.states.size(); ++i) all.push_back(pair(v, i - 1, v, i));
        else
          all.push_back(pair(v, 0, v, v.states.size() - 1));
      return all;
    }
    std::vector<std::pair<const Variant*, size_t>> found;
    for (const std::string& text : wanted) {
      found.push_back(stateNamed(text));
      if (!found.back().first) return explain(err::kProveState(text), say("known: {0}", known()));
    }
    if (found.size() == 1) found.insert(found.begin(), {found[0].first, 0});
    if (!arguments_.has("--each-step")) {
      all.push_back(pair(*found[0].first, found[0].second, *found[1].first, found[1].second));
      return all;
    }
    if (found[0].first != found[1].first)
      return explain(err::kProveState(wanted[1]), "the states that steps lead to are of one schedule");
    const auto [from, to] = std::minmax(found[0].second, found[1].second);
    for (size_t i = from + 1; i <= to; ++i) all.push_back(pair(*found[0].first, i - 1, *found[0].first, i));
    return all;
  }

 private:
  // Those that are named by --state, or all.
  std::vector<std::string> schedules() const {
    std::vector<std::string> all = loaded_.file.scheduleFunctions(), named;
    for (const std::string& text : arguments_.all("--state")) {
      const std::string name = text.substr(0, text.find(':'));
      if (std::ranges::find(all, name) != all.end() && std::ranges::find(named, name) == named.end())
        named.push_back(name);
    }
    if (!named.empty()) return named;
    if (arguments_.has("--state") && std::ranges::find(all, "schedule") != all.end()) return {"schedule"};
    return all;
  }

  std::optional<int> add(const std::string& name, const CommandLine& with) {
    const SteppedSchedule stepped = applySteps(with, loaded_);
    if (stepped.error) return failSteps(arguments_, stepped);
    variants_.push_back({name, storyOf(stepped.schedule)});
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

  std::string nameOf(const Variant& v, size_t state) const {
    return (variants_.size() > 1 ? v.name + ", " : "") + "state " + std::to_string(state);
  }
  PrimFunc functionOf(const Variant& v, size_t state) const {
    return asDescribed(v.states[state].program.function(function_), known_);
  }
  Pair pair(const Variant& v, size_t a, const Variant& w, size_t b) const {
    return {nameOf(v, a), nameOf(w, b), &v == &w && a + 1 == b ? w.states[b].title : "", functionOf(v, a),
            functionOf(w, b)};
  }

  const CommandLine& arguments_;
  const Loaded& loaded_;
  int function_ = 0;
  std::vector<TensorIntrin> known_;
  std::vector<Variant> variants_;
};

nlohmann::json jsonOf(const Pair& pair, const Judgement& result) {
  constexpr std::array kAnswers{"equal", "different", "undecided"};
  nlohmann::json j{{"first", pair.first}, {"second", pair.second},
                   {"answer", kAnswers.at(static_cast<size_t>(result.answer))}};
  if (!pair.step.empty()) j["step"] = pair.step;
  if (!result.why) j["sums"] = sumsJson(result.sums);
  if (result.why)
    j["error"] = {{"kind", result.why->kind}, {"message", result.why->message}, {"hint", result.why->hint}};
  return j;
}

}  // namespace

int proveStates(const CommandLine& arguments, const ProofSettings& settings) {
  std::variant<Loaded, int> found = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&found)) return *code;
  States states(arguments, std::get<Loaded>(found));
  if (const std::optional<int> code = states.read()) return *code;
  const Result<std::vector<Pair>> pairs = states.pairs();
  if (!pairs) return fail(arguments, pairs.error(), nullptr, kWrongUsage);
  int code = kDone;
  nlohmann::json proofs = nlohmann::json::array();
  for (const Pair& pair : *pairs) {
    const Judgement result = judge(pair.a, pair.b, settings, {pair.first, pair.second});
    code = std::max(code, result.code());
    if (arguments.json()) {
      proofs.push_back(jsonOf(pair, result));
      continue;
    }
    std::cout << pair.first << " and " << pair.second << (pair.step.empty() ? "" : " (" + pair.step + ")") << ": "
              << textOf(result) << std::flush;
  }
  if (arguments.json()) std::cout << nlohmann::json{{"ok", code == kDone}, {"proofs", proofs}}.dump(2) << "\n";
  return code;
}

}  // namespace lw
