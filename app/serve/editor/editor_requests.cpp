#include "app/serve/editor/editor_requests.h"

#include <algorithm>

#include "app/serve/editor/editor_commands.h"

namespace lw::serve {
namespace {

Json member(const Json& params, const char* name) { return params.is_object() ? params.value(name, Json()) : Json(); }

int offsetIn(const EditedText& text, const Json& params) { return text.offsetOf(member(params, "position")); }

Answer merged(std::variant<Json, Failure> answer) { return answer; }

// An editor may ask for some kinds of actions only: "source.fixAll" before it saves.
bool wantsActions(const Json& only) {
  if (!only.is_array()) return true;
  return std::any_of(only.begin(), only.end(), [](const Json& kind) {
    const std::string name = kind.is_string() ? kind.get<std::string>() : std::string();
    return std::string_view("quickfix").starts_with(name) || std::string_view("refactor.rewrite").starts_with(name);
  });
}

constexpr double kSoon = 5, kLong = 60;

const EditorRequest kRequests[] = {
    {"textDocument/hover", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context&) -> Answer {
       return hoverJson(text, offsetIn(text, params));
     }},
    {"textDocument/documentSymbol", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json&, const RunsShown&, const Context&) -> Answer { return symbolsJson(text); }},
    {"textDocument/definition", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context&) -> Answer {
       return definitionJson(text, offsetIn(text, params));
     }},
    {"textDocument/references", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context&) -> Answer {
       const Json context = member(params, "context");
       return referencesJson(text, offsetIn(text, params), member(context, "includeDeclaration") == true);
     }},
    {"textDocument/documentHighlight", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context&) -> Answer {
       return highlightsJson(text, offsetIn(text, params));
     }},
    {"textDocument/foldingRange", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json&, const RunsShown&, const Context&) -> Answer { return foldsJson(text); }},
    {"textDocument/semanticTokens/full", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json&, const RunsShown&, const Context&) -> Answer { return tokensJson(text); }},
    {"textDocument/inlayHint", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown& runs, const Context&) -> Answer {
       return hintsJson(text, member(params, "range"), runs);
     }},
    {"textDocument/codeLens", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json&, const RunsShown&, const Context&) -> Answer { return lensesJson(text); }},
    {"textDocument/prepareRename", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context&) -> Answer {
       return renameableJson(text, offsetIn(text, params));
     }},
    {"textDocument/signatureHelp", Pace::AtOnce, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context&) -> Answer {
       return signatureJson(text, offsetIn(text, params));
     }},
    {"textDocument/completion", Pace::Typing, kSoon,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context& context) -> Answer {
       return completionsJson(text, offsetIn(text, params), context);
     }},
    {"textDocument/rename", Pace::Slow, kLong,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context& context) -> Answer {
       const Json name = member(params, "newName");
       return merged(
           renameJson(text, offsetIn(text, params), name.is_string() ? name.get<std::string>() : "", context));
     }},
    {"textDocument/formatting", Pace::Slow, kLong,
     [](const EditedText& text, const Json&, const RunsShown&, const Context&) -> Answer {
       return merged(formattedJson(text));
     }},
    {"textDocument/codeAction", Pace::Slow, kLong,
     [](const EditedText& text, const Json& params, const RunsShown&, const Context& context) -> Answer {
       if (!wantsActions(member(member(params, "context"), "only"))) return Json::array();
       return actionsJson(text, text.spanOf(member(params, "range")), context);
     }},
};

}  // namespace

const EditorRequest* findEditorRequest(std::string_view method) {
  const auto* found = std::find_if(std::begin(kRequests), std::end(kRequests),
                                   [&](const EditorRequest& r) { return r.method == method; });
  return found == std::end(kRequests) ? nullptr : found;
}

Json editorCapabilities(bool utf8) {
  return {{"positionEncoding", utf8 ? "utf-8" : "utf-16"},
          {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
          {"hoverProvider", true},
          {"documentSymbolProvider", true},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"documentHighlightProvider", true},
          {"foldingRangeProvider", true},
          {"documentFormattingProvider", true},
          {"inlayHintProvider", true},
          {"codeLensProvider", {{"resolveProvider", false}}},
          {"renameProvider", {{"prepareProvider", true}}},
          {"completionProvider", {{"triggerCharacters", {".", "(", ",", "\"", "["}}}},
          {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
          {"semanticTokensProvider", {{"legend", tokenLegend()}, {"full", true}}},
          {"codeActionProvider", {{"codeActionKinds", {"quickfix", "refactor.rewrite"}}, {"resolveProvider", true}}},
          {"executeCommandProvider",
           {{"commands", {kRunCommand, kCompareCommand, kTuneCommand, kOpenCommand}}, {"workDoneProgress", true}}}};
}

}  // namespace lw::serve
