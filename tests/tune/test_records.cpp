// The store of tuning records: what is added comes back, the fastest is found, older files are migrated, and files that
// cannot be used are refused with the reason.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include <fstream>
#include <random>
#include <thread>

#include "core/tune/records/record_schema.h"
#include "tests/tune/record_cases.h"

namespace lw::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

class Records : public RecordFolder {
 protected:
  RecordStore opened(const StoreOptions& options = {}) const {
    Result<RecordStore> store = RecordStore::open(path(), options);
    EXPECT_TRUE(store.ok()) << toText(store.error());
    return std::move(*store);
  }
  // Runs SQL on the file as another program would.
  void change(const std::string& sql, const std::string& name = "tuning.db") const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path(name).c_str(), &database), SQLITE_OK);
    char* why = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &why), SQLITE_OK) << why;
    sqlite3_free(why);
    sqlite3_close(database);
  }
  std::string bytes(const std::string& name = "tuning.db") const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

void add(RecordStore& store, const Record& record) {
  const Result<int64_t> id = store.add(record);
  ASSERT_TRUE(id.ok()) << toText(id.error());
}

std::vector<int64_t> idsOf(const RecordStore& store, const RecordQuery& query) {
  const Result<std::vector<Record>> found = store.find(query);
  EXPECT_TRUE(found.ok()) << toText(found.error());
  std::vector<int64_t> ids;
  for (const Record& r : *found) ids.push_back(r.id);
  return ids;
}

TEST_F(Records, ComeBackAsTheyWereAdded) {
  Record wrong = measured(8, {});
  wrong.trial.outcome = Outcome::Wrong;
  wrong.trial.why.emplace();
  wrong.trial.why->kind = "run.wrong";
  wrong.trial.why->setMessage("C[0, 1] is 3 instead of 4");
  wrong.trial.why->setHint("look at the guard");
  {
    RecordStore store = opened();
    EXPECT_EQ(*store.add(measured(4, {0.41, 0.1 + 0.2, 1e-9})), 1);
    EXPECT_EQ(*store.add(wrong), 2);
  }
  const std::vector<Record> found = *opened().find({});
  ASSERT_EQ(found.size(), 2u);
  const Record& first = found[0];
  EXPECT_EQ(first.id, 1);
  EXPECT_EQ(first.key, someKey());
  EXPECT_EQ(first.function + "|" + first.space + "|" + first.machine, "matmul|5e|box");
  EXPECT_EQ(toJson(first.trial.decisions), R"({"rows":2,"i":[16,4]})");
  EXPECT_EQ(first.trial.trace, measured(4, {}).trial.trace);
  EXPECT_EQ(first.trial.outcome, Outcome::Measured);
  EXPECT_FALSE(first.trial.why.has_value());
  EXPECT_THAT(first.trial.ms, ElementsAre(0.41, 0.1 + 0.2, 1e-9));  // to the last digit
  EXPECT_EQ(first.trial.compileMs, 12.5);
  EXPECT_EQ(first.trial.expectedMs, 0.75);
  EXPECT_EQ(first.trial.when, "2026-11-21T10:20:30Z");
  EXPECT_EQ(found[1].trial.outcome, Outcome::Wrong);
  EXPECT_EQ(found[1].trial.why->kind, "run.wrong");
  EXPECT_EQ(found[1].trial.why->message, "C[0, 1] is 3 instead of 4");
  EXPECT_EQ(found[1].trial.why->hint, "look at the guard");
}

TEST_F(Records, SayWhetherAllResultsWereCompared) {
  Record part = measured(8, {2}), elsewhere = measured(16, {3});
  part.trial.whole = false;
  elsewhere.knowsWhole = false;
  {
    RecordStore store = opened();
    for (const Record& r : {measured(4, {1}), part, elsewhere}) add(store, r);
  }
  const std::vector<Record> found = *opened().find({});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].knowsWhole && found[0].trial.whole);
  EXPECT_TRUE(found[1].knowsWhole && !found[1].trial.whole);
  EXPECT_FALSE(found[2].knowsWhole);
}

