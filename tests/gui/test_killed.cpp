// A window that is killed at any moment loses at most the keystroke under way. Another process acts on a window at
// random, types, and writes to a journal what its document has become after each change; it is killed at a random time,
// and a new window restores the work. LW_GUI_KILLS=N kills N processes (default 8), LW_GUI_SEED sets the seed.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QThread>
#include <chrono>
#include <thread>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/schedule/steps.h"
#include "app/services/document/autosave.h"
#include "app/services/document/documents.h"
#include "app/services/workbench.h"
#include "tests/gui/person.h"

namespace lw {
namespace {

int64_t nowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The text as it was typed, and every variant: what must not be lost.
QByteArray workOf(const WindowFixture& f) {
  const Workbench* workbench = f.window->workbench();
  QJsonObject work{{"text", QString::fromStdString(workbench->text()->content())}};
  const Session* session = workbench->document()->session();
  if (!session) return {};
  for (const auto& [name, workspace] : session->workspaces()) {
    QJsonArray nodes;
    for (int i = 0; i < workspace.history.size(); ++i) {
      const History::Node& node = workspace.history.node(i);
      nodes << QJsonArray{
          node.parent,  QString::fromStdString(node.title), QString::fromStdString(node.name), node.removed, node.off,
          node.bookmark};
    }
    work[QString::fromStdString(name)] = QJsonArray{workspace.history.current(), nodes};
  }
  return QJsonDocument(work).toJson(QJsonDocument::Compact);
}

// A line for each state of the document: the time in ms, a space, the work.
class Journal {
 public:
  Journal(const WindowFixture& f, const QString& path)
      : f_(f), file_(::open(qPrintable(path), O_WRONLY | O_CREAT | O_APPEND, 0600)) {}
  void note() {
    const QByteArray work = workOf(f_);
    if (work == last_) return;
    last_ = work;
    const QByteArray line = QByteArray::number(qint64(nowMs())) + ' ' + work + '\n';
    if (::write(file_, line.constData(), size_t(line.size())) != line.size()) ::_exit(3);
  }

 private:
  const WindowFixture& f_;
  const int file_;
  QByteArray last_;
};

struct Entry {
  int64_t at = 0;
  QByteArray work;
};
std::vector<Entry> entriesOf(const QString& path) {
  QFile file(path);
  std::vector<Entry> entries;
  if (!file.open(QIODevice::ReadOnly)) return entries;
  const QByteArray all = file.readAll();
  for (const QByteArray& line : all.left(all.lastIndexOf('\n')).split('\n'))
    if (const qsizetype space = line.indexOf(' '); space > 0)
      entries.push_back({line.left(space).toLongLong(), line.mid(space + 1)});
  return entries;
}

// Letters at random places of comments and of the program: some texts have errors meanwhile.
void typeWord(const WindowFixture& f, std::mt19937_64& random) {
  CodeView* source = f.written();
  f.showScheduled(false);
  source->setFocus();
  const size_t length = source->code().size();
  source->goTo(random() % 2 ? 0 : int(random() % (length + 1)));
  const int count = 1 + int(random() % 12);
  for (int i = 0; i < count; ++i) {
    QTest::keyClick(source, i == 0 && random() % 2 ? '#' : char('a' + random() % 26));
    QTest::qWait(int(random() % 20));
  }
  if (random() % 2)
    for (int i = 0; i < count; ++i) QTest::keyClick(source, Qt::Key_Backspace);
}

}  // namespace

class TestKilled : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Also while somebody types without a pause, in which the text would be parsed.
  void everyKeyIsOnTheDisk() {
    WindowFixture f;
    QVERIFY(f.openText(kSmallProgram));
    f.window->workbench()->steps()->applyText("split(i, [None, 8])");
    QVERIFY(f.settle());
    CodeView* source = f.written();
    f.showScheduled(false);
    source->setFocus();
    source->goTo(0);
    const QString copy = f.window->workbench()->files()->keptFile();
    std::string typed;
    for (const char c : std::string("# kept")) {
      QTest::keyClick(source, c);
      typed += c;
      QVERIFY2(f.window->workbench()->text()->pausing(), "the text was parsed before it could be lost");
      while (f.window->workbench()->files()->keeping()) QThread::msleep(1);
      const Opened opened = openKept(copy);
      QVERIFY(opened.session);
      QVERIFY2(opened.session->text().starts_with(typed), opened.session->text().c_str());
      QCOMPARE(opened.session->workspace().history.size(), 2);
    }
    QVERIFY(QFile::exists(Autosave::typedFileOf(copy)));
    QVERIFY(f.settle());
    QVERIFY2(!QFile::exists(Autosave::typedFileOf(copy)), "the session has the text");
    QVERIFY(openKept(copy).session->text().starts_with("# kept"));
  }

