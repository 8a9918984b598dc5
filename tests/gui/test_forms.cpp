#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include "app/models/schedule/steps.h"
#include "tests/gui/fixture.h"

namespace lw {

class TestForms : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The names of blocks are aligned and not elided.
  void namesOfBlocksStandBelowEachOther() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("cache_read(\"C\", 0, \"global\")");
    QVERIFY(f.settle());
    f.openForm(*findPrimitive("cache_read"), QPoint(200, 60));
    const auto* list = f.form()->findChild<QListWidget*>();
    QVERIFY(list && list->count() >= 2);
    for (int i = 0; i < list->count(); ++i) {
      const QString name = list->item(i)->text();
      QCOMPARE(name, name.trimmed());
      QVERIFY2(QFontMetrics(list->font()).horizontalAdvance(name) + 30 < list->viewport()->width(), qPrintable(name));
    }
    f.screenshot("form_of_blocks");
  }

  // Every primitive's form opens, has an editor for each parameter, and shows a verdict.
  void everyForm() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("j"));
    for (const Primitive* p : allPrimitives()) {
      if (p->query) continue;
      f.openForm(*p, QPoint(300, 200));
      QVERIFY2(f.settle(), p->name.c_str());
      QVERIFY2(f.form()->isVisible(), p->name.c_str());
      for (const Param& param : p->params) {
        ParamEditor* editor = f.form()->editor(param.name);
        QVERIFY2(editor && editor->widget(), (p->name + "." + param.name).c_str());
        QVERIFY2(editor->widget()->parent(), param.name.c_str());
      }
      QVERIFY2(!f.form()->verdict().isEmpty(), p->name.c_str());
      QVERIFY2(f.window->rect().contains(f.form()->geometry()), p->name.c_str());
      QTest::keyClick(f.form(), Qt::Key_Escape);
      QVERIFY2(!f.form()->isVisible(), p->name.c_str());
    }
  }

  // An illegal value shows its reason while the user types; a legal one is accepted.
  void liveVerdict() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    f.openForm(kSplit, QPoint(300, 200));
    auto* factors = qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget());
    QVERIFY(factors);
    factors->selectAll();
    QTest::keyClicks(factors, "2, 4");
    QVERIFY(f.settle());
    QVERIFY2(f.form()->verdict().contains("the factors of loop i cover 8 of its 64 iterations"),
             qPrintable(f.form()->verdict()));
    factors->selectAll();
    QTest::keyClicks(factors, "None, 4");
    QVERIFY(f.settle());
    QCOMPARE(f.form()->verdict(), QString("✓ legal"));
  }

  void offeredValues() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    QVERIFY(f.clickLoop("i"));
    f.openForm(kSplit, QPoint(300, 200));
    QPushButton* chip = nullptr;
    for (QPushButton* b : f.form()->findChildren<QPushButton*>())
      if (b->text() == "[None, 16]") chip = b;
    QVERIFY(chip);
    QTest::mouseClick(chip, Qt::LeftButton);
    QCOMPARE(qobject_cast<QLineEdit*>(f.form()->editor("factors")->widget())->text(), QString("None, 16"));
  }

  void literals() {
    QVERIFY(equal(valueFromText("[None, 4]"), StepValue::List{StepValue(), StepValue(4)}));
    QVERIFY(equal(valueFromText("True"), StepValue(true)));
    QVERIFY(equal(valueFromText("2.5"), StepValue(2.5)));
    QVERIFY(equal(valueFromText("'a,b'"), StepValue("a,b")));
    QVERIFY(equal(valueFromText("[[1, 2], 'x']"),
                  StepValue::List{StepValue::List{StepValue(1), StepValue(2)}, StepValue("x")}));
  }
};

}  // namespace lw

int testForms(int argc, char** argv) {
  lw::TestForms test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_forms.moc"