TEST_F(Records, AreFoundByWhatIsAsked) {
  RecordStore store = opened();
  add(store, measured(4, {3}));
  Record other = measured(8, {2});
  other.key.program = "77";
  other.key.target = "cuda";
  other.function = "softmax";
  other.space = "6a";
  add(store, other);
  Record crashed = measured(16, {});
  crashed.trial.outcome = Outcome::Crashed;
  add(store, crashed);
  add(store, measured(32, {1}));
  EXPECT_THAT(idsOf(store, {}), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(idsOf(store, {.key = someKey()}), ElementsAre(1, 3, 4));
  EXPECT_THAT(idsOf(store, {.program = "77"}), ElementsAre(2));
  EXPECT_THAT(idsOf(store, {.function = "softmax"}), ElementsAre(2));
  EXPECT_THAT(idsOf(store, {.target = "cuda"}), ElementsAre(2));
  EXPECT_THAT(idsOf(store, {.space = "5e"}), ElementsAre(1, 3, 4));
  EXPECT_THAT(idsOf(store, {.outcome = Outcome::Crashed}), ElementsAre(3));
  EXPECT_THAT(idsOf(store, {.id = 3}), ElementsAre(3));
  EXPECT_THAT(idsOf(store, {.fastestFirst = true}), ElementsAre(4, 2, 1, 3));
  EXPECT_THAT(idsOf(store, {.target = "cpu", .fastestFirst = true, .limit = 2}), ElementsAre(4, 1));
}

// The median counts, not the mean or the least time; what was stopped early, or is wrong, never wins.
TEST_F(Records, BestIsTheLeastMedianOfTheKey) {
  RecordStore store = opened();
  EXPECT_FALSE(store.best(someKey())->has_value());
  add(store, measured(4, {1, 5, 5}));
  add(store, measured(8, {4, 4, 90}));
  Record stopped = measured(16, {3});
  stopped.trial.outcome = Outcome::Stopped;
  add(store, stopped);
  Record wrong = measured(32, {2});
  wrong.trial.outcome = Outcome::Wrong;
  add(store, wrong);
  EXPECT_EQ((*store.best(someKey()))->id, 2);
  // Any other condition makes times incomparable.
  const auto with = [](auto change) {
    RecordKey key = someKey();
    change(key);
    return key;
  };
  for (const RecordKey& key :
       {with([](RecordKey& k) { k.program = "40"; }), with([](RecordKey& k) { k.target = "cuda"; }),
        with([](RecordKey& k) { k.processor = "Intel"; }), with([](RecordKey& k) { k.threads = 1; }),
        with([](RecordKey& k) { k.math = "reassociate"; }), with([](RecordKey& k) { k.generator = "llvm 20"; }),
        with([](RecordKey& k) { k.sizes = "n=8"; })}) {
    EXPECT_FALSE(store.best(key)->has_value());
    Record fast = measured(64, {0.5});
    fast.key = key;
    add(store, fast);
    EXPECT_EQ((*store.best(key))->key, key);
    EXPECT_EQ((*store.best(someKey()))->id, 2);
  }
}

// A candidate that was lucky once is measured again in turns with others.
TEST_F(Records, TheLastRecordOfACandidateCounts) {
  RecordStore store = opened();
  add(store, measured(4, {1}));
  add(store, measured(8, {2}));
  add(store, measured(4, {3}));
  EXPECT_EQ((*store.best(someKey()))->id, 2);
  EXPECT_THAT(idsOf(store, {.latest = true}), ElementsAre(2, 3));
  Record wrong = measured(8, {});
  wrong.trial.outcome = Outcome::Wrong;
  add(store, wrong);
  EXPECT_EQ((*store.best(someKey()))->id, 3);
  Record refused = measured(0, {});
  refused.trial.trace.clear();
  refused.trial.outcome = Outcome::Refused;
  add(store, refused);
  add(store, refused);  // without traces, they are not one candidate
  EXPECT_THAT(idsOf(store, {.outcome = Outcome::Refused, .latest = true}), ElementsAre(5, 6));
}

TEST_F(Records, AreCountedByKeyAndOutcome) {
  RecordStore store = opened();
  add(store, measured(4, {3}));
  Record slow = measured(8, {9});
  slow.key.threads = 1;
  add(store, slow);
  Record crashed = measured(16, {});
  crashed.trial.outcome = Outcome::Crashed;
  crashed.trial.when = "2026-11-22T00:00:00Z";
  add(store, crashed);
  add(store, measured(32, {1}));
  add(store, measured(32, {2}));
  const std::vector<RecordSummary> all = *store.summaries({.program = "3f"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].key, someKey());
  EXPECT_EQ(all[0].total(), 4);
  EXPECT_EQ(all[0].counts.at(Outcome::Measured), 3);
  EXPECT_EQ(all[0].counts.at(Outcome::Crashed), 1);
  EXPECT_EQ(all[0].bestMs, 2);
  EXPECT_EQ(all[0].last, "2026-11-22T00:00:00Z");
  EXPECT_EQ(all[1].key.threads, 1);
  EXPECT_EQ(all[1].bestMs, 9);
}

TEST_F(Records, MakeTheirFolder) {
  const std::string deep = path("a/b/tuning.db");
  ASSERT_TRUE(RecordStore::open(deep).ok());
  EXPECT_TRUE(fs::exists(deep));
}

TEST_F(Records, AreWrittenAhead) {
  RecordStore store = opened();
  add(store, measured(4, {1}));
  EXPECT_TRUE(fs::exists(path() + "-wal"));
  EXPECT_GT(fs::file_size(path() + "-wal"), 0u);
}

// ---- files of other versions ----

// As the first version made it: no sizes, and several records of a candidate were equals.
constexpr const char* kVersion1 = R"(CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema VALUES (1);
CREATE TABLE record (id INTEGER PRIMARY KEY AUTOINCREMENT, program TEXT NOT NULL, target TEXT NOT NULL,
  processor TEXT NOT NULL, threads INTEGER NOT NULL, math TEXT NOT NULL, generator TEXT NOT NULL, function TEXT NOT NULL,
  space TEXT NOT NULL, machine TEXT NOT NULL, decisions TEXT NOT NULL, trace TEXT NOT NULL, trace_hash TEXT NOT NULL,
  outcome TEXT NOT NULL, why_kind TEXT NOT NULL, why TEXT NOT NULL, why_hint TEXT NOT NULL, ms TEXT NOT NULL,
  median_ms REAL, compile_ms REAL, expected_ms REAL, time TEXT NOT NULL);
CREATE INDEX record_program ON record (program, target, outcome, median_ms);
INSERT INTO record VALUES (1, '3f', 'cpu', 'AMD EPYC', 2, '', 'llvm 19.1.7', 'matmul', '', 'box', '{"rows":1}', '[[],[]]',
  'aa', 'measured', '', '', '', '[1.5]', 1.5, 3, 0, '2026-01-01T00:00:00Z');
INSERT INTO record VALUES (2, '3f', 'cpu', 'AMD EPYC', 2, '', 'llvm 19.1.7', 'matmul', '', 'box', '{"rows":2}', '[[],[1]]',
  'bb', 'measured', '', '', '', '[2.5]', 2.5, 3, 0, '2026-01-01T00:00:01Z');
INSERT INTO record VALUES (3, '3f', 'cpu', 'AMD EPYC', 2, '', 'llvm 19.1.7', 'matmul', '', 'box', '{"rows":1}', '[[],[]]',
  'aa', 'measured', '', '', '', '[3.5]', 3.5, 3, 0, '2026-01-01T00:00:02Z');)";

