// Prompts for three jobs: optimise a kernel, explain a refusal, port a schedule of TVM.
#include <algorithm>

#include "app/serve/doors/mcp_content.h"
#include "app/serve/errors.h"

namespace lw::serve {
namespace {

struct PromptArgument {
  const char *name, *help;
  bool required;
};
struct Prompt {
  const char *name, *title, *help;
  std::vector<PromptArgument> arguments;
  const char* text;  // {name}: the value of an argument
};

std::vector<Prompt> prompts() {
  return {
      {"optimise_kernel",
       "Optimise a kernel",
       "Make a program faster than its reference, step by step.",
       {{"program", "TVMScript source, or the path of a file", true},
        {"goal", "for example: faster than NumPy", false}},
       "Make this program as fast as you can. Goal: {goal}.\n\n{program}\n\n"
       "1. open it, then run state 0 once if it is quick: it is the baseline.\n"
       "2. read what = tree for the names of loops and blocks, and what = cost for where the time and the traffic "
       "are.\n"
       "3. Ask legal at the block that costs most. Reorder so that the innermost loop is contiguous, tile for the "
       "caches, keep sums in registers, vectorize, then parallelize the outermost loop.\n"
       "4. apply a few steps at a time and run. Keep states that are faster under a name with branch, and try "
       "alternatives from there; compare decides between two.\n"
       "5. tune searches the sizes that you do not know.\n"
       "6. If a step is refused, explain shows the conflict and what would help.\n"
       "Report the fastest state that is right, its time, its speedup over the reference with the conditions of the "
       "run, "
       "and export it as a script."},
      {"explain_refusal",
       "Explain a refusal",
       "Say why a step is refused, and what to do instead.",
       {{"program", "TVMScript source, or the path of a file", true},
        {"step", "the step as it is typed: parallel(rk)", true},
        {"steps", "steps before it, one a line", false}},
       "This step is refused:\n\n{step}\n\nafter these steps:\n\n{steps}\n\non this program:\n\n{program}\n\n"
       "open the program, apply the steps before it, and explain the step. Say in two or three sentences which two "
       "iterations conflict and on which element, whether the rule is needed for this program, and which of the chains "
       "of steps you would take. Show the program after that chain."},
      {"port_tvm_schedule",
       "Port a TVM schedule",
       "Carry a schedule of TVM over, and check that it does the same.",
       {{"program", "TVMScript source, or the path of a file", true},
        {"schedule", "Python code that calls methods of tvm.tir.Schedule", true}},
       "Carry out this schedule of TVM:\n\n{schedule}\n\non this program:\n\n{program}\n\n"
       "1. open the program.\n"
       "2. Write the schedule as one function def schedule(sch) that calls TVM's methods; get_block, get_loops, split "
       "and "
       "the others have TVM's names and arguments. apply it as a script.\n"
       "3. If a step is refused, explain it: TVM does not prove all steps, so the schedule may be wrong. Say which, "
       "with "
       "the witness, and take a chain of steps that is legal.\n"
       "4. run the result, and export it as json: that trace is TVM's own form."}};
}

std::string filled(std::string text, const Json& arguments, const Prompt& prompt) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t open = text.find('{', at), close = text.find('}', open);
    if (open == std::string::npos || close == std::string::npos) return out + text.substr(at);
    const std::string name = text.substr(open + 1, close - open - 1);
    const bool known =
        std::any_of(prompt.arguments.begin(), prompt.arguments.end(), [&](const auto& a) { return name == a.name; });
    out += text.substr(at, open - at);
    out += known ? arguments.value(name, "none given") : text.substr(open, close - open + 1);
    at = close + 1;
  }
  return out;
}

}  // namespace

Json promptsJson() {
  Json list = Json::array();
  for (const Prompt& prompt : prompts()) {
    Json arguments = Json::array();
    for (const PromptArgument& a : prompt.arguments)
      arguments.push_back({{"name", a.name}, {"description", a.help}, {"required", a.required}});
    list.push_back(
        {{"name", prompt.name}, {"title", prompt.title}, {"description", prompt.help}, {"arguments", arguments}});
  }
  return {{"prompts", std::move(list)}};
}

std::variant<Json, Failure> promptOf(const Json& params) {
  const Json name = params.value("name", Json()), arguments = params.value("arguments", Json::object());
  for (const Prompt& prompt : prompts()) {
    if (name != prompt.name) continue;
    for (const PromptArgument& a : prompt.arguments) {
      const Json value = arguments.is_object() ? arguments.value(a.name, Json()) : Json();
      if ((a.required && value.is_null()) || !(value.is_null() || value.is_string()))
        return Failure{
            kInvalidParams,
            explain(err::kParameterMissing(prompt.name, a.name), say("{0}: {1}", Ident(a.name), Snippet(a.help))),
            {},
            a.name};
    }
    return Json{
        {"description", prompt.help},
        {"messages",
         {{{"role", "user"}, {"content", {{"type", "text"}, {"text", filled(prompt.text, arguments, prompt)}}}}}}};
  }
  return Failure{
      kInvalidParams,
      explain(err::kNoPrompt(name.is_string() ? name.get<std::string>() : textOf(name)), "prompts/list lists them"),
      {},
      "name",
      name};
}

}  // namespace lw::serve
