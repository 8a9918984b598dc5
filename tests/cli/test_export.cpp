// lw export: every format, used as its reader would use it.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;
using testing::Not;

const char* kProduct = R"(from tvm.script import tir as T


@T.prim_func
def mm(A: T.Buffer((32, 48), "float32"), B: T.Buffer((48, 64), "float32"), C: T.Buffer((32, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(32, 64, 48):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def schedule(sch):
    i, j, k = sch.get_loops(sch.get_block("C"))
    io, ii = sch.split(i, [None, 8])
    jo, ji = sch.split(j, [None, 16])
    sch.reorder(io, jo, k, ii, ji)
    sch.vectorize(ji)
    sch.parallel(io)
)";

class Export : public Cli {
 protected:
  std::string program() const { return file("mm.py", kProduct); }
  std::string shell(const std::string& command) const {
    const std::string log = (folder / "shell").string();
    const int status = std::system(("cd " + folder.string() + " && (" + command + ") > " + log + " 2>&1").c_str());
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "ok\n" : "failed\n") + slurp(log);
  }
  // A program in C that calls mm and compares with the sums written out.
  std::string caller(const std::string& include, const std::string& before) const {
    return file("caller.c", before + "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n" + include + R"(
int main(void) {
  float *a = aligned_alloc(64, 32 * 48 * 4), *b = aligned_alloc(64, 48 * 64 * 4), *c = aligned_alloc(64, 32 * 64 * 4);
  for (int i = 0; i < 32 * 48; ++i) a[i] = (float)(i % 7) - 3;
  for (int i = 0; i < 48 * 64; ++i) b[i] = (float)(i % 5) - 2;
  const int code = mm(a, b, c);
  int wrong = 0;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 64; ++j) {
      float sum = 0;
      for (int k = 0; k < 48; ++k) sum += a[i * 48 + k] * b[k * 64 + j];
      wrong += fabsf(sum - c[i * 64 + j]) > 1e-4f;
    }
  printf("code %d, %d wrong\n", code, wrong);
  return code || wrong;
}
)");
  }
};

TEST_F(Export, TracesAreThoseOfApply) {
  const std::string steps = program() + " --script " + program();
  EXPECT_EQ(lw("apply " + steps + " --trace-py " + (folder / "a.py").string() + " --trace-json " +
               (folder / "a.json").string())
                .code,
            0);
  const Outcome python = lw("export " + steps), json = lw("export --format json " + steps);
  EXPECT_EQ(python.code, 0) << python.err;
  EXPECT_EQ(python.out, slurp((folder / "a.py").string()));
  EXPECT_EQ(json.out, slurp((folder / "a.json").string()));
  EXPECT_THAT(lw("export --dialect tvm --format json " + steps).out, HasSubstr("GetSBlock"));
}

TEST_F(Export, CppHasTheCallsWithTypedHandles) {
  const Outcome r = lw("export --format cpp " + program() + " --script " + program());
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("BlockRV b0 = sch->GetBlock(\"C\", \"main\");"));
  EXPECT_THAT(r.out, HasSubstr("Array<LoopRV> r1 = sch->GetLoops(b0);\n  LoopRV l1 = r1[0];"));
  EXPECT_THAT(r.out, HasSubstr("sch->Split(l1, Array<Optional<ExprRV>>{NullOpt, Integer(8)}, true, false);"));
  EXPECT_THAT(r.out, HasSubstr("sch->Reorder(Array<LoopRV>{l4, l6, l3, l5, l7});"));
  EXPECT_THAT(r.out, HasSubstr("sch->Vectorize(l7);"));
  const Outcome own = lw("export --format cpp " + program() + " --do 'peel(\"C.i\", 1)'");
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_THAT(own.out, HasSubstr("// TVM has no method for this step: sch->Peel("));
}

