// The loop tree for those who do not see it: a tree of items with names, places and states.
#pragma once

#include <QAccessible>

namespace lw {

// To be installed once: QAccessible::installFactory(loopTreeAccessible). Answers for a LoopTreeView.
QAccessibleInterface* loopTreeAccessible(const QString& className, QObject* object);

}  // namespace lw
