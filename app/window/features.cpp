#include "app/window/features.h"

#include "app/window/accesses/accesses_feature.h"
#include "app/window/appearance/appearance_feature.h"
#include "app/window/arithmetic/arithmetic_feature.h"
#include "app/window/code/code_feature.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/exchange/exchange_feature.h"
#include "app/window/extra_panes/extra_panes_feature.h"
#include "app/window/follow/follow_feature.h"
#include "app/window/forms/forms_feature.h"
#include "app/window/graph/graph_feature.h"
#include "app/window/help/help_feature.h"
#include "app/window/inspector/inspector_feature.h"
#include "app/window/layouts/layouts_feature.h"
#include "app/window/lecture/lecture_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/model/model_feature.h"
#include "app/window/notices/notices_feature.h"
#include "app/window/operators/operators_feature.h"
#include "app/window/palette/palette_feature.h"
#include "app/window/problems/problems_feature.h"
#include "app/window/python/python_feature.h"
#include "app/window/results/results_feature.h"
#include "app/window/roofline/roofline_feature.h"
#include "app/window/run/run_feature.h"
#include "app/window/start/start_feature.h"
#include "app/window/status/status_feature.h"
#include "app/window/stepping/stepping_feature.h"
#include "app/window/timeline/timeline_feature.h"
#include "app/window/title/title_feature.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/tune/tune_feature.h"
#include "app/window/values/values_feature.h"
#include "app/window/window_context.h"

namespace lw {
namespace {

template <class... Fs>
void addAll(WindowContext& window) {
  (window.add(std::make_unique<Fs>(window)), ...);
}

}  // namespace

// Panes, pages and menu entries are shown in this order; the constructor of a feature may use the features above it.
void addFeatures(WindowContext& window) {
  addAll<OperatorsFeature,   // creates a program from an operator
         DocumentsFeature,   // files, sessions, samples
         ExchangeFeature,    // import and export
         TitleFeature,       // the title of the window
         CodeFeature,        // the source, as written and scheduled
         GraphFeature,       // whole models
         LoopTreeFeature,    // with the graph of a tensor program
         LoweredFeature,     // stages from the schedule to machine code
         InspectorFeature,   // facts about the selection
         TraceFeature,       // with the variants and the command line
         ResultsFeature,     // the pane with the pages below
         RunFeature,         // target, times and checks
         TuneFeature,        // searches for the fastest schedule
         RooflineFeature,    // attainable and measured performance
         SteppingFeature,    // through a recorded run
         AccessesFeature,    // playback of a recorded run
         TimelineFeature,    // the warps of a GPU block over time
         ValuesFeature,      // contents of the buffers
         ModelFeature,       // report, parameters and outputs of a whole model
         ProblemsFeature,    // of the text, of steps and of runs
         ArithmeticFeature,  // choices of floating-point arithmetic
         FollowFeature,      // a session of lw serve
         FormsFeature,       // the parameters of a step, and the menu of steps
         PaletteFeature,     // the row of steps, and the command palette
         NoticesFeature,     // what the window tells about a file when it opens
         PythonFeature,      // files that Python runs, and what it made of them
         HelpFeature,        // pages, keys, the tour
         ExtraPanesFeature,  // panes opened by the user
         AppearanceFeature,  // themes, colours, languages
         StatusFeature,      // running jobs, and the times of steps
         LayoutsFeature,     // arrangements of the panes
         LectureFeature,     // one large step at a time
         StartFeature>(window);
}

}  // namespace lw
