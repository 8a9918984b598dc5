// Calls of factories, and the texts of notebooks and folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "app/services/document/python_files.h"
#include "app/services/python/factory_call.h"
#include "app/services/python/python_need.h"

namespace lw {
namespace {

Factory factory() {
  Factory made;
  made.name = "Maker.make";
  made.parameters = {{"m", {}, "int"}, {"shape", "(1, 2)", ""}, {"dtype", "\"float32\"", ""}, {"*rest", {}, ""}};
  return made;
}

TEST(FactoryCall, IsWhatPythonReads) {
  EXPECT_EQ(factoryCall(factory(), {{"m", " 128 "}, {"shape", ""}, {"dtype", "float16"}, {"*rest", ""}}),
            "Maker.make(m=128, dtype=\"float16\")");
  EXPECT_EQ(factoryCall(factory(), {{"m", "4 * 2"}, {"dtype", "kinds[0]"}, {"*rest", "1, 2"}}),
            "Maker.make(m=4 * 2, dtype=kinds[0], 1, 2)");
  EXPECT_EQ(factoryCall(factory(), {{"m", "1"}, {"dtype", "None"}}), "Maker.make(m=1, dtype=None)");
}

TEST(FactoryCall, ItsValuesAreReadAgain) {
  const FactoryValues values{{"m", "128"}, {"shape", "(3, [4, 5])"}, {"dtype", "\"a, b=(\""}};
  EXPECT_EQ(valuesOfCall("make(m=128, shape=(3, [4, 5]), dtype=\"a, b=(\")"), values);
  EXPECT_TRUE(valuesOfCall("make()").empty());
  EXPECT_TRUE(valuesOfCall("make(").empty());
}

TEST(PythonFiles, CellsOfANotebook) {
  EXPECT_EQ(notebookText(R"({"cells": [{"cell_type": "code", "source": ["a = 1\n", "!pip list"]},
                                       {"cell_type": "markdown", "source": "words"},
                                       {"cell_type": "code", "source": "b = 2"}]})"),
            "# %% cell 1\na = 1\n# !pip list\n\n# %% cell 2\nb = 2\n");
  EXPECT_EQ(notebookText("[]"), std::nullopt);
  EXPECT_EQ(notebookText("{\"cells\": 3}"), std::nullopt);
}

TEST(PythonFiles, AFolderListsItsFiles) {
  const QTemporaryDir folder;
  EXPECT_EQ(folderText(folder.path()), std::nullopt);
  for (const char* name : {"b.py", "inner/a.py", "__pycache__/c.py", ".git/d.py", "readme.md"}) {
    const QString path = folder.filePath(name);
    ASSERT_TRUE(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(name);
  }
  const std::string title = "# " + QFileInfo(folder.path()).fileName().toStdString() + "/\n";
  EXPECT_EQ(folderText(folder.path()), title + "#     b.py\n#     inner/a.py\n");
  EXPECT_EQ(textForConsent(folder.path()), "# b.py\nb.py\n# inner/a.py\ninner/a.py\n");
}

TEST(PythonNeed, IsTheFirstPlace) {
  const auto need = [](const std::string& text) { return pythonNeedOf(readProgram("f.py", text)); };
  EXPECT_FALSE(need("from tvm.script import tir as T\n\n\ndef schedule(sch):\n    sch.get_block(\"B\")\n"));
  const std::optional<PythonNeed> factory =
      need("import a\n\n\ndef make(n):\n    if n:\n        @T.prim_func\n        def f():\n            pass\n");
  ASSERT_TRUE(factory);
  EXPECT_EQ(factory->line, 4);
  EXPECT_TRUE(factory->factory);
}

}  // namespace
}  // namespace lw
