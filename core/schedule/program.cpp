#include "core/schedule/program.h"

#include "core/schedule/errors.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"
#include "core/text/print/program_hash.h"

namespace lw {

namespace {

std::optional<int> indexIn(const Module& module, std::string_view function) {
  for (size_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].name == function) return static_cast<int>(i);
  return std::nullopt;
}

Program loneProgram(std::string name, PrimFunc function) { return {std::move(name), Snapshot(std::move(function)), 0}; }

Program moduleProgram(const Module& module, std::optional<int> function) {
  if (module.functions.size() == 1)
    return loneProgram(module.name + "." + module.functions[0].name, module.functions[0]);
  return {module.name, Snapshot(module), function ? function : indexIn(module, "main")};
}

bool named(std::string_view name, const Module& module, const PrimFunc& function) {
  return name.size() == module.name.size() + 1 + function.name.size() && name.starts_with(module.name) &&
         name[module.name.size()] == '.' && name.ends_with(function.name);
}

Result<Program> chosen(const SourceFile& file, std::string_view name) {
  const bool onlyClass = name.empty() && file.functions.empty() && file.modules.size() == 1;
  if (name.empty() ? !file.hasErrors() : !file.errorAtTop() && !file.errorIn(name)) {
    for (const PrimFunc& f : file.functions)
      if (f.name == name) return loneProgram(f.name, f);
    for (const Module& m : file.modules) {
      if ((m.name == name || onlyClass) && !m.functions.empty()) return moduleProgram(m, std::nullopt);
      for (const PrimFunc& f : m.functions)
        if (named(name, m, f)) return moduleProgram(m, indexIn(m, f.name));
    }
    for (const Module& m : file.modules)
      if (const std::optional<int> f = indexIn(m, name); f && !file.errorIn(m.name + "." + std::string(name)))
        return moduleProgram(m, f);
  }
  Result<PrimFunc> function = file.select(name);  // the only function, or an error
  if (!function) return function.error();
  std::string title = function->name;
  return loneProgram(std::move(title), std::move(*function));
}

}  // namespace

Result<Program> programOf(const SourceFile& file, std::string_view name) {
  Result<Program> program = chosen(file, name);
  if (program) program->snapshot = program->snapshot.withIntrinsics(file.intrinsics);
  return program;
}

Result<int> onlyFunction(const Program& program) {
  if (program.function) return *program.function;
  std::string names;
  for (int i = 0; i < program.snapshot.functionCount(); ++i) addItem(names, functionTitle(program, i));
  return explain(err::kSelectAmbiguous(program.name, program.snapshot.functionCount()),
                 say("name one of them: {0}", Ident(names)));
}

std::string functionTitle(const Program& program, int function) {
  return program.snapshot.isLoneFunction() ? program.name
                                           : program.name + "." + program.snapshot.functionName(function);
}

std::string hashOf(const Snapshot& program) { return hashOf(printedText(program)); }

std::string printedText(const Snapshot& program) {
  return program.isLoneFunction() ? print(program.function(0), {}).text : print(program.module(), {}).text;
}

}  // namespace lw
