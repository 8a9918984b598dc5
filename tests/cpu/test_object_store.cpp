#include "backends/cpu/object_store.h"

#include <filesystem>
#include <fstream>

#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

namespace fs = std::filesystem;

class ObjectStoreTest : public ::testing::Test {
 protected:
  ObjectStoreTest()
      : folder(fs::path(::testing::TempDir()) / ("lw_objects_" + std::to_string(getpid()) + "_" +
                                                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {}
  ~ObjectStoreTest() override { fs::remove_all(folder); }
  size_t files() const { return fs::exists(folder) ? size_t(std::distance(fs::directory_iterator(folder), {})) : 0; }

  fs::path folder;
};

// B[i] = A[i] * factor
PrimFunc scaled(double factor) {
  Buffer a = makeBuffer("A", {8}, dtype::Float32), b = makeBuffer("B", {8}, dtype::Float32);
  Var i("i");
  return function({a, b}, loop(i, 8, store(b, {i}, load(a, {i}) * makeFloat(dtype::Float32, factor))));
}

float firstOf(const LoadedKernel& kernel) {
  Array<float> a(8), b(8);
  a[0] = 5;
  EXPECT_EQ(kernel.call({a.data(), b.data()}), 0);
  return b[0];
}

TEST_F(ObjectStoreTest, AnUnchangedFunctionIsCompiledOnce) {
  const CpuOptions options{.objects = folder};
  const LoadedKernel first = compileAndLoad(scaled(3), options);
  EXPECT_FALSE(first.module.known);
  EXPECT_EQ(files(), 1u);
  const LoadedKernel again = compileAndLoad(scaled(3), options);  // with other variables of the same names
  EXPECT_TRUE(again.module.known);
  EXPECT_EQ(again.module.object, first.module.object);
  EXPECT_EQ(firstOf(again), 15);
  EXPECT_EQ(files(), 1u);
}

TEST_F(ObjectStoreTest, WhatDecidesTheCodeDecidesTheKey) {
  const CpuOptions options{.objects = folder};
  compileAndLoad(scaled(3), options);
  const LoadedKernel other = compileAndLoad(scaled(4), options);
  EXPECT_FALSE(other.module.known);
  EXPECT_EQ(firstOf(other), 20);
  CpuOptions less = options, fast = options, old = options;
  less.optLevel = 1;
  fast.math.reassociate = true;
  old.cpu = "x86-64";
  for (const CpuOptions& o : {less, fast, old}) EXPECT_FALSE(compileAndLoad(scaled(3), o).module.known);
  EXPECT_EQ(files(), 5u);
  EXPECT_NE(ObjectStore::keyOf({"ab", "c"}), ObjectStore::keyOf({"a", "bc"}));
}

// Texts after optimisation are made by compiling.
TEST_F(ObjectStoreTest, TextsAreNotLeftOut) {
  CpuOptions options{.objects = folder};
  compileAndLoad(scaled(3), options);
  options.llvmText = true;
  const LoadedKernel known = compileAndLoad(scaled(3), options);
  EXPECT_TRUE(known.module.known);
  EXPECT_NE(known.module.llvmText.find("lw_kernel_main"), std::string::npos);
  options.asmText = true;
  const LoadedKernel compiled = compileAndLoad(scaled(3), options);
  EXPECT_FALSE(compiled.module.known);
  EXPECT_NE(compiled.module.asmText.find("lw_kernel_main"), std::string::npos);
}

TEST_F(ObjectStoreTest, DamagedFilesAreCompiledAgain) {
  const CpuOptions options{.objects = folder};
  compileAndLoad(scaled(3), options);
  const fs::path file = fs::directory_iterator(folder)->path();
  const auto whole = fs::file_size(file);
  for (const bool cut : {true, false}) {
    if (cut)
      fs::resize_file(file, whole / 2);
    else
      std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(std::streamoff(whole - 9)).put('\x55');
    const LoadedKernel again = compileAndLoad(scaled(3), options);
    EXPECT_FALSE(again.module.known);
    EXPECT_EQ(firstOf(again), 15);
    EXPECT_TRUE(compileAndLoad(scaled(3), options).module.known);  // and kept anew
  }
}

TEST_F(ObjectStoreTest, WhatWasNotUsedForLongestGoes) {
  const ObjectStore store(folder, 1000);
  for (const std::string key : {"one", "two", "three"}) {
    store.keep(key, std::string(300, key[0]));
    fs::last_write_time(folder / key, fs::file_time_type::clock::now() - std::chrono::hours(key == "one"   ? 3
                                                                                            : key == "two" ? 2
                                                                                                           : 1));
  }
  // Three of 364 bytes are too many: the first has gone. The second is used, so the third goes next.
  EXPECT_FALSE(store.find("one"));
  EXPECT_EQ(store.find("two"), std::string(300, 't'));
  store.keep("four", std::string(300, 'f'));
  EXPECT_TRUE(store.find("two"));
  EXPECT_FALSE(store.find("three"));
  EXPECT_TRUE(store.find("four"));
}

TEST_F(ObjectStoreTest, AFolderThatCannotBeWrittenIsNoError) {
  const LoadedKernel kernel = compileAndLoad(scaled(3), {.objects = "/proc/nowhere"});
  EXPECT_FALSE(kernel.module.known);
  EXPECT_EQ(firstOf(kernel), 15);
}

}  // namespace
}  // namespace lw::test
