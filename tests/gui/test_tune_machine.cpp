// The pane Tune chooses the machine that measures: this one, or another one by ssh, the number of a device, or the
// model of an emulated one. ssh is a script that stays on this machine, where PoCL makes the processor such a device.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "app/services/tuning/tuning.h"
#include "app/window/tune/tune_feature.h"
#include "core/tune/records/records.h"
#include "tests/gui/fixture.h"
#include "tests/services/made_up_times.h"

namespace lw {

class TestTuneMachine : public QObject {
  Q_OBJECT

  struct Chosen : WindowFixture {
    explicit Chosen(const QString& theme = "dark", const MakeRunner& make = targetRunner) : WindowFixture(theme) {
      QDir(folder.path()).mkpath("home");
      QFile ssh(folder.filePath("ssh"));
      if (ssh.open(QIODevice::WriteOnly))
        ssh.write(QStringLiteral("#!/bin/sh\nfor word; do last=$word; done\n"
                                 "echo \"$3\" >> %1/hosts\n"
                                 "[ \"$3\" = lost@box ] && { echo 'No route to host' >&2; exit 255; }\n"
                                 "cd %1/home && exec sh -c \"$last\"\n")
                      .arg(folder.path())
                      .toUtf8());
      ssh.close();
      ssh.setPermissions(ssh.permissions() | QFile::ExeOwner);
      path = qgetenv("PATH");
      qputenv("PATH", folder.path().toUtf8() + ":" + path);
      window->workbench()->tuning()->setMakeRunner(make);
      opened = openText(kSmallProgram) && typeKey(Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
      view()->controls()->unfold(true);
      find<QSpinBox>("tuneTrials")->setValue(3);
    }
    ~Chosen() { qputenv("PATH", path); }
    TuneView* view() const { return feature<TuneFeature>().view(); }
    Tuning* tuning() const { return window->workbench()->tuning(); }
    template <class W>
    W* find(const char* name) const {
      return view()->findChild<W*>(name);
    }
    // Chooses an entry of a box by keys; false: it cannot be chosen.
    bool pick(const char* name, const QString& value) const {
      auto* box = find<QComboBox>(name);
      box->setFocus();
      QTest::keyClick(box, Qt::Key_Home);
      for (int i = 0; i < box->count() && box->currentData().toString() != value; ++i)
        QTest::keyClick(box, Qt::Key_Down);
      return settle() && box->currentData().toString() == value;
    }
    bool typeHost(const char* host) const {
      auto* field = find<QLineEdit>("tuneHost");
      QTest::mouseClick(field, Qt::LeftButton);
      QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
      QTest::keyClick(field, Qt::Key_Delete);
      QTest::keyClicks(field, host);
      return settle() && field->text() == host;
    }
    QString note() const { return find<QLabel>("tuneNote")->text(); }
    QString words() const { return find<QLabel>("tuneWords")->text(); }
    bool canStart() const { return find<QPushButton>("tuneStart")->isEnabled(); }
    bool searched() const {
      QTest::mouseClick(find<QPushButton>("tuneStart"), Qt::LeftButton);
      return QTest::qWaitFor([this] { return !tuning()->running(); }, 120000) && settle();
    }
    QByteArray path;
    bool opened = false;
  };

  // Of a device with a driver; another machine may have one that this machine lacks.
  static QString deviceTarget() {
    QString name;
    for (const TargetDescriptor* target : allTargets())
      if (target->driverText && target->find().available) name = QString::fromUtf8(target->name);
    return name;
  }

 private Q_SLOTS:
  // What is chosen depends on the target: a machine and a device, or a model.
  void theTargetDecidesWhatCanBeChosen() {
    Chosen f;
    QVERIFY(f.opened);
    const auto shown = [&](const char* name) { return f.find<QWidget>(name)->isVisible(); };
    QTRY_VERIFY(f.find<QComboBox>("tuneTarget")->count() > 1);
    QVERIFY(shown("tuneMachine") && !shown("tuneHost") && !shown("tuneDevice") && !shown("tuneDeviceModel"));
    QVERIFY(f.pick("tuneTarget", "gpu-emulator"));
    QTRY_VERIFY(shown("tuneDeviceModel"));
    QVERIFY(!shown("tuneMachine") && !shown("tuneDevice"));
    QCOMPARE(f.find<QComboBox>("tuneDeviceModel")->currentData().toString(), "sm_80");
    QTRY_VERIFY2(f.note().contains("(sm_80)"), qPrintable(f.note()));
    QVERIFY(f.pick("tuneDeviceModel", "sm_90"));
    QTRY_VERIFY2(f.note().contains("(sm_90)"), qPrintable(f.note()));
    QCOMPARE(machineOf(f.tuning()->choices(), f.tuning()->target()).device, std::string("sm_90"));
    f.screenshot("tune_model_dark");
  }

