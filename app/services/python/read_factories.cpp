#include "app/services/python/read_factories.h"

#include "core/text/print/graph_printer.h"
#include "core/text/tir/factory_call.h"

namespace lw {

namespace {

// A class with all of its functions, or a function.
std::string printed(const SourceFile& file, const std::string& name) {
  for (const Module& module : file.modules) {
    if (module.name != name) continue;
    const graph::Graph* graph = file.graphOf(name);
    return (graph ? print(module, *graph) : print(module)).text;
  }
  for (const auto& graph : file.graphs)
    for (const graph::Function& f : graph->functions)
      if (graph->module.empty() && f.name == name) return print(f).text;
  for (const PrimFunc& f : file.functions)
    if (f.name == name) return print(f).text;
  return {};
}

}  // namespace

Collected readFactories(const SourceFile& source, const QString& file) {
  Collected all;
  for (const Factory& factory : factoriesIn(source)) {
    CollectedFactory listed;
    static_cast<Factory&>(listed) = factory;
    listed.file = file.toStdString();
    all.factories.push_back(std::move(listed));
  }
  return all;
}

Result<Collected> readCall(const SourceFile& source, const QString& file, const QString& call) {
  Result<FactoryCall> called = callFactory(source, call.toStdString());
  if (!called) return called.error();
  for (const Diagnostic& wrong : called->file.diagnostics)
    if (wrong.severity == Diagnostic::Severity::Error) return explanationOf(wrong);
  Collected all = readFactories(source, file);
  for (const std::string& name : called->programs) {
    CollectedProgram program;
    program.name = call.section('(', 0, 0).trimmed().toStdString() + "." + name;
    program.file = file.toStdString();
    program.functions = {name};
    program.source = std::make_shared<const SourceFile>(readProgram(name, printed(called->file, name)));
    all.called.push_back(static_cast<int>(all.programs.size()));
    all.programs.push_back(std::move(program));
  }
  return all;
}

}  // namespace lw