TEST_F(Records, OfAnOlderVersionAreMigrated) {
  change(kVersion1);
  {
    RecordStore store = opened();
    EXPECT_THAT(idsOf(store, {}), ElementsAre(1, 2, 3));
    EXPECT_EQ((*store.best(someKey()))->id, 2) << "record 3 is a later one of candidate 1";
    EXPECT_EQ((*store.find({.id = 1}))[0].key.sizes, "");
    EXPECT_FALSE((*store.find({.id = 1}))[0].knowsWhole);
    add(store, measured(4, {0.5}));
    EXPECT_EQ((*store.best(someKey()))->id, 4);
  }
  change("UPDATE schema SET version = version WHERE version = " + std::to_string(schemaVersion()) +
         "; DROP TABLE IF EXISTS temporary");
  EXPECT_THAT(idsOf(opened(), {}), ElementsAre(1, 2, 3, 4));
}

// A file that is damaged is not migrated, but what can be read of it is copied.
TEST_F(Records, OfAnOlderVersionAreRescued) {
  for (const char* lacks : {"whole", "sizes"}) {
    const std::string old = std::string(lacks) + ".db";
    {
      RecordStore store = *RecordStore::open(path(old));
      add(store, measured(4, {1}));
      add(store, measured(8, {2}));
    }
    change("ALTER TABLE record DROP COLUMN whole", old);
    if (lacks == std::string("sizes")) change("ALTER TABLE record DROP COLUMN sizes", old);
    RecordStore fresh = *RecordStore::open(path("fresh_" + old));
    const Result<Rescued> rescued = rescueRecords(path(old), fresh);
    ASSERT_TRUE(rescued.ok()) << toText(rescued.error());
    EXPECT_EQ(rescued->kept, 2);
    EXPECT_EQ(rescued->lost, 0);
    const std::vector<Record> kept = *fresh.find({});
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept[1].trial.trace, measured(8, {}).trial.trace);
    EXPECT_EQ(kept[1].key, someKey());
    EXPECT_FALSE(kept[1].knowsWhole);
  }
}

