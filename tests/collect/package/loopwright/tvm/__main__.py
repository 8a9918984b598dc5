"""Runs FILE and sends back its `collected`, with an error that it raised. FILE knows where by `result`."""

import json
import os
import sys
import traceback

words = sys.argv[1:]
options = {}
while words[0].startswith("--"):
    name = words.pop(0)
    options[name] = words.pop(0)
file = words[0]
names = {"__name__": "__main__", "__file__": file, "result": options["--collect"], "options": options, "collected": {}}
document = {"version": 1, "tvm": options["--tvm"]}
if os.path.isdir(file):
    document["output"] = " ".join(sorted(os.listdir(file)))
else:
    sys.path.insert(0, os.path.dirname(file))
    try:
        with open(file) as text:
            exec(compile(text.read(), file, "exec"), names)
    except (Exception, KeyboardInterrupt) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        document["errors"] = [{"message": f"{type(error).__name__}: {error}", "file": file, "line": place.lineno,
                               "cell": None, "traceback": traceback.format_exc()}]
document.update(names["collected"])
with open(options["--collect"], "w") as out:
    json.dump(document, out)