  // A host that cannot be one, or a target that other machines do not run, is said where it is chosen; nothing starts.
  void whatCannotMeasureIsSaid_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("dark") << "dark";
    QTest::newRow("light") << "light";
  }
  void whatCannotMeasureIsSaid() {
    QFETCH(QString, theme);
    Chosen f(theme);
    QVERIFY(f.opened);
    QTRY_VERIFY(f.canStart());
    QVERIFY(f.pick("tuneMachine", "ssh"));
    QTRY_VERIFY(f.find<QLineEdit>("tuneHost")->isVisible());
    QTRY_VERIFY2(f.note().contains("a remote machine runs the targets"), qPrintable(f.note()));
    QVERIFY(!f.canStart());
    QTRY_VERIFY(f.find<QComboBox>("tuneTarget")->count() > 1);
    for (const TargetDescriptor* target : allTargets())  // even if this machine lacks them
      if (target->driverText) QVERIFY2(f.pick("tuneTarget", QString::fromUtf8(target->name)), target->name.data());
    QTRY_VERIFY(f.find<QSpinBox>("tuneDevice")->isVisible());
    QTRY_COMPARE(f.note(), "Enter the other machine as ssh takes it, for example user@box");
    QVERIFY(!f.canStart());
    for (const char* bad : {"-oProxyCommand=x", "user box"}) {
      QVERIFY(f.typeHost(bad));
      QTRY_VERIFY2(f.note().contains("is not a host: ssh takes user@box"), qPrintable(f.note()));
      QVERIFY(!f.canStart());
      QTest::keyClick(f.find<QWidget>("tuneTrials"), Qt::Key_F5, Qt::ControlModifier);
      QVERIFY(f.settle() && !f.tuning()->running());
    }
    f.screenshot("tune_host_wrong_" + theme);
    QVERIFY(f.typeHost("user@box"));
    QTRY_VERIFY(f.canStart());
    QTRY_VERIFY2(f.note().startsWith("Candidates are sent to user@box by ssh. Its device 0 "), qPrintable(f.note()));
    f.find<QSpinBox>("tuneDevice")->setFocus();
    QTest::keyClick(f.find<QSpinBox>("tuneDevice"), Qt::Key_Up);
    QTRY_VERIFY2(f.note().contains("device 1 "), qPrintable(f.note()));
    f.screenshot("tune_host_" + theme);
  }

  // Candidates are measured there, and recorded as those of its device.
  void anotherMachineMeasures() {
    const QString target = deviceTarget();
    if (target.isEmpty()) QSKIP("there is no device with a driver");
    Chosen f;
    QVERIFY(f.opened && f.pick("tuneMachine", "ssh"));
    QTRY_VERIFY(f.find<QComboBox>("tuneTarget")->count() > 1);
    QVERIFY(f.pick("tuneTarget", target) && f.typeHost("user@box"));
    QTRY_VERIFY(f.canStart());
    QVERIFY(f.searched());
    QCOMPARE(f.view()->model()->rowCount(), 3);
    QTRY_VERIFY2(f.words().contains(" at user@box"), qPrintable(f.words()));
    QFile hosts(f.folder.filePath("hosts"));
    QVERIFY(hosts.open(QIODevice::ReadOnly));
    const QByteArrayList asked = hosts.readAll().split('\n');
    QVERIFY(asked.size() >= 4 && asked[0] == "user@box");
    const std::string device = f.tuning()->prepared().device;
    QVERIFY(!device.empty());
    const auto store = tune::RecordStore::open(f.folder.filePath("tuning.db").toStdString());
    QVERIFY(store.ok());
    const auto records = store->find({});
    QVERIFY(records.ok() && records->size() >= 3);
    for (const tune::Record& r : *records) QCOMPARE(r.key.processor, device);
    QCOMPARE(f.find<QPushButton>("tuneStart")->text(), "Continue ▸");
    f.screenshot("tune_host_searched_dark");
    // Other machines and devices begin anew.
    f.find<QSpinBox>("tuneDevice")->setFocus();
    QTest::keyClick(f.find<QSpinBox>("tuneDevice"), Qt::Key_Up);
    QTRY_COMPARE(f.find<QPushButton>("tuneStart")->text(), "Start ▸");
    QVERIFY(f.searched());
    QTRY_VERIFY2(f.words().contains("device 1: there are no more"), qPrintable(f.words()));
    QTest::keyClick(f.find<QSpinBox>("tuneDevice"), Qt::Key_Down);
    QVERIFY(f.typeHost("lost@box"));
    QVERIFY(f.searched());
    QTRY_VERIFY2(f.words().contains("No route to host"), qPrintable(f.words()));
  }

  // The next window has the same machine, device and model.
  void choicesAreRemembered() {
    Chosen f;
    QVERIFY(f.opened && f.pick("tuneMachine", "ssh"));
    QTRY_VERIFY(f.find<QComboBox>("tuneTarget")->count() > 1);
    QVERIFY(f.pick("tuneTarget", "gpu-emulator") && f.pick("tuneDeviceModel", "sm_86"));
    QVERIFY(f.pick("tuneTarget", "opencl") && f.typeHost("user@box"));
    f.find<QSpinBox>("tuneDevice")->setFocus();
    QTest::keyClick(f.find<QSpinBox>("tuneDevice"), Qt::Key_Up);
    QVERIFY(f.settle());
    f.window->close();
    f.window = std::make_unique<MainWindow>(&f.settings);
    f.window->show();
    QVERIFY(f.settle());
    const TuneChoices& choices = f.tuning()->choices();
    QVERIFY(choices.remote);
    QCOMPARE(choices.host, "user@box");
    QCOMPARE(choices.device, 1);
    QCOMPARE(choices.deviceModel, "sm_86");
    QCOMPARE(f.find<QLineEdit>("tuneHost")->text(), "user@box");
    QCOMPARE(f.find<QSpinBox>("tuneDevice")->value(), 1);
    QCOMPARE(f.find<QComboBox>("tuneMachine")->currentData().toString(), "ssh");
  }
};

}  // namespace lw

int testTuneMachine(int argc, char** argv) {
  lw::TestTuneMachine test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_tune_machine.moc"
