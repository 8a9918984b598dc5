// Programs are opened from a text or from a file below the session's folder, and closed.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "app/serve/errors.h"
#include "app/serve/method.h"
#include "app/serve/session.h"
#include "backends/reference/reference.h"
#include "core/ir/input_names.h"

namespace lw::serve {
namespace {

namespace fs = std::filesystem;

Failure refusedFile(Explanation why, const std::string& path) {
  return {kInvalidParams, std::move(why), {}, "file", path};
}

// A regular file below the folder, whatever links and dots its path has.
std::variant<std::string, Failure> readBelow(const ServeLimits& limits, const std::string& path) {
  std::error_code error;
  const fs::path root = fs::canonical(limits.root, error);
  const fs::path given(path);
  const fs::path file = fs::weakly_canonical(given.is_absolute() ? given : root / given, error);
  const fs::path below = file.lexically_relative(root);
  if (error || below.empty() || *below.begin() == "..")
    return refusedFile(
        explain(err::kServeOutside(path, root.string()), "name a file below that folder; --root sets it"), path);
  if (!fs::is_regular_file(file, error))
    return refusedFile(explain(err::kServeCannotRead(path, say("it is no file")), "give the path of a TVMScript file"),
                       path);
  const auto bytes = fs::file_size(file, error);
  if (error || bytes > static_cast<uintmax_t>(limits.textBytes))
    return refusedFile(explain(err::kServeCannotRead(path, say("it has more than {0} bytes", limits.textBytes)),
                               "open a smaller program"),
                       path);
  std::ifstream in(file, std::ios::binary);
  std::string text(static_cast<size_t>(bytes), '\0');
  in.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return text;
}

Json openedJson(const Document& document) {
  const SourceFile& file = document.session.source();
  const InputNames names = inputNames(document.original());
  const bool reference = hasReference(file) && file.graphs.empty();
  Json j = placeJson(document);
  j["function"] = document.title;
  j["functions"] = document.session.functions();
  j["schedules"] = file.scheduleFunctions();
  j["sizes"] = names.sizes;
  j["inputs"] = names.inputs;
  j["reference"] = reference ? "def reference" : "the program as opened";
  j["fixed"] = {{"program", document.programHash}, {"reference_and_inputs", document.referenceHash}};
  return j;
}

Reply open(ServeSession& session, const Json& arguments, Context&) {
  const bool fromText = arguments.contains("text"), fromFile = arguments.contains("file");
  if (fromText == fromFile)
    return Failure{
        kInvalidParams,
        explain(err::kParametersCombined("open", Idents{"text", "file"}), "give the program's text, or a path"),
        {},
        fromText ? "text, file" : "text"};
  std::string name = arguments.value("name", "program.py"), text;
  if (fromText) {
    text = arguments["text"].get<std::string>();
    if (static_cast<int64_t>(text.size()) > session.limits().textBytes)
      return Failure{
          kLimit,
          explain(err::kLimitReached(session.limits().textBytes, say("bytes of a text")), "open a smaller program"),
          {},
          "text"};
  } else {
    const auto path = arguments["file"].get<std::string>();
    std::variant<std::string, Failure> read = readBelow(session.limits(), path);
    if (auto* failure = std::get_if<Failure>(&read)) return std::move(*failure);
    text = std::get<std::string>(std::move(read));
    name = path;
  }
  auto opened = session.open(std::move(name), std::move(text), arguments.value("function", ""));
  if (auto* failure = std::get_if<Failure>(&opened)) return std::move(*failure);
  return openedJson(*std::get<0>(opened));
}

Reply close(ServeSession& session, const Json& arguments, Context&) {
  const auto document = documentOf(session, arguments);
  if (const auto* failure = std::get_if<Failure>(&document)) return *failure;
  session.close(std::get<0>(document)->id);
  return Json{{"closed", arguments["document"]}};
}

Reply documents(ServeSession& session, const Json&, Context&) {
  Json list = Json::array();
  for (const auto& [id, document] : session.documents()) list.push_back(openedJson(*document));
  return Json{{"documents", std::move(list)}};
}

}  // namespace

Method openMethod() {
  return {"open",
          "Open a program",
          "Opens a TVMScript program from its text or from a file. Text, reference and ranges of inputs are fixed from "
          "now on: every run is checked against them. Returns the id of the document, which the other calls take.",
          Effect::Changes,
          {{.name = "text", .help = "TVMScript source: @T.prim_func functions; optionally def reference(...)"},
           {.name = "file", .help = "path of a .py file below the session's folder, instead of a text"},
           {.name = "name", .help = "name of the text in messages", .defaultValue = "program.py"},
           {.name = "function", .help = "the function to schedule: f, or Class.f; the first one if none is named"}},
          open};
}

Method closeMethod() {
  return {"close",
          "Close a program",
          "Forgets a document and its states.",
          Effect::Changes,
          {{.name = "document", .help = "its id", .required = true}},
          close};
}

Method documentsMethod() {
  return {"documents", "List open programs", "The open documents with their functions and inputs.", Effect::Reads, {},
          documents};
}

}  // namespace lw::serve
