// Applies, checks and previews steps on the current state in the background.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

#include "core/schedule/primitive.h"

namespace lw {

struct StepPreview;
struct TypedPreview;

class Steps : public QObject {
  Q_OBJECT

 public:
  ~Steps() override;

  virtual void apply(const Primitive& primitive, const Arguments& args) = 0;  // or a composite, given by its form
  // As typed: "split(i, [None, 16])"; one step per line, or a chain of calls.
  virtual void applyText(const QString& step) = 0;
  // The same for a step that nothing decides: it is taken, and assumed() asks to compare the programs.
  virtual void applyAssuming(const QString& step) = 0;
  // The refusal of the last one, which follows the others; nothing is applied.
  virtual void showRefusal(const QStringList& steps) = 0;
  virtual void applyFunction(const QString& name) = 0;   // runs a schedule function of the file on the source
  virtual void importSchedule(const QString& path) = 0;  // imports another file as a variant that starts at the source
  // A trace that becomes a variant from the source on.
  struct OpenedTrace {
    std::string json;
    QString name;                               // of the variant, unless it has one
    QStringList replaces;                       // names that the new one replaces
    bool shown = true;                          // else the shown state stays
    std::function<void(int node)> opened = {};  // told of the variant's last node
  };
  virtual void openTrace(const OpenedTrace& trace) = 0;
  // `loop` or `block` of the shown views was dropped on `target`.
  virtual void drop(LoopId loop, BlockId block, LoopId target) = 0;
  virtual void check(const Primitive& primitive, const Arguments& args) = 0;
  virtual void preview(const Primitive& primitive, const Arguments& args) = 0;  // a newer one replaces an older one
  virtual void previewTyped(const QString& text) = 0;                           // the same for a step as it is typed
  virtual void endPreview() = 0;

 Q_SIGNALS:
  void applied(const QString& title);
  void assumed(int before, int after);  // nodes
  void refused(const QString& call, const lw::Explanation& reason);
  void checked(const QString& call, const std::optional<lw::Explanation>& reason);
  void previewed(const std::shared_ptr<const lw::StepPreview>& preview);
  void typedPreviewed(const std::shared_ptr<const lw::TypedPreview>& preview);
};

}  // namespace lw
