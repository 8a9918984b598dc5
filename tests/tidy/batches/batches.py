#!/usr/bin/env python3
"""cmake/batches.py keeps files apart whose names would clash.

    batches.py SOURCE
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(sys.argv[1], "cmake"))
import batches  # noqa: E402


def names(text):
    return set(batches.own_names(batches.code_of(text)))


class OwnNames(unittest.TestCase):
    def test_of_anonymous_namespaces(self):
        text = """
            namespace lw {
            namespace {
            constexpr int kMost = 1'000;   // int inAComment();
            using Row = std::vector<int>;
            using graph::Sizes;
            struct Plan { int inner; };
            enum class Kind : int { A, B };
            template <class T, class U = int> bool fits(const T& t, int of = 0) { int local = 0; return t < local; }
            const char* text() { return "struct InAString {"; }
            std::map<int, int> table{{1, 2}};
            constexpr int kWide = 2 * (1 + 1), kHigh = 3, kDeep = 4;
            }  // namespace
            Result shown(int x) { return fits(x); }
            int total = 1;
            }
        """
        self.assertEqual(names(text), {"kMost", "Row", "Sizes", "Plan", "Kind", "fits", "text", "table", "kWide", "kHigh", "kDeep"})

    def test_of_static_things_and_tests(self):
        text = "namespace lw { static int count(int x) { return x; } constexpr char kAt = '{'; TEST(Tiles, Fit) { int a; } int b() {} }"
        self.assertEqual(names(text), {"count", "kAt", "Tiles_Fit"})

    def test_lambdas_and_literals_end_where_they_end(self):
        text = "namespace { const auto order = [](int a) { return a; }; const std::string quote = R\"(})\"; int last() { return 0; } }"
        self.assertEqual(names(text), {"order", "quote", "last"})


class Batches(unittest.TestCase):
    @staticmethod
    def arranged(*texts, most=100):
        return list(batches.batches(texts, most))

    def test_one_name_twice(self):
        self.assertEqual(self.arranged("namespace { int f(); }", "namespace { int f(); }", "namespace { int g(); }"), [0, 1, 0])

    def test_a_name_of_a_header(self):
        self.assertEqual(self.arranged("namespace { struct Plan {}; }", "Plan made() { return {}; }"), [0, 1])
        self.assertEqual(self.arranged("Plan made() { return {}; }", "namespace { struct Plan {}; }"), [0, 1])

    def test_aliases_that_are_declared_alike(self):
        using = "namespace { using testing::Not; } bool f() { return Not(1); }"
        self.assertEqual(self.arranged(using, using, "bool g() { return testing::Not(1); }"), [0, 0, 0])
        self.assertEqual(self.arranged(using, "Expr g() { return Not{1}; }"), [0, 1])
        self.assertEqual(self.arranged("Expr g() { return Not{1}; }", using), [0, 1])
        self.assertEqual(self.arranged(using, "namespace { using lw::Not; }", "namespace { int Not(); }"), [0, 1, 2])
        alias = "namespace { namespace fs = std::filesystem; using Row = std::vector<int>; }"
        self.assertEqual(self.arranged(alias, alias, "namespace { using Row = int; }"), [0, 0, 1])

    def test_macros(self):
        self.assertEqual(self.arranged("#define ROW 1\n", "int x = ROW;"), [0, 1])

    def test_room(self):
        self.assertEqual(self.arranged("\n" * 60, "\n" * 60, "\n" * 40), [0, 1, 0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
