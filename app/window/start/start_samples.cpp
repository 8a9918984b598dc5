#include "app/window/start/start_samples.h"

#include <QCoreApplication>

#include "app/services/document/documents.h"
#include "app/window/help/tour_exercises.h"
#include "core/session/session.h"
#include "core/te/schedule_code.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(lw::StartSamples)
};

}  // namespace

// What a sample reaches was measured with `lw run --threads 1` on several machines; the words hold on all of them.
std::vector<StartSample> startSamples() {
  using enum StartSample::Kind;
  const QString sample = Texts::tr("Sample"), course = Texts::tr("Course"), lecture = Texts::tr("Lecture"),
                gpu = Texts::tr("GPU");
  return {
      {Sample,
       kTourSample,
       "schedule",
       {sample, Texts::tr("A first product"),
        Texts::tr("Split, reorder, vectorize, unroll and parallel: a block of the "
                  "result stays in registers."),
        Texts::tr("Over 20 times as fast as written, and past NumPy's product, in 6 steps.")}},
      {Sample,
       "mm_exp_mm.py",
       "fused",
       {sample, Texts::tr("Two products and an exponential"),
        Texts::tr("Tiles for the caches, fusion of three loop nests, vectors."),
        Texts::tr("From tens of seconds as written to a fraction of a second.")}},
      {Lecture,
       "mm_exp_mm.py",
       "vectorised",
       {lecture, Texts::tr("The same, as a lecture"),
        Texts::tr("One large step at a time, by arrow keys: the loop tree moves, the text shows the difference."),
        Texts::tr("For a projector; F11 starts a lecture over any trace.")}},
      {Challenge,
       kFirstExercise,
       {},
       {course, Texts::tr("A course of twelve exercises"),
        Texts::tr("From the order of loops to a GPU, each with hints and a goal that is counted."),
        Texts::tr("A solved exercise opens the next one.")}},
      {Sample,
       "kernels/softmax.py",
       "schedule",
       {sample, Texts::tr("Softmax"), Texts::tr("Fuse passes over rows, and reduce in vector lanes (rfactor)."),
        Texts::tr("Several times as fast as written; each row is read once.")}},
      {Sample,
       "kernels/conv2d.py",
       "schedule",
       {sample, Texts::tr("A 3 x 3 convolution"), Texts::tr("Padding, packed weights, and a block in registers."),
        Texts::tr("Tens of times as fast as written.")}},
      {Sample,
       "gpu/matmul.py",
       "schedule",
       {gpu, Texts::tr("A product on a GPU"),
        Texts::tr("Threads, shared memory and barriers. The emulator needs no GPU and finds races."),
        Texts::tr("Every access of a warp can be played.")}},
      {Sample,
       "te/conv_relu.py",
       {},
       {sample, Texts::tr("Tensor expressions"), Texts::tr("A convolution with its activation, made from operators."),
        Texts::tr("te.compute and topi, scheduled in the same window.")}},
      {Sample,
       "tuning/matmul_space.py",
       {},
       {sample, Texts::tr("A search for the best schedule"),
        Texts::tr("A schedule function whose sizes are drawn; the pane Tune searches."),
        Texts::tr("The best candidate, beside all others that were tried.")}},
  };
}

LoopTree treeOfSample(const QString& path, const QString& schedule, const std::function<bool()>& stop) {
  const Session session(path.toStdString(), bytesOf(path));
  if (!session.hasWorkspace()) return {};
  const Schedule& written = session.workspace().history.schedule();
  if (schedule.isEmpty()) return buildLoopTree(written.program(), session.workspace().shown);
  script::Limits limits;
  limits.cancelled = stop;
  limits.lowered = [](const PrimFunc& f) { return print(lowerForCpu(f)).text; };
  const ScriptRun run = interpretScheduleOf(session.source(), schedule.toStdString(), written, limits);
  return buildLoopTree(run.schedule.program(), session.workspace().shown);
}

}  // namespace lw
