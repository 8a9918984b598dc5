#!/usr/bin/env python3
"""cmake/batches.py renames what clashes in a batch, and keeps files apart where it cannot.

    batches.py SOURCE
"""
import os
import sys
import tempfile
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
        return [number for number, _ in batches.batches(texts, most)]

    def test_one_name_twice(self):
        f, g = "namespace { int f(); }", "namespace { int g(); }"
        self.assertEqual(batches.batches([f, f, g], 100), [(0, []), (0, ["f"]), (0, [])])

    def test_a_name_of_a_header(self):
        own, other = "namespace { struct Plan {}; }", "Plan made() { return {}; }"
        self.assertEqual(batches.batches([own, other], 100), [(0, ["Plan"]), (0, [])])
        self.assertEqual(batches.batches([other, own], 100), [(0, []), (0, ["Plan"])])

    def test_what_cannot_be_renamed(self):
        f = "namespace { int f(); }"
        member = "namespace { int f(); struct Row { int f = 0; }; }"
        self.assertEqual(self.arranged(member, member), [0, 1])
        self.assertEqual(batches.batches([member, f], 100), [(0, []), (0, ["f"])])
        fixture = "namespace { class Rows : public Test {}; TEST_F(Rows, Fit) {} }"
        self.assertEqual(self.arranged(fixture, fixture), [0, 1])

    def test_an_overload_of_a_header_is_not_renamed(self):
        with tempfile.TemporaryDirectory() as root:
            with open(os.path.join(root, "rows.h"), "w", encoding="utf-8") as header:
                header.write("namespace lw { int f(int); struct Row { int g(); }; }")
            f = '#include "rows.h"\nnamespace { int f(char); }'
            g = '#include "rows.h"\nnamespace { int g(char); }'
            seen = batches.Headers(root)
            self.assertEqual([number for number, _ in batches.batches([f, f], 100, seen)], [0, 1])
            self.assertEqual(batches.batches([g, g], 100, seen), [(0, []), (0, ["g"])])

    def test_an_alias_of_what_a_file_has_for_itself(self):
        text = "namespace { struct Args {}; using Plan = Args; }"
        self.assertEqual(batches.batches([text, text], 100), [(0, []), (0, ["Args", "Plan"])])

    def test_aliases_that_are_declared_alike(self):
        using = "namespace { using testing::Not; } bool f() { return Not(1); }"
        self.assertEqual(self.arranged(using, using, "bool g() { return testing::Not(1); }"), [0, 0, 0])
        self.assertEqual(self.arranged(using, "Expr g() { return Not{1}; }"), [0, 1])
        self.assertEqual(self.arranged("Expr g() { return Not{1}; }", using), [0, 1])
        self.assertEqual(self.arranged(using, "namespace { using lw::Not; }"), [0, 1])
        alias = "namespace { namespace fs = std::filesystem; using Row = std::vector<int>; }"
        self.assertEqual(self.arranged(alias, alias, "namespace { using Row = int; }"), [0, 0, 1])

    def test_macros(self):
        self.assertEqual(self.arranged("#define ROW 1\n", "int x = ROW;"), [0, 1])

    def test_room(self):
        self.assertEqual(self.arranged("\n" * 60, "\n" * 60, "\n" * 40), [0, 1, 0])


class Copies(unittest.TestCase):
    def test_members_texts_and_directives_keep_their_names(self):
        text = """#include "check/check.h"
            // check
            int check(const Args& a, int n = 1'000) { return a.check + b->check + lw::check(n) + check(a); }
            const char* said = R"x(check)x" "check";
            const Primitive kSplit = define({.name = 'c', .check = check});
        """
        self.assertEqual(batches.renamed(text, {"check"}, "split"), """#include "check/check.h"
            // check
            int check_split(const Args& a, int n = 1'000) { return a.check + b->check + lw::check(n) + check_split(a); }
            const char* said = R"x(check)x" "check";
            const Primitive kSplit = define({.name = 'c', .check = check_split});
        """)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
