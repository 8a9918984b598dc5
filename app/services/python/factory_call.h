// Calls of factories as Python writes them: make(m=128, dtype="float16").
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "backends/collect/collect.h"

namespace lw {

using FactoryValues = std::vector<std::pair<QString, QString>>;  // names of parameters, expressions

// Is the parameter given by a text, so that quotes may be left out?
bool takesText(const Factory::Parameter& parameter);
// Values that are empty are left out. `*args` and `**options` are given as they are.
QString factoryCall(const Factory& factory, const FactoryValues& values);
// The values of a call that factoryCall() wrote.
FactoryValues valuesOfCall(const QString& call);

}  // namespace lw
