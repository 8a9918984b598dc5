"""cases.py LW LIST FOLDER...: runs ONNX's own tests in these folders and compares what does not pass with a list.

A line of the list is a test that does not pass, and how: "not read test_name". A test that passes although it is listed
is an error as well, so that the list stays true. LW_UPDATE=1 writes the list."""

import json
import os
import subprocess
import sys


def main():
    """Runs and compares them."""
    lw, path, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    found, passed = {}, 0
    for folder in folders:
        answer = json.loads(subprocess.run([lw, "onnx-test", folder, "--json"], stdout=subprocess.PIPE, check=False).stdout)
        for test in answer["tests"]:
            passed += test["outcome"] == "passed"
            if test["outcome"] != "passed":
                found[test["name"]] = test
    lines = sorted(f"{test['outcome']} {name}" for name, test in found.items())
    if os.environ.get("LW_UPDATE"):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    with open(path, encoding="utf-8") as file:
        listed = file.read().splitlines()
    for line in sorted(set(lines) - set(listed)):
        print(f"{line}: {found[line.split()[-1]]['message']}")
    for line in sorted(set(listed) - set(lines)):
        print(f"listed, but no longer so: {line}")
    print(f"{passed} passed, {len(lines)} not, of which {len(set(lines) & set(listed))} are listed")
    sys.exit(lines != listed or passed == 0)


if __name__ == "__main__":
    main()
