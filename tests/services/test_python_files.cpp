// Calls of factories, the texts of notebooks and folders, interpreters, and errors of files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "app/models/python/python_choice.h"
#include "app/models/python/python_need.h"
#include "app/services/document/documents.h"
#include "app/services/document/python_files.h"
#include "app/services/python/factory_call.h"
#include "app/services/python/script_errors.h"

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

TEST(PythonFiles, ModulesThatTvmSaved) {
  const QTemporaryDir folder;
  const auto written = [&](const char* name, const char* text) {
    QFile file(folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return file.fileName();
  };
  EXPECT_FALSE(isSavedModule(written("trace.json", "[[], []]")));
  EXPECT_FALSE(isSavedModule(written("cut.json", "{\"root_index\": 1, ")));
  EXPECT_FALSE(isSavedModule(written("saved.py", "{\"root_index\": 1}")));
  const QString saved = written("saved.json", "{\"root_index\": 1, \"nodes\": []}");
  EXPECT_TRUE(isSavedModule(saved));
  const Opened opened = openProgram(saved, QString());
  ASSERT_TRUE(opened.session);
  EXPECT_EQ(opened.session->text(),
            "# saved.json is a module that Apache TVM saved. A Python with Apache TVM reads it.\n");
  EXPECT_EQ(opened.session->origin->ran, saved.toStdString());
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

class Environments : public ::testing::Test {
 protected:
  // An interpreter that would do harm if it were started.
  QString make(const QString& name) const {
    const QString environment = folder_.filePath(name);
    QDir().mkpath(environment + "/bin");
    QFile about(environment + "/pyvenv.cfg"), program(environment + "/bin/python3");
    EXPECT_TRUE(about.open(QIODevice::WriteOnly) && program.open(QIODevice::WriteOnly));
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return program.fileName();
  }
  QString file() const {
    QDir().mkpath(folder_.filePath("inner"));
    return folder_.filePath("inner/make.py");
  }
  QTemporaryDir folder_;
};

TEST_F(Environments, TheNearestIsFirst) {
  EXPECT_TRUE(environmentsBeside(file()).isEmpty());
  const QString outer = make("venv"), hidden = make(".venv"), inner = make("inner/env");
  EXPECT_EQ(environmentsBeside(file()), (QStringList{inner, hidden, outer}));
  EXPECT_EQ(environmentsBeside(folder_.filePath("inner")), (QStringList{inner, hidden, outer}));
  QFile::remove(folder_.filePath(".venv/pyvenv.cfg"));
  EXPECT_EQ(environmentsBeside(file()), (QStringList{inner, outer}));
  EXPECT_EQ(interpreterAt(folder_.filePath("venv")), outer);
  EXPECT_EQ(interpreterAt(outer), outer);
  EXPECT_EQ(interpreterAt(folder_.filePath("inner")), QString());
  EXPECT_EQ(interpreterAt(folder_.filePath("venv/pyvenv.cfg")), QString());
  EXPECT_EQ(nameOfInterpreter(inner), "inner/env");
  EXPECT_EQ(nameOfInterpreter("/usr/bin/python3"), "/usr/bin/python3");
}

TEST_F(Environments, AreUsedForTheFilesBesideThemOnceChosen) {
  const QString outer = make(".venv"), inner = make("inner/.venv");
  PythonChoices choices;
  EXPECT_TRUE(choices.of(file()).isDefault());
  choices.choose(file(), {outer, true});
  EXPECT_EQ(choices.of(file()), (PythonChoice{outer, true}));
  EXPECT_TRUE(choices.of("/usr/make.py").isDefault());
  choices.choose(file(), {inner, false});
  EXPECT_EQ(choices.of(file()), (PythonChoice{inner, false}));
  EXPECT_EQ(choices.of(folder_.filePath("other.py")), (PythonChoice{{}, false}));
  choices.choose(file(), {"/opt/python/bin/python3", true});
  EXPECT_EQ(choices.of(file()), (PythonChoice{"/opt/python/bin/python3", true}));
  EXPECT_EQ(choices.of("/usr/make.py"), (PythonChoice{"/opt/python/bin/python3", true}));
  choices.choose("/usr/make.py", {});
  EXPECT_TRUE(choices.of("/usr/make.py").isDefault());
}

TEST_F(Environments, TheVersionOfTvmIsRead) {
  const QString python = make(".venv");
  EXPECT_EQ(tvmVersionOf(python), "");
  const QString packages = folder_.filePath(".venv/lib/python3.11/site-packages/");
  QDir().mkpath(packages + "tvm");
  QFile module(packages + "tvm/__init__.py");
  ASSERT_TRUE(module.open(QIODevice::WriteOnly));
  EXPECT_EQ(tvmVersionOf(python), "?");
  QDir().mkpath(packages + "apache_tvm-0.27.0.post1.dist-info");
  EXPECT_EQ(tvmVersionOf(python), "0.27.0.post1");
}

TEST(ScriptErrors, NameThePackage) {
  Collected made;
  EXPECT_EQ(missingPackage(made), "");
  made.notes.resize(1);
  made.notes[0].message = "transformers.models is not installed for this Python: what uses it raises";
  EXPECT_EQ(missingPackage(made), "transformers");
  made.programs.resize(1);
  EXPECT_EQ(missingPackage(made), "") << "the programs are there all the same";
  made.errors.resize(2);
  made.errors[0].message = "ValueError: no";
  made.errors[1].message = "ModuleNotFoundError: No module named 'torch.nn'";
  EXPECT_EQ(missingPackage(made), "torch");
  EXPECT_EQ(errorOfCall(made), nullptr);
  made.errors[0].file = kCall;
  EXPECT_EQ(errorOfCall(made), &made.errors[0]);
}

}  // namespace
}  // namespace lw
