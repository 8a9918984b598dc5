// The pane @words@.
#include <QLabel>

#include "tests/gui/fixture.h"

namespace lw {

class Test@Name@ : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stepsAreCounted() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    QCOMPARE(f.window->findChild<QLabel*>("@name@")->text(), QString("1"));
  }
};

}  // namespace lw

int test@Name@(int argc, char** argv) {
  lw::Test@Name@ test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_@name@.moc"
