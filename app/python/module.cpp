// The native part of the Python module `loopwright`. The package around it is in loopwright/.
#include "app/python/bindings.h"

PYBIND11_MODULE(_engine, m) {
  m.doc() = "The engine of Loopwright.";
  lw::python::bindRefusals(m);
  lw::python::bindObjects(m);
  lw::python::bindPrograms(m);
  lw::python::bindSchedule(m);
  lw::python::bindArrays(m);
  lw::python::bindCompiled(m);
  lw::python::bindRuns(m);
  lw::python::bindChallenges(m);
  lw::python::bindModels(m);
  lw::python::bindPages(m);
  lw::python::bindExports(m);
}