TEST_F(Export, CCompilesStrictlyAndComputes) {
  const Outcome r =
      lw("export --format c " + program() + " --script " + program() + " -o " + (folder / "mm.c").string());
  EXPECT_EQ(r.code, 0) << r.err;
  caller("", "int mm(const float *, const float *, float *);\n");
  EXPECT_EQ(shell("cc -std=c11 -O2 -Wall -Werror mm.c caller.c -lm -o run && ./run"), "ok\ncode 0, 0 wrong\n");
  const std::string text = slurp((folder / "mm.c").string());
  EXPECT_THAT(text, HasSubstr("A  float32 (32, 48), read"));
  EXPECT_THAT(text, HasSubstr("C  float32 (32, 64), written"));
}

TEST_F(Export, AnObjectLinksByItselfAndTakesAnotherParallelFor) {
  const Outcome r =
      lw("export --format object " + program() + " --script " + program() + " -o " + (folder / "mm.o").string());
  EXPECT_EQ(r.code, 0) << r.err;
  const std::string header = slurp((folder / "mm.h").string());
  EXPECT_THAT(header, HasSubstr("static inline int mm(const float *A, const float *B, float *C)"));
  EXPECT_THAT(header, HasSubstr("start at multiples of 64 bytes"));
  caller("#include \"mm.h\"", "");
  EXPECT_EQ(shell("cc -O2 -Wall -Werror caller.c mm.o -lm -o run && ./run"), "ok\ncode 0, 0 wrong\n");
  // The program's own lw_parallel_for takes the place of the serial one.
  caller("#include \"mm.h\"",
         "#include <stdint.h>\n#include <stdio.h>\nint lw_parallel_for(int (*body)(int64_t, int64_t, void *), int64_t "
         "begin, int64_t end, void *captures) {\n"
         "  printf(\"%d parts, \", (int)(end - begin));\n  return body(begin, end, captures);\n}\n");
  EXPECT_EQ(shell("cc -O2 -Wall -Werror caller.c mm.o -lm -o run && ./run"), "ok\n4 parts, code 0, 0 wrong\n");
  caller("#define LW_PARALLEL_FOR_OPENMP\n#include \"mm.h\"", "");
  EXPECT_EQ(shell("cc -O2 -Wall -Werror -fopenmp caller.c mm.o -lm -o run && ./run"), "ok\ncode 0, 0 wrong\n");
  EXPECT_THAT(shell("echo '#include \"mm.h\"' > h.cc && c++ -Wall -Werror -fsyntax-only -x c++ h.cc"), HasSubstr("ok"));
}

// 4 TiB, touched in a few places: an object ends the program where C returns -1, and neither writes anywhere.
TEST_F(Export, WithoutMemoryNothingIsWritten) {
  const std::string vast = file("vast.py", R"(from tvm.script import tir as T

@T.prim_func
def vast(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "int8")):
    C = T.alloc_buffer((64, 65536, 1048576), "int8")
    for i in range(64):
        with T.block("C"):
            vi = T.axis.spatial(64, i)
            C[vi, vi * 1040, vi * 16644] = A[vi]
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = C[vi, vi * 1040, vi * 16644]
)");
  file("vast_caller.c",
       "#include <stdint.h>\n#include <stdio.h>\n#ifdef HEADER\n#include \"vast.h\"\n#else\nint vast(const int8_t *, "
       "int8_t *);\n#endif\n"
       "int main(void) {\n  _Alignas(64) static int8_t a[64], b[64];\n  printf(\"code %d\\n\", vast(a, b));\n}\n");
  ASSERT_EQ(lw("export --format c " + vast + " -o " + (folder / "vast.c").string()).code, 0);
  EXPECT_EQ(shell("cc -O2 -Wall -Werror vast_caller.c vast.c -lm -o run && ./run"), "ok\ncode -1\n");
  ASSERT_EQ(lw("export --format object " + vast + " -o " + (folder / "vast.o").string()).code, 0);
  EXPECT_THAT(shell("cc -DHEADER -O2 -Wall -Werror vast_caller.c vast.o -lm -o run && (./run; echo ended by $?)"),
              HasSubstr("ended by 134"));
}