  void atMostAKeystrokeIsLost() {
    const auto number = [](const char* variable, int usual) {
      bool ok = false;
      const int n = qEnvironmentVariableIntValue(variable, &ok);
      return ok ? n : usual;
    };
    const int kills = number("LW_GUI_KILLS", 8), seed = number("LW_GUI_SEED", 1);
    std::map<int, int> lostBy;  // number of lost changes: how often
    int64_t oldest = 0, changes = 0;
    for (int i = 0; i < kills; ++i) {
      const QString which = QStringLiteral("LW_GUI_SEED=%1, kill %2").arg(seed).arg(i);
      std::mt19937_64 random(uint64_t(seed) * 100'003 + uint64_t(i));
      QTemporaryDir folder;
      const QString journal = folder.filePath("journal"), kept = folder.filePath("kept"),
                    file = folder.filePath("p.py");
      {
        QFile program(file);
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write(random() % 2 ? kTwoBlocks : kSmallProgram);
      }
      QProcess child;
      child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
      child.start(QCoreApplication::applicationFilePath(),
                  {"--act-until-killed", folder.path(), QString::number(random() % 1'000'000)});
      QVERIFY2(QTest::qWaitFor([&] { return QFileInfo(journal).size() > 0; }, 60000), qPrintable(which));
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 1'500'000));
      const int64_t end = nowMs();
      child.kill();
      QVERIFY(child.waitForFinished());
      QVERIFY2(child.exitStatus() == QProcess::CrashExit && child.exitCode() == SIGKILL,
               qPrintable(which + ": the window ended by itself"));
      const std::vector<Entry> entries = entriesOf(journal);
      changes += int64_t(entries.size());

      WindowFixture f;
      f.window.reset();
      f.settings.setValue("autosave", kept);
      f.window = std::make_unique<MainWindow>(&f.settings);
      f.window->show();
      QVERIFY2(f.settle(), qPrintable(which));
      QByteArray restored = workOf(f);
      if (restored.isEmpty() || !f.window->workbench()->document()->session()->path().ends_with("p.py")) {
        f.window->openFile(file);  // nothing had to be restored
        QVERIFY(f.settle());
        restored = workOf(f);
      }
      size_t found = entries.size();
      while (found > 0 && !holds(restored, entries[found - 1].work)) --found;
      // A state that is newer than the journal has at least what its last line has.
      if (found == 0 && extends(restored, entries.back().work)) found = entries.size();
      QVERIFY2(found > 0, qPrintable(which + ": the work is none of those in the journal:\n" + restored +
                                     "\nthe last ones:\n" + lastOf(entries)));
      const int lost = int(entries.size() - found);
      ++lostBy[lost];
      const int64_t age = lost > 0 ? end - entries[found].at : 0;
      oldest = std::max(oldest, age);
      QVERIFY2(lost <= 2 || age < 1000,
               qPrintable(which + QStringLiteral(": %1 changes of %2 ms are lost; restored:\n").arg(lost).arg(age) +
                          restored + "\nthe last ones:\n" + lastOf(entries)));
    }
    std::string words;
    for (const auto& [lost, times] : lostBy) words += " " + std::to_string(lost) + ":" + std::to_string(times);
    qInfo("%d kills, %lld changes; lost changes:%s; the oldest was made %lld ms before", kills, (long long)changes,
          words.c_str(), (long long)oldest);
  }

 private:
  static QString lastOf(const std::vector<Entry>& entries) {
    QByteArray text;
    for (size_t i = entries.size() > 4 ? entries.size() - 4 : 0; i < entries.size(); ++i)
      text += QByteArray::number(qint64(entries[i].at)) + ' ' + entries[i].work + '\n';
    return text;
  }
  // Whether the text is that of the entry, and all its variants are there. A text that was not parsed yet may have
  // given their function another name.
  static bool holds(const QByteArray& restored, const QByteArray& entry) {
    if (restored == entry) return true;
    const QJsonObject has = QJsonDocument::fromJson(restored).object(), had = QJsonDocument::fromJson(entry).object();
    if (has.value("text") != had.value("text")) return false;
    for (const QString& name : had.keys()) {
      const QJsonValue variants = had.value(name);
      if (name == "text" || variants.toArray().at(1).toArray().size() < 2) continue;
      bool found = false;
      for (const QString& other : has.keys()) found = found || has.value(other) == variants;
      if (!found) return false;
    }
    return true;
  }
  // Whether every variant of `before` is in `after`, which has at most one more, and the texts differ by a keystroke.
  static bool extends(const QByteArray& after, const QByteArray& before) {
    const QJsonObject to = QJsonDocument::fromJson(after).object(), from = QJsonDocument::fromJson(before).object();
    if (std::abs(to.value("text").toString().size() - from.value("text").toString().size()) > 1) return false;
    for (const QString& name : from.keys()) {
      if (name == "text") continue;
      const QJsonArray had = from.value(name).toArray().at(1).toArray(), has = to.value(name).toArray().at(1).toArray();
      if (has.size() < had.size() || has.size() > had.size() + 1) return false;
      int differ = 0;
      for (int i = 0; i < had.size(); ++i) differ += had.at(i) != has.at(i);  // a node may have been removed or named
      if (differ > 1) return false;
    }
    return true;
  }
};

}  // namespace lw

// The process that is killed: it never returns.
int actUntilKilled(const QString& folder, const QString& seed) {
  using namespace lw;
  const QDir in(folder);
  WindowFixture f;
  f.window.reset();
  QSettings settings(in.filePath("child.ini"), QSettings::IniFormat);
  settings.setValue("autosave", in.filePath("kept"));
  settings.setValue("autoMeasure", false);
  settings.setValue("tune/records", in.filePath("tuning.db"));
  f.window = std::make_unique<MainWindow>(&settings);
  f.window->resize(1600, 1000);
  f.window->show();
  f.window->openFile(in.filePath("p.py"));
  if (!f.settle()) return 1;
  Journal journal(f, in.filePath("journal"));
  journal.note();
  Workbench* workbench = f.window->workbench();
  QObject::connect(workbench->document()->changes(), &ChangeQueue::drained, f.window.get(), [&] { journal.note(); });
  QObject::connect(workbench->document()->changes(), &ChangeQueue::changed, f.window.get(), [&] { journal.note(); });
  QObject::connect(workbench->text(), &DocumentText::typed, f.window.get(), [&] { journal.note(); });
  std::mt19937_64 random(seed.toULongLong());
  Person person(f, random());
  for (;;) {
    if (random() % 8 == 0)
      typeWord(f, random);
    else
      person.act();
  }
}

int testKilled(int argc, char** argv) {
  lw::TestKilled test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_killed.moc"
