// The window in another language: its texts, the keys of its menus, and the choice of the language.
#include <QDialogButtonBox>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTranslator>
#include <algorithm>

#include "app/models/runs/run_model.h"
#include "app/models/schedule/steps.h"
#include "app/models/text/translate_messages.h"
#include "app/services/offers/offers.h"
#include "app/window/appearance/language.h"
#include "app/window/help/shortcut_sheet.h"
#include "core/schedule/all_primitives.h"
#include "core/text/errors.h"
#include "core/text/tir/parser.h"
#include "tests/gui/fixture.h"
#include "tests/gui/menus.h"
#include "views/forms/operator_form.h"
#include "views/help/help_view.h"

namespace lw {

// The text of a page without its code.
static QString proseOf(const QTextDocument& page) {
  QString prose;
  for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
    const QTextBlockFormat format = block.blockFormat();
    if (format.hasProperty(QTextFormat::BlockCodeLanguage) || format.hasProperty(QTextFormat::BlockCodeFence)) continue;
    for (auto piece = block.begin(); !piece.atEnd(); ++piece)
      prose += piece.fragment().charFormat().fontFixedPitch() ? QString(" . ") : piece.fragment().text();
    prose += '\n';
  }
  return prose;
}

class TestLanguage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // English again, also after a failure: the other tests read English.
  void cleanup() {
    for (QTranslator* t : qApp->findChildren<QTranslator*>()) qApp->removeTranslator(t);
  }

  void wordsAreChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      WindowFixture f;
      QStringList menus;
      for (const QAction* a : f.window->findChild<QMenuBar*>()->actions()) menus << a->text();
      QVERIFY2(menus.contains(QString::fromUtf8("文件(&F)")), qPrintable(menus.join(' ')));
      QVERIFY(f.openText(kSmallProgram));
      QVERIFY(f.clickLoop("k"));
      QCOMPARE(f.runButton()->text(), QString::fromUtf8("运行 ▸"));
      // Names in the program and names of steps are not translated.
      QVERIFY(f.loop("k").valid());
      QVERIFY(f.bar()->button("split")->text().contains("split"));
      // Reasons and remedies are translated.
      const auto chinese = [](const QString& text) {
        return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
      };
      for (const char* step : {"vectorize", "parallel"}) {
        const Explanation& why = f.window->workbench()->offers()->of(step)->reason;
        QVERIFY2(reasonWords(why).startsWith(QString::fromUtf8("循环 k ")), qPrintable(reasonWords(why)));
        QVERIFY(why.witness);
        QVERIFY2(witnessWords(*why.witness).contains(QString::fromUtf8("更新 C[0, 0]")),
                 qPrintable(witnessWords(*why.witness)));
      }
      // Placeholders of a sentence are filled in every language.
      QCOMPARE(messageWords(say("choose a loop around {0}", Ident("i_0"))),
               QString::fromUtf8("选择包围它们的循环：i_0"));
      QCOMPARE(inWords("no sentence of the program"), QString("no sentence of the program"));
      f.window->workbench()->steps()->applyText("split(i, [3, 5])");
      QVERIFY(f.settle());
      QVERIFY2(f.window->statusBar()->currentMessage().contains(
                   QString::fromUtf8("循环 i 的因子只覆盖其 64 次迭代中的 15 次")),
               qPrintable(f.window->statusBar()->currentMessage()));
      static const QRegularExpression hole("\\{[0-9]\\}");
      const auto holesOf = [](const QString& text) {
        QStringList holes;
        for (auto it = hole.globalMatch(text); it.hasNext();) holes << it.next().captured();
        holes.sort();
        holes.removeDuplicates();
        return holes;
      };
      for (const Primitive* primitive : allPrimitives()) {
        QVERIFY2(chinese(inWords(primitive->summary)), primitive->summary.c_str());
        for (const Param& param : primitive->params) {
          QVERIFY2(chinese(inWords(param.help)), param.help.c_str());
          QCOMPARE(param.flag.empty(), param.type != ParamType::Bool);  // a box in a form says what it does
          QVERIFY2(param.flag.empty() || chinese(inWords(param.flag)), param.flag.c_str());
        }
        for (const ErrorKind* kind : primitive->errors) {
          const QString english = QString::fromUtf8(kind->sentence.data(), qsizetype(kind->sentence.size())),
                        words = inWords(kind->sentence);
          QVERIFY2(chinese(words), qPrintable(english));
          QCOMPARE(holesOf(words), holesOf(english));
        }
      }
      f.screenshot("window_chinese");
    }
    cleanup();
    WindowFixture english;
    QVERIFY(entryOf(english.window->findChild<QMenuBar*>(), "File"));
  }

  void challengesAreAskedInChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    for (const Countable& what : countables()) {
      const QString words = countWords(what);
      QVERIFY2(words.contains(QRegularExpression("\\p{Han}")), qPrintable(words));
      QVERIFY(challengeText({.counted = {{&what, 2, 0}}}).contains(words));
    }
  }

  // The description of a step is Chinese in its form, on its buttons and for the operators.
  void stepsAreDescribedInChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      const auto chinese = [](const QString& text) { return text.contains(QRegularExpression("\\p{Han}")); };
      WindowFixture f;
      QVERIFY(f.openText(kSmallProgram));
      QVERIFY(f.clickLoop("k"));
      for (const Primitive* p : allPrimitives()) {
        const QToolButton* button = f.bar()->button(p->name);
        if (!button) continue;
        QVERIFY2(chinese(button->toolTip().section('\n', 0, 0)), qPrintable(button->toolTip()));
        QVERIFY2(chinese(button->accessibleDescription()), p->name.c_str());
      }
      QTest::mouseClick(f.bar()->button("split"), Qt::LeftButton);
      PrimitiveForm* form = f.form();
      QVERIFY(form->isVisible());
      QVERIFY(form->findChild<QLabel*>("formTitle"));
      QStringList dim;
      for (const QLabel* label : form->findChildren<QLabel*>("dim")) dim << label->text();
      QVERIFY2(
          dim.contains(inWords(findPrimitive("split")->summary)) && chinese(inWords(findPrimitive("split")->summary)),
          qPrintable(dim.join('|')));
      QTest::keyClick(form, Qt::Key_Escape);
      for (const QPushButton* legal : f.window->findChildren<QPushButton*>(QRegularExpression("^legal_")))
        QVERIFY2(chinese(legal->toolTip()), qPrintable(legal->toolTip()));
      QVERIFY(f.typeKey(Qt::Key_N, Qt::ControlModifier));
      OperatorForm* operators = f.operatorForm();
      QVERIFY(operators && operators->isVisible());
      static const QRegularExpression kProse("[a-z]{3,} [a-z]{3,}");
      for (int row = 0; row < operators->list()->count(); ++row)
        QVERIFY2(!kProse.match(operators->list()->item(row)->toolTip()).hasMatch(),
                 qPrintable(operators->list()->item(row)->toolTip()));
      operators->reject();
    }
  }

  // The menus and the shortcut sheet contain no mnemonics in their texts.
  void menusAndKeysAreChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      WindowFixture f;
      QVERIFY(f.openText(kSmallProgram));
      QStringList view;
      for (const QAction* a :
           entryOf(f.window->findChild<QMenuBar*>(), QString::fromUtf8("视图(V)"))->menu()->actions())
        view << a->text();
      QVERIFY2(view.contains(QString::fromUtf8("深色主题")) && view.contains(QString::fromUtf8("浅色主题")),
               qPrintable(view.join('|')));
      f.window->workbench()->steps()->applyText("unroll(k)");
      QVERIFY(f.settle());
      QVERIFY(f.typeKey(Qt::Key_Question, {}));
      const QString keys = f.feature<HelpFeature>().sheet()->page()->toPlainText();
      static const QRegularExpression kLetter("\\(&?[A-Z]\\)");
      QVERIFY2(!kLetter.match(keys).hasMatch(), qPrintable(keys));
      for (const char* unwanted : {"Arrows", "arrows", "unroll(k)"})
        QVERIFY2(!keys.contains(unwanted), qPrintable(keys));
      for (const char* wanted : {"方向键", "撤销", "文件"})
        QVERIFY2(keys.contains(QString::fromUtf8(wanted)), qPrintable(keys));
      f.feature<HelpFeature>().sheet()->grab().save(LW_BINARY_DIR "/screenshots/keys_chinese.png");
    }
  }

  // Qt's own texts too: standard buttons and the file dialog.
  void dialogsAreChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      WindowFixture f;
      QVERIFY(f.openText(kSmallProgram));
      QString cancel, look;
      InDialog files([&](QDialog* dialog) {
        cancel = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel)->text();
        look = dialog->findChild<QLabel*>("lookInLabel")->text();
        dialog->grab().save(LW_BINARY_DIR "/screenshots/open_chinese.png");
        dialog->reject();
      });
      QVERIFY(f.typeKey(Qt::Key_O, Qt::ControlModifier));
      QVERIFY(files.came());
      QVERIFY2(cancel.contains(QString::fromUtf8("取消")), qPrintable(cancel + ": qt6-translations-l10n is missing"));
      QVERIFY2(look.contains(QRegularExpression("\\p{Han}")), qPrintable(look));
    }
  }

  // Errors in a file are translated too.
  void parsersSpeakChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    const std::string head =
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8, 8), \"float32\"), n: T.int32):\n";
    const char* wrong[] = {
        "    for i in range(8)\n        A[i, i] = 0.0\n",
        "    for i in range(8):\n    A[i, i] = 0.0\n",
        "    A[0] = T.float32(0)\n",
        "    A[0, 0] = B[0]\n",
        "    A[0, 0] = A\n",
        "    A[0, 0] = T.sqroot(A[0, 0])\n",
        "    for i in T.grid(8, 8):\n        A[i, i] = T.float32(0)\n",
        "    for i in range(0, 8, n):\n        A[i, i] = T.float32(0)\n",
        "    with T.block(\"a\"):\n        vi = T.axis.spatial(n > 3, 0)\n        A[vi, vi] = T.float32(0)\n",
        "    A[0, 0] = T.exp(A[0, 0], A[0, 0])\n",
        "    A[0, 0] = n / 2\n",
        "    A[0, 0] = T.Cast(\"float16\", A[0, 0]) + 70000\n",
        "    x: T.int8 = 300\n",
        "    x = A[0, 0\n",
        "    return 3 +\n",
        "    while True\n",
        "    A[n % 2.5, 0] = T.float32(0)\n",
        "    if n:\n        A[0, 0] = T.float32(1, 2, 3)\n",
    };
    static const QRegularExpression kEnglish("[a-z]+( [a-z]+){2,}");
    for (const char* body : wrong) {
      const SourceFile file = parseSource("main.py", head + body);
      QVERIFY2(!file.diagnostics.empty(), body);
      for (const Diagnostic& d : file.diagnostics)
        for (const auto& [english, words] : {std::pair(d.message, reasonWords(d)), std::pair(d.hint, hintWords(d))}) {
          if (english.empty()) continue;
          qInfo("%s -> %s", english.c_str(), qPrintable(words));
          QVERIFY2(words != QString::fromStdString(english) && !kEnglish.match(words).hasMatch(), qPrintable(words));
        }
    }
    // Names, and words inside them, are never translated.
    for (const char* name : {"变量1", "Example", "Parameters", "memory", "reduction", "loops"})
      QCOMPARE(reasonWords(err::kVariableHasNoValue(name)).count(QString::fromUtf8(name)), 1);
  }

  // Every page of the manual: no sentence is left in English.
  void theManualIsChinese() {
    QVERIFY(useLanguage(*qApp, "zh_CN"));
    {
      WindowFixture f;
      QVERIFY(f.openText(kSmallProgram));
      QVERIFY(f.typeKey(Qt::Key_F1, Qt::NoModifier));
      HelpView* help = f.help();
      QVERIFY(help && help->isVisible());
      static const QRegularExpression kSentence("[a-z]+( [a-z]+){4,}");
      int pages = 0;
      for (int row = 0; row < help->list()->count(); ++row) {
        const QListWidgetItem* item = help->list()->item(row);
        if (item->data(Qt::UserRole).isNull()) continue;
        help->list()->setCurrentRow(row);
        const QString prose = proseOf(*help->page()->document());
        QVERIFY2(prose.contains(QRegularExpression("\\p{Han}{4}")), qPrintable(item->text()));
        const QRegularExpressionMatch english = kSentence.match(prose);
        QVERIFY2(!english.hasMatch(), qPrintable(item->text() + ": " + english.captured()));
        ++pages;
      }
      QVERIFY(pages > 60);
      QDir().mkpath(LW_BINARY_DIR "/screenshots");
      for (const char* page :
           {"pack", "matrix_products", "exchange", "gebp", "gpu", "parallel", "floating_point", "panes", "split"}) {
        help->showStep(page);
        QVERIFY(QTest::qWaitForWindowExposed(help));
        help->grab().save(QString(LW_BINARY_DIR "/screenshots/help_chinese_%1.png").arg(page));
      }
    }
  }

  void unknownLanguagesAreTold() {
    QVERIFY(!useLanguage(*qApp, "xx"));
    QTemporaryDir folder;
    QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
    settings.setValue("language", "xx");
    QVERIFY(chosenLanguage(settings) != "xx");
    settings.setValue("language", "zh_CN");
    QCOMPARE(chosenLanguage(settings), QString("zh_CN"));
  }

  void choiceIsKept() {
    WindowFixture f;
    QVERIFY(clickMenu(f.window.get(), {"View", "Language", QString::fromUtf8("简体中文")}));
    QCOMPARE(f.settings.value("language").toString(), QString("zh_CN"));
  }
};

}  // namespace lw

int testLanguage(int argc, char** argv) {
  lw::TestLanguage test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_language.moc"
