#include "views/forms/step_preview_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lw {
namespace {

constexpr int kContext = 2;  // lines around a change

}  // namespace

StepPreviewView::StepPreviewView(QWidget* parent)
    : QWidget(parent), title_(new QLabel(tr("RESULT"), this)), state_(new QLabel(this)), text_(new CodeView(this)) {
  setObjectName("stepPreview");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Result of the step"));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(1, 10, 8, 8);
  rows->setSpacing(6);
  auto* line = new QHBoxLayout;
  line->setContentsMargins(11, 0, 4, 0);
  title_->setObjectName("section");
  state_->setObjectName("dim");
  line->addWidget(title_);
  line->addStretch(1);
  line->addWidget(state_);
  rows->addLayout(line);
  text_->setReadOnly(true);
  text_->setAccessibleName(tr("Lines that the step changes"));
  text_->setFocusPolicy(Qt::ClickFocus);  // Tab moves between parameters
  QSizePolicy room = text_->sizePolicy();
  room.setRetainSizeWhenHidden(true);
  text_->setSizePolicy(room);
  rows->addWidget(text_, 1);
}

QString StepPreviewView::headline() const { return state_->text(); }

// Changing styles resets the hidden lines.
void StepPreviewView::setTheme(const Theme& theme) {
  text_->setTheme(theme);
  text_->folds()->showOnlyChanges(kContext);
}

void StepPreviewView::showChange(const std::string& before, const std::string& after, const QString& change) {
  text_->setVisible(true);
  text_->setCompared(before, after);
  text_->folds()->showOnlyChanges(kContext);
  const DiffText* diff = text_->comparison();
  const QString lines = diff->added + diff->removed == 0 ? tr("The program does not change")
                                                         : tr("+%1 −%2 lines").arg(diff->added).arg(diff->removed);
  state_->setText(change.isEmpty() ? lines : change + QStringLiteral(" · ") + lines);
}

void StepPreviewView::showNothing(const QString& why) {
  clear();
  state_->setText(why);
}

void StepPreviewView::clear() {
  text_->setVisible(false);
  text_->setCode({});
  state_->clear();
}

}  // namespace lw