TEST_F(Records, OfANewerVersionAreRefusedAndLeftAsTheyAre) {
  change(std::string(kVersion1) + "UPDATE schema SET version = 99");
  const std::string before = bytes();
  const Result<RecordStore> store = RecordStore::open(path());
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind, "records.newer");
  EXPECT_EQ(store.error().message, "the tuning records " + path() + " have version 99, but this program reads up to " +
                                       std::to_string(schemaVersion()));
  EXPECT_THAT(store.error().hint, HasSubstr("this one was not changed"));
  EXPECT_EQ(bytes(), before);
}

// ---- files that are none, or damaged ----

TEST_F(Records, OtherFilesAreRefusedAndLeftAsTheyAre) {
  std::ofstream(path("notes.txt")) << std::string(5000, 'a');
  const Result<RecordStore> text = RecordStore::open(path("notes.txt"));
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().message, path("notes.txt") + " is not a database of tuning records: it is in another format");
  EXPECT_EQ(bytes("notes.txt"), std::string(5000, 'a'));

  change("CREATE TABLE songs (title TEXT)", "songs.db");
  const std::string before = bytes("songs.db");
  const Result<RecordStore> songs = RecordStore::open(path("songs.db"));
  ASSERT_FALSE(songs.ok());
  EXPECT_EQ(songs.error().message,
            path("songs.db") + " is not a database of tuning records: its tables are those of another program");
  EXPECT_EQ(bytes("songs.db"), before);
}

