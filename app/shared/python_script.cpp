#include "app/shared/python_script.h"

#include "core/text/print/printer.h"

namespace lw {

std::string pythonScript(const Schedule& schedule, int function, ScriptModule module) {
  const Snapshot& source = schedule.source();
  const bool lone = source.isLoneFunction(), tvm = module == ScriptModule::Tvm;
  const std::string program = lone ? print(source.function()).text : print(source.module()).text,
                    name = lone ? source.function().name : source.module().name;
  std::string text =
      tvm ? "import tvm\n" : "import loopwright\n\nloopwright.as_tvm()  # the names below are this module's\n";
  text += program + "\n\n" + toPython(traceOf(schedule)) +
          "\n\nsch = " + (tvm ? "tvm.tir.Schedule(" : "loopwright.Schedule(") + name + ")\n";
  if (source.functionCount() > 1) text += "sch.work_on(" + quoted(source.functionName(function)) + ")\n";
  return text + "apply_trace(sch)\nsch.mod.show()\n";
}

}  // namespace lw
