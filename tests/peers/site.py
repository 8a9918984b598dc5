"""The built manual in a browser: site.py SITE AXE.js FOLDER [PAGE...]

Every page of both languages: axe-core finds nothing at two widths, in both themes, with everything unfolded; no page scrolls
sideways at 390 pixels, and what one touches there is at least 44 pixels high. The search is used by keys, and the menu of
pages on a telephone. PAGE: only pages whose path contains this. Writes pictures of some pages to FOLDER.
"""

import functools
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

SITE, AXE, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
ONLY = sys.argv[4:]
PATIENCE = 3600
SHOWN = ["index", "tour", "concepts", "gallery/index", "gallery/softmax", "howto/steps", "primitives/rfactor", "cli/run", "glossary", "search"]

DRIVER = """<!DOCTYPE html><meta charset="utf-8"><title>Driver</title>
<style>body { margin: 0 } iframe { border: 0; display: block; background: #fff }</style><body><script>
const pages = PAGES, driven = DRIVEN;
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const send = (what) => fetch("/told", { method: "POST", body: JSON.stringify(what) });
const later = (ms) => new Promise(done => setTimeout(done, ms));
async function framed(page, width, height) {
  document.querySelectorAll("iframe").forEach(old => old.remove());
  const frame = document.createElement("iframe");
  frame.style.width = width + "px"; frame.style.height = height + "px";
  await new Promise(done => { frame.onload = done; frame.src = "/" + page; document.body.append(frame); });
  await later(30);
  return frame;
}
async function audit(frame, only) {
  const inner = frame.contentWindow;
  if (!inner.axe) inner.eval(source);
  const found = await inner.axe.run(inner.document, only ? { runOnly: { type: "rule", values: only } } : { runOnly: rules });
  return found.violations.map(v => `${v.id}: ${v.help} (${v.nodes.length}): ` + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | "));
}
const sideways = (root) => {
  if (root.scrollWidth <= root.clientWidth) return [];
  const wide = [...root.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > root.clientWidth + 1 &&
    ![...parents(e)].some(p => p.scrollWidth > p.clientWidth && getComputedStyle(p).overflowX !== "visible"));
  return [`scrolls sideways: ${root.scrollWidth} pixels: ` + wide.slice(0, 3).map(e => e.outerHTML.slice(0, 120)).join(" | ")];
};
function* parents(e) { for (let p = e.parentElement; p; p = p.parentElement) yield p; }
const low = (root) => [...root.querySelectorAll(".bar a, .bar button, .bar input, .pages a, .next a, summary, .card")]
  .filter(e => e.getClientRects().length && !e.closest("[hidden]") && Math.round(e.getBoundingClientRect().height) < 44)
  .slice(0, 3).map(e => `lower than 44 pixels: ${e.getBoundingClientRect().height}: ${e.outerHTML.slice(0, 120)}`);
async function look(page) {
  const faults = [];
  const add = (where, found) => found.forEach(fault => faults.push(`${page} ${where}: ${fault}`));
  let frame = await framed(page, 1280, 900), root = frame.contentDocument.documentElement;
  root.dataset.theme = "light";
  root.querySelectorAll("details").forEach(d => { d.open = true; });
  await later(20);
  add("at 1280", await audit(frame)); add("at 1280", sideways(root));
  root.dataset.theme = "dark";
  add("in the dark theme", await audit(frame, ["color-contrast"]));
  frame.style.width = "390px"; frame.style.height = "844px";
  root.dataset.theme = "light";
  await later(60);
  add("at 390", sideways(root));
  root.querySelectorAll("details").forEach(d => { d.open = false; });
  add("at 390", await audit(frame)); add("at 390", sideways(root));
  frame.contentDocument.getElementById("menu").click();
  await later(20);
  add("at 390 with the menu", low(root)); add("at 390 with the menu", sideways(root));
  await send({ page, faults });
}
// What a person does with the search and the menu.
async function drive(language, word) {
  const faults = [];
  const check = (what, found, wanted) => { if (found !== wanted) faults.push(`${language}: ${what}: ${found}, not ${wanted}`); };
  let frame = await framed(`${language}/tour.html`, 1280, 900), page = frame.contentDocument;
  const press = (key, where) => where.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  press("/", page.body);
  const field = page.getElementById("query");
  check("/ goes to the search", page.activeElement === field, true);
  field.value = word; field.dispatchEvent(new frame.contentWindow.Event("input"));
  for (let i = 0; i < 100 && !page.querySelector("#results li"); ++i) await later(50);
  const rows = [...page.querySelectorAll("#results li")];
  check("results", rows.length > 0, true);
  check("the word in the head of the best result", rows.length && !!rows[0].querySelector("b mark, span mark"), true);
  const expected = rows.length ? new URL(rows[0].dataset.address, frame.contentWindow.location).pathname : "?";
  check("an excerpt with the word", rows.every(r => r.querySelector("mark")), true);
  (await audit(frame)).forEach(fault => faults.push(`${language}: with results: ${fault}`));
  press("ArrowDown", field);
  check("the chosen result", rows.length && rows[0].getAttribute("aria-selected"), "true");
  press("ArrowUp", field);
  check("round to the last", rows.length && rows[rows.length - 1].getAttribute("aria-selected"), "true");
  press("ArrowDown", field);
  press("Enter", field);
  for (let i = 0; i < 300 && frame.contentWindow.location.pathname.endsWith("tour.html"); ++i) await later(50);
  check("Enter opens it", frame.contentWindow.location.pathname, expected);
  frame = await framed(`${language}/search.html?q=${encodeURIComponent(word)}`, 390, 844); page = frame.contentDocument;
  for (let i = 0; i < 100 && !page.querySelector("#all li"); ++i) await later(50);
  check("the page of results", page.querySelectorAll("#all li").length > 0, true);
  const menu = page.getElementById("menu"), pages = page.getElementById("pages");
  check("no pages before the button", pages.getClientRects().length, 0);
  menu.click();
  check("pages after the button", pages.getClientRects().length, 1);
  check("told", menu.getAttribute("aria-expanded"), "true");
  check("before the text", !!(pages.compareDocumentPosition(page.querySelector("main")) & 4), true);
  press("Escape", page.body);
  check("no pages after Escape", pages.getClientRects().length, 0);
  await send({ page: `${language}: search and menu`, faults });
}
let source;
(async () => {
  source = await (await fetch("/axe.js")).text();
  for (const one of driven) await drive(...one).catch(e => send({ page: one[0], faults: ["driver: " + e.stack] }));
  for (const page of pages) await look(page).catch(e => send({ page, faults: [page + ": " + e.stack] }));
  await send({ done: true });
})();
</script>"""


