#include "app/window/features.h"

#include "app/window/accesses/accesses_feature.h"
#include "app/window/appearance/appearance_feature.h"
#include "app/window/arithmetic/arithmetic_feature.h"
#include "app/window/code/code_feature.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/exchange/exchange_feature.h"
#include "app/window/extra_panes/extra_panes_feature.h"
#include "app/window/forms/forms_feature.h"
#include "app/window/help/help_feature.h"
#include "app/window/inspector/inspector_feature.h"
#include "app/window/layouts/layouts_feature.h"
#include "app/window/lecture/lecture_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/operators/operators_feature.h"
#include "app/window/palette/palette_feature.h"
#include "app/window/problems/problems_feature.h"
#include "app/window/results/results_feature.h"
#include "app/window/roofline/roofline_feature.h"
#include "app/window/run/run_feature.h"
#include "app/window/status/status_feature.h"
#include "app/window/stepping/stepping_feature.h"
#include "app/window/title/title_feature.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/values/values_feature.h"
#include "app/window/window_context.h"

namespace lw {
namespace {

template <class... Fs>
void addAll(WindowContext& window) {
  (window.add(std::make_unique<Fs>(window)), ...);
}

}  // namespace

// Panes, pages and menu entries are in this order; a feature may use those above it in its constructor.
void addFeatures(WindowContext& window) {
  addAll<OperatorsFeature,   // a program from an operator
         DocumentsFeature,   // files, sessions, samples
         ExchangeFeature,    // import and export
         TitleFeature,       //
         CodeFeature,        // the source, as written and scheduled
         LoopTreeFeature,    // with the graph of a tensor program
         LoweredFeature,     //
         InspectorFeature,   //
         TraceFeature,       // with the variants and the line for steps
         ResultsFeature,     // the pane of the pages below
         RunFeature,         //
         RooflineFeature,    //
         SteppingFeature,    // through a recorded run
         AccessesFeature,    //
         ValuesFeature,      //
         ProblemsFeature,    //
         ArithmeticFeature,  // choices of floating-point arithmetic
         FormsFeature,       // the parameters of a step, the menu of steps
         PaletteFeature,     // the row of steps, and typing one
         HelpFeature,        // pages, keys, the tour
         ExtraPanesFeature,  // panes opened beside
         AppearanceFeature,  // themes, colours, languages
         StatusFeature,      // what is under way, how quick steps are
         LayoutsFeature,     //
         LectureFeature>(window);
}

}  // namespace lw