TEST_F(Export, ASharedLibraryLoads) {
  const Outcome r = lw("export --format shared --cpu x86-64-v3 --json " + program() + " --script " + program() +
                       " -o " + (folder / "libmm.so").string());
  EXPECT_EQ(r.code, 0) << r.err << r.out;
  EXPECT_EQ(nlohmann::json::parse(r.out).at("files").size(), 2u);
  EXPECT_THAT(slurp((folder / "libmm.h").string()), HasSubstr("compiled by Loopwright for x86-64-v3"));
  caller("#include \"libmm.h\"", "");
  EXPECT_EQ(shell("cc -O2 -Wall -Werror caller.c -L. -lmm -Wl,-rpath,. -lm -o run && ./run"), "ok\ncode 0, 0 wrong\n");
}

// Checks that every tag is closed in its turn and that nothing is fetched. With names of stages: also the links.
constexpr const char* kCheckPage = R"(import base64, json, sys, zlib
from html.parser import HTMLParser
VOID = {"meta", "br", "hr", "img", "link", "input"}
class P(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.refs, self.sessions, self.steps = [], set(), set(), [], 0
        self.boxes, self.below, self.lines, self.places = [], {}, {}, []
    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key == "id":
                assert value not in self.ids, value
                self.ids.add(value)
            if key in ("src", "href") and ":" in value:
                self.sessions.append(value)
            elif key in ("src", "href"):
                assert value.startswith("#"), value
                self.refs.add(value[1:])
        a = dict(attrs)
        self.steps += a.get("class") == "step"
        place = a.get("data-name") or (a.get("id") if a.get("id") in ("tree", "scheduled", "written") else None)
        if tag not in VOID:
            self.open.append(tag)
            self.places.append((place, a.get("data-k") if "box" in (a.get("class") or "") else None))
        places = [p for p, k in self.places if p]
        for key in (a.get("data-k") or "").split():
            if places:
                self.lines.setdefault(places[-1], []).append(key)
        if self.places and self.places[-1][1] and "box" in (a.get("class") or ""):
            around = [k for p, k in self.places if k]
            self.boxes.append(around[-1])
            for key in around:
                self.below.setdefault(key, set()).add(around[-1])
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()
        self.places.pop()
p = P()
text = open(sys.argv[1], encoding="utf-8").read()
p.feed(text)
p.close()
assert not p.open, p.open
assert p.refs <= p.ids, p.refs - p.ids
assert "http" not in text and "@import" not in text and "url(" not in text
if len(sys.argv) < 3:
    # The link and the file have the same session.
    link, file = p.sessions
    start, data = link.split("?")
    session = zlib.decompress(base64.urlsafe_b64decode(data + "==="))
    assert start == "loopwright:session", start
    assert file == "data:application/x-loopwright-session;base64," + base64.b64encode(session).decode(), file
    assert json.loads(session)["format"] == "loopwright-session" and not json.loads(session).get("path"), session
    sys.exit(print(p.steps, "steps"))
# Every loop and block of the tree is found in the program, as written and scheduled, and in the stages that are named.
keys = p.lines.pop("tree")
assert sorted(p.boxes) == sorted(keys), (p.boxes, keys)
assert set(p.boxes) <= set(p.lines["scheduled"]), p.lines["scheduled"]
for place in ["scheduled", "written"] + sys.argv[2:]:
    for key in p.boxes:
        assert p.below[key] & set(p.lines[place]), (place, key, p.lines[place])
print(len(p.boxes), "boxes")
)";

// The page of the same steps for a class: without their names, times and reasons.
TEST_F(Export, TheWorkSheetHasBlanks) {
  const std::string page = (folder / "sheet.html").string();
  const Outcome r = lw("export --format sheet " + program() + " --script " + program() + " -o " + page);
  EXPECT_EQ(r.code, 0) << r.err;
  const std::string text = slurp(page);
  for (const char* answer : {"split(i, [None, 8])", "Why?</b>", "def schedule", "loopwright:session"})
    EXPECT_THAT(text, Not(HasSubstr(answer)));
  EXPECT_THAT(text, HasSubstr("How many times as fast as before?"));
  EXPECT_THAT(text, HasSubstr("<span class=\"chip\">vectorized</span>"));
}

