#include "views/trace/proof_line.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

QToolButton* button(const char* name, const QString& text, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setObjectName(name);
  made->setText(text);
  made->setToolButtonStyle(Qt::ToolButtonTextOnly);
  return made;
}

}  // namespace

ProofLine::ProofLine(QWidget* parent)
    : QWidget(parent),
      text_(new WrappingLabel("proofText", this)),
      detail_(new WrappingLabel("dim", this)),
      stop_(button("stopProof", tr("Stop"), this)),
      show_(button("showDifference", tr("Show the difference"), this)),
      walk_(button("walkChain", tr("Next link"), this)),
      close_(button("closeProof", QStringLiteral("✕"), this)) {
  setObjectName("proofLine");
  setAttribute(Qt::WA_StyledBackground);
  auto* words = new QVBoxLayout(this);
  words->setContentsMargins(8, 4, 8, 4);
  words->setSpacing(1);
  auto* top = new QHBoxLayout;
  top->setSpacing(6);
  top->addWidget(text_, 1);
  for (QToolButton* b : {stop_, show_, walk_, close_}) top->addWidget(b, 0, Qt::AlignTop);
  words->addLayout(top);
  words->addWidget(detail_);
  for (int chain = 0; chain < 2; ++chain) {
    rows_[chain] = new WrappingLabel("proofChain", this);
    rows_[chain]->hide();
    words->addWidget(rows_[chain]);
    connect(rows_[chain], &QLabel::linkActivated, this,
            [this, chain](const QString& link) { Q_EMIT linkChosen(chain, link.toInt()); });
  }
  walk_->setToolTip(tr("Show in both states what wrote the value, then what wrote the value that this read"));
  close_->setToolTip(tr("Close"));
  close_->setAccessibleName(tr("Close"));
  connect(stop_, &QToolButton::clicked, this, &ProofLine::stopRequested);
  connect(show_, &QToolButton::clicked, this, &ProofLine::differenceRequested);
  connect(walk_, &QToolButton::clicked, this, [this] {
    size_t most = 0;
    for (const ProofChain& chain : chains_) most = std::max(most, chain.links.size());
    if (most > 0) Q_EMIT linkChosen(-1, (marked_ + 1) % int(most));
  });
  connect(close_, &QToolButton::clicked, this, &ProofLine::closeRequested);
  hide();
}

void ProofLine::showRunning(const QString& text) {
  text_->setWords(text);
  detail_->setWords({});
  stop_->show();
  show_->hide();
  close_->hide();
  showChains({});
  show();
}

void ProofLine::showAnswer(Kind kind, const QString& text, const QString& detail, bool differs) {
  const QString sign = kind == Kind::Good ? QStringLiteral("✓ ") : kind == Kind::Bad ? QStringLiteral("✗ ") : QString();
  text_->setWords(sign + text);
  detail_->setWords(detail);
  detail_->setHidden(detail.isEmpty());
  stop_->hide();
  show_->setVisible(differs);
  close_->show();
  showChains({});
  show();
}

void ProofLine::showChains(const std::vector<ProofChain>& chains) {
  chains_ = chains;
  marked_ = -1;
  walk_->setVisible(!chains_.empty());
  // The chains begin with both values; the sentence is then only a tooltip, which leaves room for the rows above.
  text_->setToolTip(chains_.empty() ? QString() : detail_->text());
  if (!chains_.empty()) detail_->hide();
  fillChains();
}

void ProofLine::markLink(int link) {
  marked_ = link;
  fillChains();
}

void ProofLine::fillChains() {
  for (size_t i = 0; i < 2; ++i) {
    rows_[i]->setVisible(i < chains_.size());
    if (i >= chains_.size()) continue;
    const ProofChain& chain = chains_[i];
    QString html = tr("“%1”:").arg(chain.label.toHtmlEscaped()), words = tr("“%1”:").arg(chain.label);
    QStringList sentences;
    for (size_t l = 0; l < chain.links.size(); ++l) {
      const QString sign = l == 0 ? QStringLiteral(" ") : QStringLiteral(" ← ");
      const QString element = chain.links[l].element;
      html += sign + QStringLiteral("<a href=\"%1\">%2</a>")
                         .arg(l)
                         .arg(int(l) == marked_ ? strongWords(element) : element.toHtmlEscaped());
      words += sign + element;
      sentences << tr("%1: %2").arg(element, chain.links[l].words);
    }
    if (chain.more) html += QStringLiteral(" ← …"), words += QStringLiteral(" ← …");
    rows_[i]->setLinks(html, words);
    rows_[i]->setToolTip(sentences.join(QLatin1Char('\n')));
  }
}

QString ProofLine::text() const { return isHidden() ? QString() : text_->text(); }

}  // namespace lw
