// Layouts of directed graphs, by lw-layout and plain ones.
#include <QtTest>
#include <random>

#include "views/dataflow/graph_layout.h"

namespace lw {

class TestGraphLayout : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A layout that is stopped, or whose program ended, is plain; the next one is made by a new program.
  void aLayoutThatIsStoppedIsPlain() {
    const std::vector<QSizeF> sizes(400, QSizeF(80, 40));
    std::vector<std::pair<int, int>> edges;
    std::mt19937 random(1);
    for (int i = 1; i < int(sizes.size()); ++i)
      for (int k = 0; k < 4; ++k) edges.emplace_back(int(random() % unsigned(i)), i);
    const LayoutRequest request{sizes, edges, LayoutDirection::TopToBottom};
    GraphLayouter layouter;
    int asked = 0;
    const GraphLayout stopped = layouter.layout(request, [&] { return ++asked > 1; });
    QCOMPARE(stopped.centers, plainLayout(request).centers);
    QCOMPARE(stopped.edges.size(), edges.size());
    const std::vector<QSizeF> few(3, QSizeF(80, 40));
    const std::vector<std::pair<int, int>> chain{{0, 1}, {1, 2}};
    const GraphLayout next = layouter.layout({few, chain}, [] { return false; });
    QCOMPARE(next.centers.size(), few.size());
    QVERIFY2(next.centers != plainLayout({few, chain}).centers, "it is dot's");
    QVERIFY(next.centers[0].x() < next.centers[1].x() && next.centers[1].x() < next.centers[2].x());
    QCOMPARE(next.centers[0].y(), next.centers[2].y());
    QVERIFY(!next.edges[0].isEmpty());
    QVERIFY(next.edges[0].elementAt(0).x > next.centers[0].x());
  }

  // The first and the last node are alone in their layers, also after more layouts than Graphviz counts to.
  void manyLayoutsInAProcess() {
    GraphLayouter layouter;
    for (int round = 0; round < 400; ++round) {
      const int count = 3 + round % 29;
      const std::vector<QSizeF> sizes(size_t(count), QSizeF(80, 40));
      std::vector<std::pair<int, int>> edges;
      for (int i = 1; i < count; ++i)
        if ((round + i) % 5 > 0) edges.emplace_back((i * round) % i, i);
      const GraphLayout layout =
          layouter.layout({sizes, edges, LayoutDirection::TopToBottom, 0, count - 1}, [] { return false; });
      QCOMPARE(layout.centers.size(), sizes.size());
      for (int i = 1; i < count; ++i) QVERIFY(layout.centers[size_t(i)].y() > layout.centers[0].y() + 30);
      for (int i = 1; i < count; ++i) QVERIFY(layout.centers[size_t(i - 1)].y() < layout.centers.back().y() - 30);
    }
  }
};

}  // namespace lw

int testGraphLayout(int argc, char** argv) {
  lw::TestGraphLayout test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_graph_layout.moc"
