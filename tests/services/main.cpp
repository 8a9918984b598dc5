#include <gtest/gtest.h>

#include <QCoreApplication>

int main(int argc, char** argv) {
  QCoreApplication app(argc, argv);  // no widgets: the services need none
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
