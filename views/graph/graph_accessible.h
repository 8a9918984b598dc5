// The picture of a graph for assistive technologies: a list of nodes with names, positions and states.
#pragma once

#include <QAccessible>

namespace lw {

// Install once: QAccessible::installFactory(graphAccessible). Returns an interface for a GraphView.
QAccessibleInterface* graphAccessible(const QString& className, QObject* object);

}  // namespace lw
