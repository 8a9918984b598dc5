"""What scripts ask of dlight, MetaSchedule's rules and code generators."""

import contextlib
import io
import unittest

import loopwright

tvm = loopwright.as_tvm()
from tvm import meta_schedule as ms  # noqa: E402
from tvm.script import ir as I  # noqa: E402
from tvm.script import relax as R  # noqa: E402
from tvm.script import tir as T  # noqa: E402


@I.ir_module
class Sums:
    @T.prim_func
    def sums(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 8):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] += A[vi, vk]

    @R.function
    def main(x: R.Tensor((4, 8), "float32")):
        cls = Sums
        with R.dataflow():
            a = R.call_tir(cls.sums, (x,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.sums, (x,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.add(a, b)
            R.output(c)
        return c


class Rules(unittest.TestCase):
    def test_blocks_of_a_function(self):
        from tvm.s_tir.dlight.analysis import normalize_prim_func

        (info,) = normalize_prim_func(tvm.tir.Schedule(Sums["sums"]))
        self.assertEqual((info.name, info.dom_kind(), [int(d) for d in info.dom()]), ("B", "SR", [4, 8]))
        self.assertTrue(info.is_reduction() and not info.is_injective())

    def test_kernels_are_tasks_with_the_number_of_their_calls(self):
        from tvm.s_tir.meta_schedule.relax_integration import extract_tasks

        self.assertEqual([(t.task_name, t.weight) for t in extract_tasks(Sums, "llvm")], [("sums", 2)])

    def test_rules_are_objects_and_a_search_says_that_it_has_its_own(self):
        rules = ms.ScheduleRule.create("llvm")
        self.assertTrue(any(isinstance(r.clone(), ms.schedule_rule.ParallelizeVectorizeUnroll) for r in rules))
        self.assertEqual(repr(ms.mutator.MutateParallel(-1)), "MutateParallel(-1)")
        from loopwright.tvm.meta_schedule.rules import tell

        tell.cache_clear()
        with contextlib.redirect_stderr(io.StringIO()) as said:
            tell(), tell()
        self.assertEqual(said.getvalue().count("Loopwright's rules"), 1)

    def test_code_generators_of_others_are_missing_and_say_so(self):
        from tvm.relax import backend, transform

        self.assertEqual(backend.get_patterns_with_prefix("none"), [])
        self.assertIs(transform.FuseOpsByPattern([])(Sums), Sums)
        with self.assertRaisesRegex(NotImplementedError, "FuseOpsByPattern with patterns"):
            transform.FuseOpsByPattern([("some", None)])


if __name__ == "__main__":
    unittest.main()
