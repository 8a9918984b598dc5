// Files that Python runs in tests of the window. The package of tests/collect/package stands for the real one: the file
// itself says what it made.
#pragma once

#include <QFileInfo>
#include <QListWidget>
#include <QPushButton>

#include "app/models/document/document.h"
#include "app/window/notices/notices_feature.h"
#include "app/window/python/python_feature.h"
#include "backends/runner/confinement.h"
#include "tests/gui/fixture.h"

namespace lw {

// Line 4 is "def make", line 6 the function; the last lines say what running made of it.
inline constexpr const char* kPythonFile = R"(import json


def make(n, dtype="float32"):
    @T.prim_func
    def scaled(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] + A[vi]

    return scaled


def text(n, dtype="float32"):
    return f"""from tvm.script import tir as T
@T.prim_func
def scaled(A: T.Buffer(({n},), "{dtype}"), B: T.Buffer(({n},), "{dtype}")):
    for i in range({n}):
        with T.block("B"):
            vi = T.axis.spatial({n}, i)
            B[vi] = A[vi] + A[vi]
"""


def program(name, n, dtype="float32"):
    return {"name": name, "file": __file__, "line": 6, "functions": ["scaled"], "text": text(n, dtype),
            "lines": [0, 5, 6, 7, 8, 9, 10]}


steps = [["GetBlock", [], ["B", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1"]],
         ["Split", ["l1", "None", 8], [1], ["l2", "l3"]], ["Vectorize", ["l3"], [], []]]
collected = {
    "programs": [program("small", 64), program("large", SIZE)],
    "schedules": [{"name": "sch", "file": __file__, "line": 40, "program": 0, "trace": [steps, []]}],
    "factories": [{"name": "make", "file": __file__, "line": 4,
                   "parameters": [{"name": "n", "annotation": "int"},
                                  {"name": "dtype", "default": '"float32"', "annotation": ""}]}],
    "output": "two programs\n",
}
if options.get("--call"):
    n, dtype = eval(options["--call"], {"make": lambda n, dtype="float32": (n, dtype)})
    collected["programs"].append(program("make.scaled", n, dtype))
    collected["called"] = [2]
print("done")
LAST
)";

inline QByteArray pythonFile(const char* size = "128", const char* last = "") {
  return QByteArray(kPythonFile).replace("SIZE", size).replace("LAST", last);
}

class PythonFixture : public WindowFixture {
 public:
  PythonFixture() { window->resize(1440, 900); }
  QString write(const QByteArray& text, const QString& name = "make.py") const {
    QFile out(folder.filePath(name));
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) return {};
    return out.fileName();
  }
  bool open(const QByteArray& text, const QString& name = "make.py") const {
    openOrImport(write(text, name));
    return settle();
  }
  NoticeBar* notices() const { return feature<NoticesFeature>().bar(); }
  QString notice() const { return notices()->text(PythonFeature::kNotice); }
  QPushButton* button(const QString& text) const {
    for (QPushButton* button : notices()->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    return nullptr;
  }
  bool click(const QString& text) const {
    QPushButton* button = this->button(text);
    if (!button) return false;
    QTest::mouseClick(button, Qt::LeftButton);
    return settle();
  }
  bool run() const { return click("Run"); }
  // The window from which a dialog took the keys.
  bool activate() const {
    window->activateWindow();
    return QTest::qWaitFor([this] { return window->isActiveWindow(); });
  }
  bool openList() const { return activate() && typeKey(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier); }
  MadeDialog* dialog() const { return feature<PythonFeature>().dialog(); }
  CodeView* original() const { return feature<CodeFeature>().original(); }
  Document* document() const { return window->workbench()->document(); }
  QStringList rows() const {
    QStringList all;
    for (int i = 0; i < dialog()->list()->count(); ++i)
      if (!dialog()->list()->item(i)->isHidden()) all << dialog()->list()->item(i)->text();
    return all;
  }
  bool choose(const QString& name) const {
    QListWidget* list = dialog()->list();
    for (QListWidgetItem* row : list->findItems(name, Qt::MatchExactly)) {
      if (!(row->flags() & Qt::ItemIsSelectable)) continue;
      QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(row).center());
      return list->currentItem() == row;
    }
    return false;
  }
  bool openChosen() const {
    QTest::mouseClick(dialog()->openButton(), Qt::LeftButton);
    return settle();
  }
  QStringList problemTexts() const {
    QStringList all;
    for (int row = 0; row < problems()->model()->rowCount(); ++row)
      all << problems()->model()->index(row, ProblemsModel::kMessage).data().toString();
    return all;
  }
};

// For initTestCase() of a test: why nothing can be run; empty: the package is in place.
inline QString whyNothingRuns() {
  if (!QFile::exists("/usr/bin/python3")) return "there is no /usr/bin/python3";
  if (!possibleConfinement().files) return "this system or build confines nothing";
  QDir().mkpath(LW_BINARY_DIR "/screenshots");
  qputenv("LW_PYTHON_PACKAGE", LW_SOURCE_DIR "/tests/collect/package");
  qunsetenv("VIRTUAL_ENV");
  return {};
}

}  // namespace lw
