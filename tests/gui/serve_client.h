// A client of `lw serve` in tests of the window: a process with JSON-RPC over pipes, in a runtime folder of its own.
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace lw {

class ServeClient {
 public:
  // The window of this process finds the session in the same folder.
  explicit ServeClient(const QTemporaryDir& runtime) {
    qputenv("XDG_RUNTIME_DIR", runtime.path().toLocal8Bit());
    process_.start(LW_BINARY_DIR "/bin/lw", {"serve", "--follow"});
    process_.waitForStarted();
    call("initialize", {{"client", "agent 1.0"}});
  }
  ~ServeClient() {
    kill();
    qunsetenv("XDG_RUNTIME_DIR");
  }

  // The result; of an error, the object with its kind and message. Events of the window are handled meanwhile.
  QJsonObject call(const QString& method, const QJsonObject& params = {}) {
    const int id = begin(method, params);
    return wait(id);
  }
  int begin(const QString& method, const QJsonObject& params) {
    const QJsonObject request{{"jsonrpc", "2.0"}, {"id", ++number_}, {"method", method}, {"params", params}};
    process_.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
    return number_;
  }
  QJsonObject wait(int id) {
    QJsonObject found;
    (void)QTest::qWaitFor(
        [&] {
          while (process_.canReadLine()) {
            const QJsonObject answer = QJsonDocument::fromJson(process_.readLine()).object();
            if (answer["id"].toInt() == id) found = answer;
          }
          return !found.isEmpty();
        },
        60000);
    return found.contains("error") ? found["error"].toObject()["data"].toObject() : found["result"].toObject();
  }
  void open(const QByteArray& text, const QString& name = "small.py") {
    document_ = call("open", {{"text", QString::fromUtf8(text)}, {"name", name}})["document"].toString();
  }
  // Of the opened document.
  QJsonObject on(const QString& method, QJsonObject params = {}) {
    params["document"] = document_;
    return call(method, params);
  }
  QJsonObject apply(const QStringList& steps) { return on("apply", {{"steps", QJsonArray::fromStringList(steps)}}); }
  int state() { return on("variants")["state"].toObject()["state"].toInt(-1); }
  const QString& document() const { return document_; }
  void close() {
    process_.closeWriteChannel();
    process_.waitForFinished(20000);
  }
  void kill() {
    process_.kill();
    process_.waitForFinished();
  }

 private:
  QProcess process_;
  int number_ = 0;
  QString document_;
};

}  // namespace lw
