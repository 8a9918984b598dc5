"""The widget of the Python module in a browser: a Jupyter server on the loopback interface, its notebook in a headless
Chromium, and real clicks. `scripts/check notebook` prepares both. Arguments: a folder for pictures."""
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PROGRAM = '''import loopwright as lw
from loopwright import T

@lw.prim_func
def product(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

sch = lw.Schedule(product)
w = lw.widget(sch)
w'''
PRINT = "print('loops:', [l for l in ('i_0', 'i_1', 'j', 'k') if l in str(sch.mod)], 'text:', w.text)"
PATIENCE = 90


def cell(source):
    return {"cell_type": "code", "execution_count": None, "id": f"c{abs(hash(source)) % 10**8}", "metadata": {}, "outputs": [], "source": source}


@contextlib.contextmanager
def server(folder):
    """A server that ends with this process; its address with its token."""
    python = pathlib.Path(sys.executable)
    environment = {**os.environ, "HOME": folder, "JUPYTER_CONFIG_DIR": folder + "/config", "JUPYTER_DATA_DIR": folder + "/data",
                   "JUPYTER_RUNTIME_DIR": folder + "/runtime", "IPYTHONDIR": folder + "/ipython"}
    process = subprocess.Popen([python.with_name("jupyter"), "lab", "--no-browser", "--ip=127.0.0.1", "--port=0", "--allow-root",
                                f"--ServerApp.root_dir={folder}/notebooks", "--LabApp.news_url=",
                                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
                               stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    try:
        lines = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/lab\?token=(\w+)", line):
                break
        else:
            sys.exit("error: the server did not start\n" + "".join(lines))
        # It must not wait for a reader of its messages.
        import threading
        threading.Thread(target=lambda: [None for _ in process.stderr], daemon=True).start()
        yield found[1], found[2]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def browser(folder):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,1400", f"--user-data-dir={folder}/profile",
                     "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


class Page:
    def __init__(self, driver, pictures):
        self.driver, self.pictures = driver, pictures

    def wait(self, condition, what):
        try:
            return WebDriverWait(self.driver, PATIENCE, 0.2).until(lambda _: self.quiet(condition))
        except Exception:
            self.picture("failed")
            sys.exit(f"error: {what} did not appear\n" + self.driver.find_element(By.TAG_NAME, "body").text[:3000])

    @staticmethod
    def quiet(condition):
        try:
            return condition()
        except Exception:  # the page is being drawn
            return False

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css, what=None):
        return self.wait(lambda: next(iter(self.all(css)), None), what or css)

    def box(self, name):
        return self.wait(lambda: next((b for b in self.all(".lw-widget .box > p:first-child") if b.text.split()[0] == name), None), f"box {name}")

    def boxes(self):
        return [b.text.split()[0] for b in self.all(".lw-widget .box > p:first-child") if b.text]

    def button(self, step):
        return self.wait(lambda: next((b for b in self.all(".lw-widget button.lw-step") if b.text == step), None), f"step {step}")

    def text(self):
        return self.one(".lw-widget .lw-text").text

    def picture(self, name):
        if self.pictures:
            self.driver.save_screenshot(str(pathlib.Path(self.pictures) / f"notebook_{name}.png"))


def expect(condition, what):
    if not condition:
        sys.exit(f"error: {what}")
    print(f"ok: {what}")


def run_cells(page):
    """Runs each cell in its order, by the keys of the notebook."""
    first = page.one(".jp-Notebook .jp-Cell .cm-content", "the notebook")
    first.click()
    for _ in page.all(".jp-Notebook .jp-CodeCell"):
        ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT).perform()


def run_cell(page, number):
    page.all(".jp-Notebook .jp-CodeCell .cm-content")[number].click()
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT).perform()


def clicks(page):
    page.wait(lambda: page.boxes() == ["i", "j", "k", "C"], "the loop tree")
    expect("each step that you click is added here" in page.text(), "the widget is shown with the loop tree of the schedule")
    page.box("i").click()
    page.button("split(i, [None, 8])").click()
    page.wait(lambda: page.boxes() == ["i_0", "i_1", "j", "k", "C"], "the tree after split")
    expect(page.text() == "sch.do('split(i, [None, 8])')", "a click on a step carries it out, and the text grows by its line")
    page.box("i_0").click()
    page.button("parallel(i_0)").click()
    page.wait(lambda: "parallel" in page.box("i_0").text, "the kind of the loop")
    expect(page.text().splitlines()[1:] == ["sch.do('parallel(i_0)')"], "the next line comes below")
    page.picture("steps")
    page.box("k").click()
    refused = page.wait(lambda: next((d for d in page.all(".lw-widget details") if d.text.startswith("parallel(k)")), None), "a refused step")
    refused.find_element(By.TAG_NAME, "summary").click()
    expect(len(refused.find_elements(By.CSS_SELECTOR, ".lw-why p")) >= 2, "a refused step shows its reason and two iterations")
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", refused)
    page.picture("refused")
    field = page.one(".lw-widget input")
    field.send_keys("vectorize(k)", Keys.ENTER)
    page.wait(lambda: page.all(".lw-widget .lw-refusal .lw-why"), "the reason of a typed step")
    expect("vectorize(k) is refused" in page.one(".lw-widget .lw-refusal").text, "so does a typed one")
    expect(len(page.text().splitlines()) == 2, "a refused step writes no line")
    field.clear()
    field.send_keys("vectorize(j)", Keys.ENTER)
    page.wait(lambda: "vectorized" in page.box("j").text, "the typed step")
    expect(not page.all(".lw-widget .lw-refusal .lw-why"), "the reason goes when the next step is accepted")
    next(b for b in page.all(".lw-widget .lw-line button") if b.text == "Undo").click()
    page.wait(lambda: "vectorized" not in page.box("j").text, "the state before")
    expect(len(page.text().splitlines()) == 2, "Undo takes the last line back")


def main():
    pictures = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        notebooks = pathlib.Path(folder) / "notebooks"
        notebooks.mkdir()
        document = {"cells": [cell(PROGRAM), cell(PRINT)], "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
                    "nbformat": 4, "nbformat_minor": 5}
        (notebooks / "widget.ipynb").write_text(json.dumps(document))
        with server(folder) as (port, token), browser(folder) as driver:
            page = Page(driver, pictures)
            driver.get(f"http://127.0.0.1:{port}/lab/tree/widget.ipynb?token={token}")
            page.wait(lambda: len(page.all(".jp-Notebook .jp-CodeCell")) == 2, "the notebook")
            page.wait(lambda: "Idle" in driver.find_element(By.TAG_NAME, "body").text, "the kernel")
            run_cell(page, 0)
            clicks(page)
            run_cell(page, 1)
            printed = page.wait(lambda: next((o.text for o in page.all(".jp-OutputArea-output") if o.text.startswith("loops:")), None), "the output")
            expect("'i_0'" in printed and "sch.do('parallel(i_0)')" in printed, "the schedule of the notebook has the steps")
            page.picture("end")


if __name__ == "__main__":
    main()