// Every tag is closed in its turn, nothing is fetched, every step has a section.
TEST_F(Export, ThePageIsWholeAndWellFormed) {
  const std::string page = (folder / "mm.html").string();
  const Outcome r = lw("export --format html --measure " + program() + " --script " + program() + " -o " + page);
  EXPECT_EQ(r.code, 0) << r.err;
  file("check.py", kCheckPage);
  EXPECT_EQ(shell("python3 check.py mm.html"), "ok\n6 steps\n");
  const std::string text = slurp(page);
  EXPECT_THAT(text, HasSubstr("<title>mm.py: mm</title>"));
  EXPECT_THAT(text, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(text, HasSubstr("<span class=\"chip\">vectorized</span>"));
  EXPECT_THAT(text, HasSubstr("<code>split(i, [None, 8])</code>"));
  EXPECT_THAT(text, HasSubstr("✓ right"));
  EXPECT_THAT(text, HasSubstr("<ins>"));
  // Every state has its program and its lowered code; the page says how the times came about.
  for (const char* id : {"step0-lowered", "step1-program", "step5-program", "step5-lowered"})
    EXPECT_THAT(text, HasSubstr("<details class=\"text\" id=\"" + std::string(id) + "\">"));
  EXPECT_THAT(text, HasSubstr("np.matmul(A, B, out=C)"));  // the file as written
  EXPECT_THAT(text, HasSubstr("<dt>Threads</dt><dd>"));
  EXPECT_THAT(text, HasSubstr("<dt>Compared with</dt><dd>the reference</dd>"));
  EXPECT_THAT(text, HasSubstr(" in 5 runs</span>"));
}

// The page of one state: loops and blocks are linked in the tree, both texts, the stages and the assembly.
TEST_F(Export, ThePageOfAStateIsLinked) {
  const Outcome r = lw("export --format state --measure " + program() + " --script " + program() + " -o " +
                       (folder / "state.html").string());
  EXPECT_EQ(r.code, 0) << r.err;
  file("check.py", kCheckPage);
  EXPECT_EQ(shell("python3 check.py state.html mark_origins common_subexpr_elim asm"), "ok\n6 boxes\n");
  const std::string text = slurp((folder / "state.html").string());
  EXPECT_THAT(text, HasSubstr("<title>mm.py: mm</title>"));
  EXPECT_THAT(text, HasSubstr("After 5 steps, for cpu"));
  EXPECT_THAT(text, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(text, HasSubstr("<span class=\"k\">for</span>"));
  EXPECT_THAT(text, HasSubstr("Divide one loop into a nest of loops."));
  EXPECT_THAT(text, HasSubstr("<tr class=\"here\"><td>step 5</td>"));
  EXPECT_THAT(text, HasSubstr("✓: the result is that of the "));
  EXPECT_THAT(text, HasSubstr("sch.vectorize"));  // the trace
  EXPECT_THAT(text, testing::AnyOf(HasSubstr("vmovups"), HasSubstr("vmovaps")));
  // A state that was not run has no panes for runs.
  const Outcome plain = lw("export --format state " + program());
  EXPECT_THAT(plain.out, HasSubstr("As written, for cpu, not run"));
  EXPECT_THAT(plain.out, testing::Not(HasSubstr("id=\"roofline\"")));
  const Outcome target = lw("export --format state --target toaster " + program());
  EXPECT_EQ(target.code, 4);
  EXPECT_THAT(target.err, HasSubstr("there is no pipeline for target 'toaster'"));
}

TEST_F(Export, SaysWhatItCannotDo) {
  const Outcome format = lw("export --format exe " + program());
  EXPECT_EQ(format.code, 2);
  EXPECT_THAT(format.err, HasSubstr("there is no format 'exe'"));
  EXPECT_THAT(format.err,
              HasSubstr("known: python, json, cpp, c, object, shared, package, html, sheet, state, relax"));
  const Outcome output = lw("export --format object " + program());
  EXPECT_EQ(output.code, 2);
  EXPECT_THAT(output.err, HasSubstr("name the output file with -o"));
  const Outcome refused = lw("export --format c " + program() + " --do 'vectorize(k)'");
  EXPECT_EQ(refused.code, 1);
}

}  // namespace