TEST_F(Records, DamageIsNoticed) {
  {
    RecordStore store = opened();
    for (int i = 0; i < 200; ++i) add(store, measured(i, std::vector<double>(50, i)));
  }
  const std::string whole = bytes();
  ASSERT_GT(whole.size(), 100'000u);
  std::string broken = whole;
  std::fill_n(broken.begin() + static_cast<long>(whole.size() / 2), 20'000, '\x5a');
  std::ofstream(path(), std::ios::binary) << broken;
  const Result<RecordStore> store = RecordStore::open(path());
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind, "records.damaged");
  EXPECT_THAT(store.error().message, HasSubstr("the database of tuning records " + path() + " is damaged: "));
  EXPECT_EQ(store.error().hint, "`lw records --db " + path() + " --rescue NEW.db` copies what can still be read");
  EXPECT_EQ(bytes(), broken);
  std::ofstream(path(), std::ios::binary) << whole.substr(0, whole.size() / 2);  // cut off
  EXPECT_EQ(RecordStore::open(path()).error().kind, "records.damaged");
  std::ofstream(path(), std::ios::binary) << whole;
  EXPECT_EQ(opened().find({})->size(), 200u);
}

// Pages in the middle are overwritten: what is on others is copied, and nothing wrong comes along.
TEST_F(Records, WhatIsWholeIsRescued) {
  constexpr int kCount = 300;
  {
    RecordStore store = opened();
    for (int i = 0; i < kCount; ++i) add(store, measured(i, std::vector<double>(50, i)));
  }
  std::string broken = bytes();
  ASSERT_GT(broken.size(), 100'000u);
  std::fill_n(broken.begin() + static_cast<long>(broken.size() / 2), 20'000, '\x5a');
  std::ofstream(path(), std::ios::binary) << broken;
  ASSERT_EQ(RecordStore::open(path()).error().kind, "records.damaged");
  RecordStore fresh = *RecordStore::open(path("fresh.db"));
  const Result<Rescued> rescued = rescueRecords(path(), fresh);
  ASSERT_TRUE(rescued.ok()) << toText(rescued.error());
  EXPECT_EQ(rescued->kept + rescued->lost, kCount);
  EXPECT_GT(rescued->kept, kCount / 2);
  EXPECT_GT(rescued->lost, 0);
  const std::vector<Record> kept = *fresh.find({});
  EXPECT_EQ(static_cast<int64_t>(kept.size()), rescued->kept);
  int before = -1;
  for (const Record& r : kept) {
    const int i = static_cast<int>(r.trial.medianMs());
    EXPECT_GT(i, before);
    EXPECT_EQ(r.trial.trace, measured(i, {}).trial.trace);
    EXPECT_EQ(r.key, someKey());
    before = i;
  }
  EXPECT_EQ(bytes(), broken);

  std::ofstream(path("notes.txt")) << std::string(5000, 'a');
  EXPECT_EQ(rescueRecords(path("notes.txt"), fresh).error().kind, "records.not-a-database");
  EXPECT_THAT(rescueRecords(path("nothing.db"), fresh).error().message,
              HasSubstr("cannot open the tuning records " + path("nothing.db")));
  change("CREATE TABLE songs (title TEXT)", "songs.db");
  EXPECT_FALSE(rescueRecords(path("songs.db"), fresh).ok());
}

TEST_F(Records, ValuesThatNoStoreWritesAreDamage) {
  add(*std::make_unique<RecordStore>(opened()), measured(4, {1}));
  for (const char* sql : {"UPDATE record SET decisions = 'many'", "UPDATE record SET decisions = '{}', ms = '[null]'",
                          "UPDATE record SET ms = '[]', outcome = 'splendid'"}) {
    change(sql);
    const Result<std::vector<Record>> found = opened().find({});
    ASSERT_FALSE(found.ok()) << sql;
    EXPECT_EQ(found.error().message,
              "the database of tuning records " + path() + " is damaged: record 1 cannot be read");
  }
  EXPECT_THAT(opened().summaries({}).error().message, HasSubstr("it has the unknown outcome splendid"));
  change("DELETE FROM schema");
  EXPECT_THAT(RecordStore::open(path()).error().message, HasSubstr("it has no version number"));
  change("INSERT INTO schema VALUES (-3)");
  EXPECT_THAT(RecordStore::open(path()).error().message, HasSubstr("its version is -3"));
}

// ---- places that cannot be written ----

TEST_F(Records, PlacesThatCannotBeWrittenAreNamed) {
  std::ofstream(path("file")) << "text";
  const Result<RecordStore> below = RecordStore::open(path("file") + "/deep/tuning.db");
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().message,
            "cannot make the folder " + path("file") + "/deep for tuning records: Not a directory");
  fs::create_directory(path("folder"));
  const Result<RecordStore> folder = RecordStore::open(path("folder"));
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().message, "cannot open the tuning records " + path("folder") + ": Is a directory");
  EXPECT_THAT(folder.error().hint, HasSubstr("check the path and its permissions"));
}

TEST_F(Records, WhatSqliteRefusesIsPassedOn) {
  add(*std::make_unique<RecordStore>(opened()), measured(4, {1}));
  change("CREATE TRIGGER no_more BEFORE INSERT ON record BEGIN SELECT raise(ABORT, 'no more records'); END");
  RecordStore store = opened();
  const Result<int64_t> id = store.add(measured(8, {1}));
  ASSERT_FALSE(id.ok());
  EXPECT_EQ(id.error().message, "cannot write to the tuning records " + path() + ": no more records");
  EXPECT_THAT(id.error().hint, HasSubstr("check the permissions"));
  EXPECT_THAT(idsOf(store, {}), ElementsAre(1));
}

TEST_F(Records, WriteProtectedFilesCanBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write to every file";
  add(*std::make_unique<RecordStore>(opened()), measured(4, {1}));
  fs::permissions(path(), fs::perms::owner_read);
  RecordStore store = opened();
  EXPECT_THAT(idsOf(store, {}), ElementsAre(1));
  EXPECT_THAT(store.add(measured(8, {1})).error().message,
              HasSubstr("cannot write to the tuning records " + path() + ": attempt to write a readonly database"));
}

TEST_F(Records, AFullDiskLosesNothingThatWasMeasured) {
  size_t added = 0;
  {
    RecordStore store = opened({.maxPages = 20});
    const Record large = measured(1, std::vector<double>(100, 1));
    Result<int64_t> id = store.add(large);
    for (; id.ok(); ++added, id = store.add(large)) ASSERT_LT(added, 1000u) << "the file should be full by now";
    EXPECT_EQ(id.error().kind, "records.disk-full");
    EXPECT_EQ(id.error().message, "the disk is full: cannot add a record to " + path());
    EXPECT_EQ(id.error().hint, "free some space; all earlier records are kept");
    EXPECT_FALSE(store.add(large).ok());
    EXPECT_EQ(store.find({})->size(), added) << "the store can still be read";
  }
  RecordStore again = opened();  // space was made
  EXPECT_EQ(again.find({})->size(), added);
  add(again, measured(3000, {1}));
}

// ---- several programs ----

TEST_F(Records, AnotherWriterIsWaitedFor) {
  RecordStore store = opened({.waitMs = 20});
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  const Result<int64_t> refused = store.add(measured(4, {1}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "another program keeps the tuning records " + path() + " locked");
  EXPECT_EQ(store.find({})->size(), 0u) << "reading needs no lock";
  RecordStore patient = opened({.waitMs = 60'000});
  std::jthread release([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
  });
  add(patient, measured(4, {1}));
  release.join();
  sqlite3_close(other);
}

TEST_F(Records, SeveralThreadsAndStoresAddAtOnce) {
  RecordStore one = opened();
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Result<RecordStore> own = RecordStore::open(path());
      ASSERT_TRUE(own.ok()) << toText(own.error());
      for (int i = 0; i < 20; ++i) add(i % 2 ? *own : one, measured(100 * t + i, {1}));
    });
  threads.clear();
  EXPECT_EQ(one.find({})->size(), 80u);
}

// ---- a process that ends at any moment ----

// Adds records until it is killed, and reports each one that add() has returned.
[[noreturn]] void addForever(const std::string& path, int first, int report) {
  Result<RecordStore> store = RecordStore::open(path);
  if (!store) _exit(1);
  for (int i = first;; ++i) {
    if (!store->add(measured(i, {double(i)}))) _exit(2);
    if (write(report, &i, sizeof i) != sizeof i) _exit(3);
  }
}

TEST_F(Records, WhatAddReturnedSurvivesBeingKilled) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> micros(0, 25'000);
  std::vector<int> reported;
  for (int round = 0; round < 50; ++round) {
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) addForever(path(), 100'000 * round, ends[1]);
    close(ends[1]);
    int i = 0;
    if (round % 2 && read(ends[0], &i, sizeof i) == sizeof i) reported.push_back(i);  // else it may still be opening
    std::this_thread::sleep_for(std::chrono::microseconds(micros(random)));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the child ended by itself: " << status;
    while (read(ends[0], &i, sizeof i) == sizeof i) reported.push_back(i);
    close(ends[0]);

    const Result<RecordStore> store = RecordStore::open(path());
    ASSERT_TRUE(store.ok()) << "after round " << round << ": " << toText(store.error());
    const Result<std::vector<Record>> found = store->find({});
    ASSERT_TRUE(found.ok()) << toText(found.error());
    std::vector<int> kept;
    for (const Record& r : *found) {
      const int i = static_cast<int>(r.trial.medianMs());
      EXPECT_EQ(r.trial.trace, measured(i, {}).trial.trace);  // whole, and of one piece
      kept.push_back(i);
    }
    ASSERT_TRUE(std::includes(kept.begin(), kept.end(), reported.begin(), reported.end())) << "after round " << round;
    EXPECT_LE(kept.size(), reported.size() + round + 1) << "each round writes at most one record that it cannot report";
  }
  EXPECT_GE(reported.size(), 25u) << "every second child is killed after its first record";
}

}  // namespace
}  // namespace lw::tune
