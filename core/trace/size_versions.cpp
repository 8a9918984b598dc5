#include "core/trace/size_versions.h"

#include <algorithm>
#include <set>

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/support/json.h"
#include "core/support/json_depth.h"
#include "core/trace/errors.h"

namespace lw {
namespace {

using Json = nlohmann::ordered_json;

// The variable of this name among the parameters and the sizes of their buffers.
std::optional<Var> sizeNamed(const PrimFunc& function, const std::string& name) {
  for (const Var& param : function.params)
    if (param.name() == name && param.dtype().isInt()) return param;
  for (const auto& [param, buffer] : function.buffers)
    for (const Expr& extent : buffer->shape)
      for (const Var& var : freeVars(extent))
        if (var.name() == name) return var;
  return std::nullopt;
}

const Block* rootOf(const PrimFunc& function) {
  const auto* root = function.body.as<Block>();
  return root && root->iters.empty() ? root : nullptr;
}

bool sameParameters(const PrimFunc& a, const PrimFunc& b) {
  return a.params.size() == b.params.size() && a.buffers.size() == b.buffers.size() &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(),
                    [](const Var& x, const Var& y) { return x.sameAs(y); }) &&
         std::equal(a.buffers.begin(), a.buffers.end(), b.buffers.begin(),
                    [](const auto& x, const auto& y) { return x.second == y.second; });
}

// Blocks whose names are taken get new ones, and take theirs.
Stmt withOwnNames(const Stmt& body, std::set<std::string>& taken) {
  return rewriteStmts(body, [&](const Stmt& s) -> std::optional<Stmt> {
    const auto* block = s.as<Block>();
    if (!block) return std::nullopt;
    std::string name = block->name;
    for (int suffix = 1; !taken.insert(name).second; ++suffix) name = block->name + "_" + std::to_string(suffix);
    if (name == block->name) return std::nullopt;
    Block renamed = *block;
    renamed.name = name;
    return Stmt(std::move(renamed));
  });
}

std::string nameOf(const SizeVersions& versions, const SizeVersion& version) {
  return versions.size + (version.most ? "_to_" + std::to_string(*version.most) : "_others");
}

// The version as a block with its own buffers, which are allocated where it runs only.
Stmt blockOf(const Block& root, const PrimFunc& function, BlockId id, std::string name, std::set<std::string>& taken) {
  taken.insert(name);
  Block block(id, std::move(name), withOwnNames(root.body, taken));
  block.allocs = root.allocs;
  block.annotations = root.annotations;
  for (const auto& [param, buffer] : function.buffers) {
    BufferRegion all{buffer, {}};
    for (const Expr& extent : buffer->shape) all.ranges.push_back({makeConst(extent.dtype(), 0), extent});
    bool reads = false, writes = false;
    forEachStmt(root.body, [&](const Stmt& s) {
      const auto* inner = s.as<Block>();
      if (!inner) return;
      const auto isIts = [&, b = buffer](const BufferRegion& r) { return r.buffer == b; };
      reads = reads || std::any_of(inner->reads.begin(), inner->reads.end(), isIts);
      writes = writes || std::any_of(inner->writes.begin(), inner->writes.end(), isIts);
    });
    if (reads) block.reads.push_back(all);
    if (writes) block.writes.push_back(all);
  }
  return Stmt(std::move(block));
}

}  // namespace

std::string toJson(const SizeVersions& versions, Dialect dialect) {
  Json list = Json::array();
  for (const SizeVersion& version : versions.versions) {
    Json one = Json::object();
    if (version.most) one["most"] = *version.most;
    one["trace"] = Json::parse(toJson(version.trace, dialect));
    list.push_back(std::move(one));
  }
  return Json{{"versions_by", versions.size}, {"versions", std::move(list)}}.dump(1) + "\n";
}

