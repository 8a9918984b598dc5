// Carries a program's variants over to an edited text.
#pragma once

#include "core/session/session.h"

namespace lw {

// The same tree on another program: nodes keep their numbers, names and notes. An action that does not fit stays as a
// node with the reason (History::Node::lost) and is reported as a dropped step. A node that was lost before is tried
// again by its title.
Workspace carriedOver(const Workspace& old, const Program& program, std::shared_ptr<const SourceFile> source,
                      std::vector<DroppedStep>& droppedSteps);

// One action given by its title ("split(i, [None, 8])") after `start`; if it is refused, the node is marked as lost.
// Composites are looked up in `file`.
void redoByTitle(History::Node& node, const Schedule& start, const std::shared_ptr<const SourceFile>& file);
// The action of `old`, whose steps come after the first `from`, carried out after `start`: as recorded, so that its
// loops are found even if names changed; else by its title, so that a loop is found even if its block was renamed.
void redoAction(History::Node& node, const Schedule& start, const History::Node& old, int from,
                const std::shared_ptr<const SourceFile>& file);
// The schedule that works on the named function of a class; unchanged if there is no such function.
Schedule workingOn(Schedule schedule, const std::string& function);

}  // namespace lw
