// A program's variants on an edited text.
#pragma once

#include "core/session/session.h"

namespace lw {

// The same tree on another program: nodes keep their numbers, names and notes. An action that does not fit stays as a
// node with the reason (History::Node::lost) and is told as a casualty; one that was lost before is tried again by its
// title.
Workspace carriedOver(const Workspace& old, const Program& program, std::shared_ptr<const SourceFile> source,
                      std::vector<DroppedStep>& droppedSteps);

// One action given by its title ("split(i, [None, 8])") after `start`; where it is refused the node is marked as lost.
// Composites are looked up in `file`.
void redoByTitle(History::Node& node, const Schedule& start, const std::shared_ptr<const SourceFile>& file);
// The action of `old`, whose steps come after the first `from`, after `start`: as recorded, so that each of its loops
// is found even where names changed; else by its title, so that a loop is found where only its block got another name.
void redoAction(History::Node& node, const Schedule& start, const History::Node& old, int from,
                const std::shared_ptr<const SourceFile>& file);
// The schedule with the function of a class that names are looked up in; as it is where there is none of that name.
Schedule workingOn(Schedule schedule, const std::string& function);

}  // namespace lw
