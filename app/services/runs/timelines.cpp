#include "app/services/runs/timelines.h"

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/no_program.h"
#include "app/models/program/shown_program.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "backends/measure/timelines.h"
#include "core/analysis/shapes/index_ranges.h"
#include "core/ir/threads.h"
#include "core/ir/visit.h"

namespace lw {
namespace {

constexpr int64_t kUsualSize = 128;  // of a symbolic size that the file says nothing about

InputSpec inputsFor(const PrimFunc& function, const std::string& text) {
  InputSpec spec = inputsFromComments(text);
  for (const std::string& name : symbolicSizes(function)) spec.bind.try_emplace(name, kUsualSize);
  return withIndexRanges(function, std::move(spec));
}

}  // namespace

Timelines::Timelines(const Document& document, const DocumentText& text, const ShownProgram& program, JobRunner& jobs,
                     QObject* parent)
    : QObject(parent), document_(document), text_(text), jobs_(jobs) {
  connect(&program, &ShownProgram::changed, this, &Timelines::follow);
}

void Timelines::setEnabled(bool enabled) {
  enabled_ = enabled;
  follow();
}

bool Timelines::hasKernels() const {
  return document_.hasProgram() &&
         bindsThreads(document_.schedule().program().function(document_.shownFunction()).body);
}

void Timelines::show(TimelineContent content) {
  content_ = std::move(content);
  Q_EMIT changed();
}

// The last timeline stays until the next one is there.
void Timelines::follow() {
  if (!enabled_) return;
  if (!document_.hasProgram()) {
    computed_.reset();
    jobs_.drop(Channel::Timeline);
    return show({nullptr, {}, noProgramWords(document_)});
  }
  const int number = document_.shownFunction();
  const PrimFunc function = document_.schedule().program().function(number);
  if (computed_ && computed_->sameAs(function.body)) return;
  computed_ = function.body;
  if (!bindsThreads(function.body)) {
    jobs_.drop(Channel::Timeline);
    return show({nullptr,
                 {},
                 tr("No loop is bound to threads of a GPU. The timeline shows how the warps of a block "
                    "compute, copy and wait.")});
  }
  if (!content_.kernels) show({nullptr, {}, tr("Running one block of each kernel…")});
  std::map<BlockId, QString> names;
  forEachStmt(function.body, [&](const Stmt& s) {
    if (const auto* block = s.as<Block>()) names.emplace(block->id, QString::fromStdString(block->name));
  });
  using Made = Result<std::vector<BlockTimeline>>;
  jobs_.run<Made>(
      Channel::Timeline,
      [function, original = document_.schedule().source().function(number), source = *document_.source(),
       text = text_.content()](const Stop& stop) -> Made {
        MeasureOptions options;
        options.inputs = inputsFor(function, text);
        options.cancelled = stop;
        return timelinesOf(source, original, function, options);
      },
      [this, names = std::move(names)](Made made) {
        if (made)
          show({std::make_shared<const std::vector<BlockTimeline>>(std::move(*made)), names, {}});
        else
          show({nullptr, {}, tr("There is no timeline: %1").arg(reasonWords(made.error()))});
      });
}

}  // namespace lw
