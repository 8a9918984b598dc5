// The parts of the native module, in the order in which module.cpp binds them.
#pragma once

#include "app/python/bridge.h"

namespace lw::python {

void bindRefusals(py::module_& m);
void bindObjects(py::module_& m);
void bindPrograms(py::module_& m);
void bindSchedule(py::module_& m);
void bindArrays(py::module_& m);
void bindCompiled(py::module_& m);
void bindRuns(py::module_& m);
void bindChallenges(py::module_& m);
void bindModels(py::module_& m);
void bindPages(py::module_& m);
void bindExports(py::module_& m);

}  // namespace lw::python