class Told:
    def __init__(self):
        self.faults, self.pages, self.done = [], 0, threading.Event()

    def take(self, message):
        if message.get("done"):
            self.done.set()
            return
        self.pages += 1
        self.faults += message["faults"]
        if self.pages % 50 == 0:
            print(f"{self.pages} pages", flush=True)
        for fault in message["faults"]:
            print("error:", fault, flush=True)


class Handler(http.server.SimpleHTTPRequestHandler):
    told, driver = Told(), b""

    def do_GET(self):
        if self.path not in ("/driver.html", "/axe.js"):
            return super().do_GET()
        body = self.driver if self.path == "/driver.html" else AXE.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8" if self.path == "/driver.html" else "text/javascript")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.told.take(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):  # a page that is left closes its connections
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def chromium(own, *words):
    return ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={own}", "--hide-scrollbars",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", *words]


def picture(address, name, size, dark=False):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as own:
        subprocess.run(chromium(own, f"--window-size={size}", *(["--blink-settings=preferredColorScheme=0"] if dark else []),
                                f"--screenshot={(FOLDER / (name + '.png')).resolve()}", address),
                       capture_output=True, timeout=120, check=True)


def main():
    pages = sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if path.parent != SITE)
    pages = [page for page in pages if not ONLY or any(part in page for part in ONLY)]
    driven = [["en", "rfactor"], ["zh_CN", "概念"]]
    if not pages:
        sys.exit("error: there is no such page")
    Handler.driver = DRIVER.replace("PAGES", json.dumps(pages)).replace("DRIVEN", json.dumps(driven)).encode()
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    told = Handler.told
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as own:
        browser = subprocess.Popen(chromium(own, "--remote-debugging-port=0", "--window-size=1300,1000", address + "/driver.html"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ended = told.done.wait(PATIENCE)
        browser.terminate()
        browser.wait()
    if not ended:
        told.faults.append("the driver did not end")
    if told.pages != len(pages) + len(driven):
        told.faults.append(f"{told.pages} of {len(pages) + len(driven)} pages were looked at")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page in SHOWN if not ONLY else []:
        name, query = page.replace("/", "_"), "?q=vectorize" if page == "search" else ""
        for language in ("en", "zh_CN"):
            picture(f"{address}/{language}/{page}.html{query}", f"{name}_{language}", "1440,1400")
        picture(f"{address}/en/{page}.html{query}", f"{name}_dark", "1440,1400", dark=True)
        picture(f"{address}/en/{page}.html{query}", f"{name}_phone", "500,1400")
    server.shutdown()
    if told.faults:
        print(f"{len(told.faults)} faults on {len(pages)} pages")
        return 1
    print(f"{len(pages)} pages: axe-core found nothing, none scrolls sideways at 390 pixels; search and menu work")
    return 0


if __name__ == "__main__":
    sys.exit(main())
