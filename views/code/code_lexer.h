// Colours for the texts that the window shows: TVMScript, LLVM IR, assembly (PTX too) and C.
#pragma once

#include "core/text/text_language.h"
#include "views/code/qsci.h"
#include "views/theme/theme.h"

namespace lw {

class CodeLexer : public QsciLexerCustom {
  Q_OBJECT

 public:
  enum Style : int { kPlain, kKeyword, kString, kComment, kNumber, kName, kDim, kMargin, kMarginSelected, kIndent };
  using Language = TextLanguage;

  explicit CodeLexer(QObject* parent = nullptr) : QsciLexerCustom(parent) {}
  const char* language() const override { return "Loopwright"; }
  QString description(int style) const override;
  void styleText(int start, int end) override;
  void setLanguage(Language language) { language_ = language; }
  Language kind() const { return language_; }
  // Whether the spaces before the lines have a style of their own, so that they can be narrower.
  void setNarrow(bool narrow) { narrow_ = narrow; }
  bool isNarrow() const { return narrow_; }
  void setTheme(const Theme& theme);
  void setScale(qreal scale) { scale_ = scale; }  // of the type; applied with the next theme

 private:
  int startOfToken(int lineStart) const;

  Language language_ = Language::Script;
  qreal scale_ = 1;
  bool narrow_ = false;
};

}  // namespace lw
