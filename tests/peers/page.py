"""The page of all steps in a browser: page.py LW AXE.js FOLDER

Makes the page of the sample, which has to be small, and of a short schedule with times. axe-core finds nothing in them at
two sizes and in both themes; keys, search and addresses do what the page says. Writes pictures to FOLDER.
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

LW, AXE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"), pathlib.Path(sys.argv[3])
SAMPLE = "samples/mm_exp_mm.py"
STEPS, MOST = 30, 1_500_000  # bytes

# What a person does, as a list of tests that are true, or say what they found.
DRIVEN = """
var said = [];
function press(key, more) {
  (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", Object.assign({key: key, bubbles: true, cancelable: true}, more)));
}
function check(what, found, expected) { if (found !== expected) said.push(what + ": " + found + ", not " + expected); }
window.onerror = function (what) { document.body.textContent = JSON.stringify([what]); };
function ended() { window.onerror = null; document.body.textContent = JSON.stringify(said); }
"""
KEYS = DRIVEN + """
press("j"); press("j"); check("two steps on", location.hash, "#step2");
press("k"); check("one back", location.hash, "#step1");
press("l"); check("lowered code", document.getElementById("step1-lowered").open, true);
press("p"); check("program", document.getElementById("step1-program").open, true);
check("deep link", location.hash, "#step1-program");
press("a"); check("all texts", document.querySelectorAll("details.text:not([open])").length, 0);
press("a"); check("no text", document.querySelectorAll("details.text[open]").length, 0);
press("?"); check("keys", document.getElementById("keylist").hidden, false);
press("/"); check("find", document.activeElement.id, "find");
var find = document.getElementById("find"); find.value = "T.EXP("; find.dispatchEvent(new Event("input"));
var count = document.querySelectorAll(".hit").length; check("places", count > 0, true);
press("Enter"); check("place", document.getElementById("found").textContent, "1 of " + count);
press("Enter", {shiftKey: true}); check("last place", document.getElementById("found").textContent, count + " of " + count);
check("a place that is seen", document.querySelector(".now").offsetParent !== null, true);
check("its address", /^#step\\d+&find=T\\.EXP\\($/.test(location.hash), true);
press("Escape"); check("no search", document.querySelectorAll(".hit").length, 0);
press("End"); check("last step", location.hash, "#" + [].slice.call(document.querySelectorAll(".step")).pop().id);
check("the step that is told", document.getElementById("on").disabled, true);
ended();
"""
LINKED = DRIVEN + """
check("text", document.getElementById("step2-lowered").open, true);
check("line", document.querySelectorAll("#step2-lowered .l")[4].classList.contains("at"), true);
check("search", document.getElementById("find").value, "T.exp(");
check("places", document.querySelectorAll(".hit").length > 0, true);
ended();
"""
OPENED = """
document.querySelectorAll("details").forEach(function (d) { d.open = true; });
document.getElementById("keys").click();
document.getElementById("find").value = "for"; document.getElementById("find").dispatchEvent(new Event("input"));
"""
RULES = "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
AUDIT = RULES + """.then(function (r) {
  document.body.textContent = JSON.stringify(r.violations.map(function (v) {
    return v.id + ": " + v.help + " (" + v.nodes.length + "): " + v.nodes.slice(0, 3).map(function (n) { return n.html.slice(0, 160) }).join(" | ") }));
});"""


def chromium(*words):
    with tempfile.TemporaryDirectory() as own:
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={own}", "--hide-scrollbars",
                               "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=30000", *words],
                              capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(page, script, size="1280,900", address="", dark=False):
    """What a script in the page leaves as its text, as JSON."""
    driven = page.with_name("driven.html")
    text = page.read_text(encoding="utf-8").replace("</body>", "<script>" + script.replace("</script", "<\\/script") + "</script></body>")
    driven.write_text(text, encoding="utf-8")
    dom = chromium(f"--window-size={size}", *(["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] if dark else []),
                   "--dump-dom", driven.resolve().as_uri() + address)
    driven.unlink()
    body = re.search(r"<body[^>]*>(.*)</body>", dom, re.DOTALL)[1]
    try:
        return json.loads(html.unescape(body))
    except ValueError:
        return ["the script did not end: " + body[-300:]]


def page(name, *words, form="html"):
    path = FOLDER / (name + ".html")
    subprocess.run([LW, "export", "--format", form, *words, "-o", str(path)], check=True)
    return path


def printed(path):
    """Faults of the page on paper: the steps behind the first page, two on each, and none with a scrollbar."""
    count = len(re.findall(rb"/Type /Page\b(?!s)", path.with_suffix(".pdf").read_bytes()))
    most = 1 + (steps_of(path) + 1) // 2 + 1  # what is written, and the steps after it
    return [f"{path.name}: {count} pages in print, not {most}"] if not 2 < count <= most else []


def steps_of(path):
    return len(re.findall('<section class="step"', path.read_text(encoding="utf-8"))) - 1


def pictures(path):
    for name, size, dark in (("wide", "1280,2400", False), ("wide_dark", "1280,2400", True), ("phone", "390,3000", False)):
        chromium(f"--window-size={size}", "--force-device-scale-factor=2",
                 *(["--force-dark-mode", "--blink-settings=preferredColorScheme=0"] if dark else []),
                 f"--screenshot={(FOLDER / f'{path.stem}_{name}.png').resolve()}", path.resolve().as_uri())
    chromium("--no-pdf-header-footer", f"--print-to-pdf={(FOLDER / (path.stem + '.pdf')).resolve()}", path.resolve().as_uri())


FOLDER.mkdir(parents=True, exist_ok=True)
# The longest schedule, and steps after it that change little: each state has all of the program.
more = [word for i in range(STEPS - 14) for word in ("--do", f'annotate("F_update", "note_{i}", {i})')]
sample = page("sample", SAMPLE, "--script", SAMPLE + ":gebp", *more)
short = ("samples/first_product.py", "--script", "samples/first_product.py", "--measure")
timed, sheet = page("timed", *short), page("sheet", *short, form="sheet")
faults = []
steps = steps_of(sample)
size = sample.stat().st_size
print(f"{SAMPLE}: {steps} steps, {size / 1e6:.2f} MB")
if size > MOST or steps != STEPS:
    faults.append(f"{size} bytes for {steps} steps")
for path in (sample, timed, sheet):
    for words in (["1280,900", False], ["390,844", False], ["1280,900", True], ["390,844", True]):
        found = told(path, AXE + ";" + AUDIT, size=words[0], dark=words[1])
        faults += [f"{path.name} at {words[0]}{' in the dark theme' if words[1] else ''}: {fault}" for fault in found]
    faults += [f"{path.name} with everything open: {fault}" for fault in told(path, OPENED + AXE + ";" + AUDIT)]
    pictures(path)
    faults += printed(path)
faults += told(sample, KEYS)
faults += told(sample, LINKED, address="#step2-lowered:5&find=T.exp(")
for fault in faults:
    print("error:", fault)
sys.exit(1 if faults else print(f"axe-core: nothing found; keys, search and addresses work; pictures are in {FOLDER}"))
