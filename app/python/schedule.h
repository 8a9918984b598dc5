// Schedule in Python.
#pragma once

#include "app/python/program.h"

namespace lw::python {

struct PySchedule {
  OwnerPtr owner;
  std::shared_ptr<PyProgram> program;  // null: made by te.create_schedule
  const Schedule& schedule() const { return owner->object->schedule; }
  // The state to show and to run: of tensor expressions with the reductions decomposed, as tvm.lower does.
  Schedule finished() const;
  int function() const;            // of steps, runs and pages
  const SourceFile& file() const;  // the reference and the inputs that it describes are those of the file
};

py::object scheduleOf(OwnerPtr owner);

}  // namespace lw::python
