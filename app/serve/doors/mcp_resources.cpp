#include "app/serve/catalogue.h"
#include "app/serve/doors/mcp_content.h"
#include "app/serve/errors.h"
#include "app/shared/script_text.h"
#include "core/trace/trace.h"

namespace lw::serve {
namespace {

constexpr std::string_view kScheme = "loopwright://";

Json resource(const std::string& path, const std::string& name, const std::string& help, const char* type) {
  return {{"uri", std::string(kScheme) + path}, {"name", name}, {"description", help}, {"mimeType", type}};
}

constexpr const char *kPython = "text/x-python", *kMarkdown = "text/markdown", *kJson = "application/json";

// The text at documents/ID/PART; nothing: there is no such part.
std::optional<std::pair<std::string, const char*>> partOf(const Document& document, const std::string& part) {
  const Schedule& schedule = document.schedule();
  if (part == "source") return std::pair(document.session.text(), kPython);
  if (part == "program")
    return std::pair(scriptText(schedule.program(), schedule.source(), document.function, false, Dialect::Classic),
                     kPython);
  if (part == "trace") return std::pair(toJson(traceOf(schedule)), kJson);
  return std::nullopt;
}

std::vector<std::string> partsOf(const std::string& path) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    parts.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::optional<std::pair<std::string, const char*>> contentOf(const ServeSession& session, const std::string& uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  const std::vector<std::string> parts = partsOf(uri.substr(kScheme.size()));
  if (parts.size() == 3 && parts[0] == "documents") {
    const auto found = session.documents().find(parts[1]);
    return found == session.documents().end() ? std::nullopt : partOf(*found->second, parts[2]);
  }
  if (parts.size() != 2 || parts[0] != "help") return std::nullopt;
  Result<std::string> page = pageNamed(parts[1]);
  if (!page) return std::nullopt;
  return std::pair(*std::move(page), kMarkdown);
}

}  // namespace

Json resourcesJson(const ServeSession& session) {
  Json list = Json::array();
  for (const auto& [id, document] : session.documents()) {
    const std::string at = "documents/" + id + "/";
    list.push_back(resource(at + "source", document->title + ", source", "the text as it was opened", kPython));
    list.push_back(
        resource(at + "program", document->title + ", program", "the program of the current state", kPython));
    list.push_back(resource(at + "trace", document->title + ", trace", "the steps of the current state", kJson));
  }
  for (const Json& step : stepSummaries())
    list.push_back(resource("help/" + step["name"].get<std::string>(), step["name"], step["summary"], kMarkdown));
  for (const Json& topic : topicSummaries())
    list.push_back(resource("help/" + topic["name"].get<std::string>(), topic["name"], topic["title"], kMarkdown));
  return {{"resources", std::move(list)}};
}

Json resourceTemplatesJson() {
  const auto one = [](const char* path, const char* name, const char* help, const char* type) {
    return Json{
        {"uriTemplate", std::string(kScheme) + path}, {"name", name}, {"description", help}, {"mimeType", type}};
  };
  return {{"resourceTemplates",
           {one("documents/{document}/source", "source", "the text of a program as it was opened", kPython),
            one("documents/{document}/program", "program", "the program of the current state", kPython),
            one("documents/{document}/trace", "trace", "the steps of the current state as a trace of TVM", kJson),
            one("help/{name}", "help", "the page of a step or a topic", kMarkdown)}}};
}

std::variant<Json, Failure> readResource(const ServeSession& session, const Json& params) {
  const Json uri = params.value("uri", Json());
  const auto content = uri.is_string() ? contentOf(session, uri.get<std::string>()) : std::nullopt;
  if (!content)
    return Failure{
        kNoSuchResource, explain(err::kNoResource(Snippet(textOf(uri))), "resources/list lists them"), {}, "uri", uri};
  return Json{{"contents", {{{"uri", uri}, {"mimeType", content->second}, {"text", content->first}}}}};
}

}  // namespace lw::serve
