// The loop tree for assistive technologies: a tree of items with names, positions and states.
#pragma once

#include <QAccessible>

namespace lw {

// Install once: QAccessible::installFactory(loopTreeAccessible). Returns an interface for a LoopTreeView.
QAccessibleInterface* loopTreeAccessible(const QString& className, QObject* object);

}  // namespace lw
