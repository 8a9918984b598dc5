// The popup for the parameters of a step. It is generated from the primitive's description, and after every change it
// shows whether the step is legal, and why not.
#pragma once

#include <QFrame>
#include <optional>

#include "app/models/offers/step_offer.h"
#include "views/forms/param_editor.h"
#include "views/forms/step_preview_view.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lw {

class PrimitiveForm : public QFrame {
  Q_OBJECT

 public:
  explicit PrimitiveForm(QWidget* window);
  // `initial`: initial values, one per parameter (None: unknown).
  void open(const Primitive& primitive, const FormContext& context, const std::vector<Candidate>& offered,
            const Arguments& initial, const QPoint& at);
  // Candidates that split into one vector of this many float32 are marked in this colour; 0: none.
  void setVectors(int lanes, const QColor& color) { lanes_ = lanes, laneColor_ = color; }
  Arguments arguments() const;
  const Primitive* primitive() const { return primitive_; }
  // Answers `changed`. Without a reason, the step is legal.
  void setVerdict(const QString& call, const std::optional<Explanation>& reason);
  // Adds repairs to the shown refusal; ignored if `call` is another one.
  void setRepairs(const QString& call, const std::vector<Repair>& repairs);
  QString verdict() const;
  // Greys the candidates that are refused; `reasons` has as many entries as were checked, nullopt: legal.
  void setCandidateVerdicts(const lw::Primitive* primitive, const std::vector<std::optional<Explanation>>& reasons);
  ParamEditor* editor(const std::string& param) const;
  // The preview of the step beside the parameters, if the window is wide enough.
  StepPreviewView* preview() const { return preview_; }
  // Moves the form if it hides this part of the window and there is room beside it.
  void avoid(const QRect& part);

 Q_SIGNALS:
  void changed();
  void applied(const lw::Primitive* primitive, const lw::Arguments& args);
  void repairRequested(const QString& step);
  void assumeRequested(const QString& step);
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void clear();
  void addCandidates(const std::vector<Candidate>& offered);
  void addParams(const FormContext& context);
  void addButtons();
  void showRepairs(const std::vector<Repair>& repairs);
  void fit();
  void take(const Arguments& args);
  void blockChanged();
  void place(const QPoint& at);
  int fullWidth() const;

  const Primitive* primitive_ = nullptr;
  QVBoxLayout* column_;
  StepPreviewView* preview_;
  QWidget* body_ = nullptr;
  std::vector<ParamEditor*> editors_;
  std::vector<QPushButton*> chips_;  // one for each candidate; empty if candidates have no labels
  QLabel *call_ = nullptr, *verdict_ = nullptr, *why_ = nullptr;
  QWidget* repairs_ = nullptr;
  QPushButton *apply_ = nullptr, *assume_ = nullptr;
  bool legal_ = false, refused_ = false;  // the last verdict; neither: there is none for these values yet
  int lanes_ = 0;
  QColor laneColor_;
};

}  // namespace lw