std::string toPython(const SizeVersions& versions, Dialect dialect) {
  constexpr std::string_view kFunction = "def apply_trace(sch)";
  std::string text, list;
  for (const SizeVersion& version : versions.versions) {
    const std::string name = nameOf(versions, version);
    std::string one = toPython(version.trace, dialect);
    if (const size_t at = one.find(kFunction); at != std::string::npos)
      one.replace(at, kFunction.size(), "def " + name + "(sch)");
    text += one + "\n\n";
    list += "    (" + (version.most ? std::to_string(*version.most) : "None") + ", " + name + "),\n";
  }
  return text + "# Up to which " + versions.size + " each one runs.\nVERSIONS = [\n" + list + "]\n";
}

bool isSizeVersions(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{' &&
         text.find("\"versions_by\"") != std::string_view::npos;
}

Result<SizeVersions> sizeVersionsFromJson(std::string_view text) {
  if (tooDeepInJson(text)) return err::kTraceNoJson(say("brackets are nested more than {0} deep", kMostJsonDepth));
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) return err::kTraceNoJson("it does not parse");
  const auto shape = [](const char* what, const char* wanted) { return err::kTraceShape(what, wanted); };
  if (!root.is_object() || !root.contains("versions_by") || !root["versions_by"].is_string())
    return shape("versions_by", "the name of a size");
  SizeVersions made{root["versions_by"].get<std::string>(), {}};
  if (!root.contains("versions") || !root["versions"].is_array() || root["versions"].empty())
    return shape("versions", "a list of versions");
  std::optional<int64_t> before;
  for (const Json& one : root["versions"]) {
    if (!one.is_object() || !one.contains("trace")) return shape("a version", "an object with a trace");
    const bool last = made.versions.size() + 1 == root["versions"].size();
    if (last == one.contains("most")) return shape("most", "there for all versions but the last one");
    SizeVersion version;
    if (!last) {
      if (!one["most"].is_number_integer()) return shape("most", "an integer");
      version.most = one["most"].get<int64_t>();
      if (before && *version.most <= *before) return shape("most", "larger than that of the version before");
      before = version.most;
    }
    Result<Trace> trace = traceFromJson(one["trace"].dump());
    if (!trace) return std::move(trace).error();
    version.trace = std::move(*trace);
    made.versions.push_back(std::move(version));
  }
  return made;
}

Result<PrimFunc> withVersions(const Snapshot& program, int function, const SizeVersions& versions) {
  std::optional<PrimFunc> joined;
  std::optional<Var> size;
  std::vector<Stmt> bodies;
  std::set<std::string> names{"root"};
  for (const SizeVersion& version : versions.versions) {
    Result<Schedule> scheduled = replay(program, version.trace);
    if (!scheduled) return std::move(scheduled).error();
    const PrimFunc& made = scheduled->program().function(function);
    if (!rootOf(made)) return err::kVersionsNoBlocks(made.name);
    if (!joined) {
      joined = made;
      size = sizeNamed(made, versions.size);
      if (!size) return err::kVersionsNoSize(made.name, versions.size);
    } else if (!sameParameters(*joined, made)) {
      return err::kVersionsParameters(made.name, static_cast<int64_t>(bodies.size()) + 1);
    }
    joined->nextId = std::max(joined->nextId, made.nextId);
    const Stmt own = bodies.empty() ? made.body : freshCopy(made.body, *joined);
    bodies.push_back(blockOf(*own.as<Block>(), made, joined->freshBlock(), nameOf(versions, version), names));
  }
  Stmt body = bodies.back();
  for (size_t v = bodies.size() - 1; v-- > 0;)
    body = IfThenElse{le(*size, makeConst(size->dtype(), *versions.versions[v].most)), bodies[v], body};
  Block root = *rootOf(*joined);
  root.allocs.clear();
  root.annotations.clear();
  root.body = std::move(body);
  joined->body = std::move(root);
  return std::move(*joined);
}

}  // namespace lw
