"""`lw serve --mcp` under the official client of the Model Context Protocol: an agent that optimises a sample by calls alone,
and one that tries to cheat. Prints each call with what it returned in short, and fails where a promise does not hold."""
import asyncio
import json
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

MOST_CALLS = 40


class Agent:
    def __init__(self, session):
        self.session, self.calls = session, 0

    async def call(self, name, /, refused=False, **arguments):
        self.calls += 1
        begin = time.time()
        result = await self.session.call_tool(name, arguments)
        assert bool(result.is_error) == refused, (name, arguments, result.content)
        data = json.loads(result.content[-1].text)
        told = data.get("message") or {k: data[k] for k in ("state", "right", "against_reference", "speedup_over_reference",
                                                            "speedup_over_opened", "fastest", "best") if k in data}
        print(f"{self.calls:3} {time.time() - begin:6.2f} s  {name}({', '.join(f'{k}={str(v)[:60]!r}' for k, v in arguments.items() if k != 'document')})\n"
              f"               {json.dumps(told)[:200]}")
        return {**data, "text": result.content[0].text} if len(result.content) > 1 and not refused else data


async def optimise(session, file):
    """From as written to faster than the reference: loops in a better order, rows in parallel, vectors, then a search."""
    agent = Agent(session)
    opened = await agent.call("open", file=file)
    document = opened["document"]

    async def use(name, /, **arguments):
        return await agent.call(name, document=document, **arguments)

    tree = (await use("read", what="tree"))["text"]
    assert "loop C.m" in tree and "block F" in tree, tree
    cost = await use("read", what="cost")
    costly = sorted((r for r in cost["rows"] if r["kind"] == "block"), key=lambda r: -r["flops"] * r["executions"])[:2]
    assert {r["name"] for r in costly} == {"C", "F"}, costly
    refused = await use("explain", step="parallel(rk)")
    assert not refused["legal"] and refused["refused"]["witness"]["element"] == "C[0, 0]"
    best = None
    for block, row, column, reduction in (("C", "C.m", "C.l", "rk"), ("F", "F.m", "n", "rl")):
        offers = await use("legal", at=column, refused=False)
        assert any(s["legal"] for s in offers["steps"])
        await use("apply", steps=[f'reorder("{row}", "{reduction}", "{column}")', f'parallel("{row}")'])
        inner = f'{block}_update.{column.split(".")[-1]}'
        await use("apply", steps=[f'decompose_reduction("{block}", "{reduction}")', f'vectorize("{inner}")'],
                  name=f"rows_{block}")
    ran = await use("run", repeat=6)
    assert ran["right"] and ran["speedup_over_opened"] > 5, ran
    await use("branch", state="0")
    found = await use("tune", trials=40, seconds=240, threads=0, name="tuned")
    assert found["wrong"] == 0, found
    await use("branch", state="tuned")
    best = await use("run")
    for _ in range(15):  # on a busy machine two times may not be told apart
        if best["against_reference"] == "faster":
            break
        best = await use("run", repeat=40)
    compared = await use("compare", states=["rows_F", "tuned"], repeat=6)
    assert compared["fastest"] == best["state"], compared["fastest"]
    script = (await use("export", format="script"))["text"]
    assert "sch." in script
    assert best["right"] and best["against_reference"] == "faster", best
    assert best["opened"]["program"] == opened["fixed"]["program"]
    assert agent.calls <= MOST_CALLS, agent.calls
    print(f"{agent.calls} calls: {best['time']['median_ms']:.1f} ms, {best['speedup_over_reference']:.2f} times the reference's speed, "
          f"{best['speedup_over_opened']:.0f} times that of the program as written (estimated), on {best['conditions']['device']}, "
          f"{best['conditions']['threads']} threads")


WRONG = '''
from tvm.script import tir as T

@T.prim_func
def twice(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * T.float32(2)

def reference(A, B):
    B[:] = A * 3
'''


async def cheat(session):
    agent = Agent(session)
    document = (await agent.call("open", text=WRONG))["document"]
    for script in ("def reference(A, B):\n    B[:] = A * 2\n", "def schedule(sch):\n    open('x', 'w')\n",
                   "def schedule(sch):\n    while True:\n        pass\n"):
        await agent.call("apply", refused=True, document=document, script=script)
    ran = await agent.call("run", document=document, repeat=2)
    assert not ran["right"] and "speedup_over_opened" not in ran, ran
    honest = await agent.call("open", text=WRONG.replace("A * 3", "A * 2"))
    assert (await agent.call("run", document=honest["document"], repeat=2))["right"]
    assert not (await agent.call("run", document=document, repeat=2))["right"]
    await agent.call("open", refused=True, file="/etc/passwd")
    await agent.call("export", refused=True, document=document, format="json", path="/tmp/trace.json")
    await agent.call("tune", refused=True, document=document, trials=100_000)
    await agent.call("read", document=document)


async def look(session):
    assert {p.name for p in (await session.list_prompts()).prompts} == {"optimise_kernel", "explain_refusal", "port_tvm_schedule"}
    prompt = await session.get_prompt("optimise_kernel", {"program": "mm_exp_mm.py"})
    assert "mm_exp_mm.py" in prompt.messages[0].content.text
    resources = (await session.list_resources()).resources
    page = await session.read_resource(next(r.uri for r in resources if r.name == "split"))
    assert "# split" in page.contents[0].text
    tools = (await session.list_tools()).tools
    print(f"{len(tools)} tools, {len(resources)} resources")
    times = []
    for _ in range(200):
        begin = time.perf_counter()
        await session.call_tool("limits", {})
        times.append(1000 * (time.perf_counter() - begin))
    print(f"a call of limits: {sorted(times)[100]:.2f} ms at the median, with the client's own work")


async def main(lw, samples):
    server = StdioServerParameters(command=lw, args=["serve", "--mcp", "--root", samples, "--request-seconds", "300"])
    for work, stateless in ((look, True), (cheat, False), (lambda session: optimise(session, "mm_exp_mm.py"), False)):
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await (session.discover() if stateless else session.initialize())
            print(f"revision {session.protocol_version}")
            await work(session)


asyncio.run(main(*sys.argv[1:]))
