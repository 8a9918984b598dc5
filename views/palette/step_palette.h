// The command palette: the user types a step (`split i 4 16`) or chooses one from the list, which shows for every step
// whether it is legal at the selection, and why not. As soon as there are arguments, it shows the call that the text
// means, whether it is legal, its result, and values for the next parameter.
#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>

#include "app/models/offers/step_offer.h"
#include "core/script/typed_chain.h"
#include "views/forms/step_preview_view.h"
#include "views/theme/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace lw {

class StepPalette : public QFrame {
  Q_OBJECT

 public:
  using Read = std::function<TypedStep(const std::string& text)>;

  explicit StepPalette(QWidget* window);
  void setTheme(const Theme& theme);
  // In the upper middle of the window. `read` converts the text to a call.
  void open(const std::vector<StepOffer>& offers, const std::vector<const Primitive*>& composites, Read read);
  QLineEdit* edit() const { return edit_; }
  QListWidget* list() const { return list_; }
  StepPreviewView* preview() const { return preview_; }
  QString callText() const;     // with the names of the parameters
  QString verdictText() const;  // "✓ legal", or the reason
  // Answers textTyped(); ignored for another text. Without an error, the step is legal. `chain`: of several calls in
  // one text.
  void setVerdict(const QString& text, const std::optional<Explanation>& error, const TypedCompletions& completions,
                  const std::vector<ChainedStep>& chain = {});

 Q_SIGNALS:
  void typed(const QString& call);              // a step with its arguments
  void chosen(const lw::Primitive* primitive);  // a step without arguments
  void textTyped(const QString& text);          // a step with arguments, which is not complete yet
  void closed();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  // What a row of the list inserts from `begin` to `end` of the text (bytes).
  struct Value {
    QString text, note;
    int begin = 0, end = 0;
  };
  void textChanged();
  void listSteps();
  void listValues();
  void fillList(int rows);
  void showCall();
  void showChain(const std::vector<ChainedStep>& chain);
  void showVerdict(const QString& text, const char* look);
  void showError(const Explanation& error);
  void accept();
  void take(int row);
  void insert(const Value& value);
  void moveBy(int rows);
  bool givesArguments() const;
  const StepOffer* offerOf(const Primitive& primitive) const;

  QLineEdit* edit_;
  QListWidget* list_;
  QLabel *call_, *verdict_, *keys_;
  StepPreviewView* preview_;
  std::vector<StepOffer> offers_;
  std::vector<const Primitive*> composites_;
  std::vector<const Primitive*> shown_;  // the rows, unless arguments are given
  std::vector<Value> values_;            // the rows, if they are
  QString valuesFor_;                    // the text whose values they are
  Read read_;
  TypedStep step_;
  TypedCompletions completions_;
  bool moved_ = false;  // the user has chosen a row by keys
  Theme theme_;
  QPointer<QWidget> before_;  // had the focus, and gets it back
};

}  // namespace lw
