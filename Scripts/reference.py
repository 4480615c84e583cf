#!/usr/bin/env python3
"""Reads the symbol graphs of a library, and names what the comment of a public symbol lacks.

A function says what each parameter is, what it returns, where it calls a closure, and has an example. An abstract is a
sentence of its own, because lists show it alone. Usage: reference.py MODULE FOLDER-OF-SYMBOL-GRAPHS
"""

import json
import pathlib
import re
import sys

FUNCTIONS = {"swift.method", "swift.type.method", "swift.init", "swift.subscript", "swift.func"}
# The compiler asks for these by name, and nobody calls them.
REQUIRED = re.compile(r"^(==|!=|hash\(into:\)|init\(rawValue:\)|subscript\(dynamicMember:\)|makeIterator\(\))")


def problems(symbol):
    if symbol["kind"]["identifier"] == "swift.extension":
        return  # a block that adds to a type of the other library, with comments of its members
    comment = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    text = "\n".join(comment)
    abstract = " ".join(text.strip().split("\n\n")[0].split())
    if not abstract:
        yield "has no comment"
    elif not abstract.endswith((".", "?")):
        yield f"has an abstract that is cut off: {abstract}"
    name = symbol["pathComponents"][-1]
    if symbol["kind"]["identifier"] not in FUNCTIONS or REQUIRED.match(name):
        return
    signature = symbol.get("functionSignature", {})
    for parameter in signature.get("parameters", []):
        own = parameter.get("internalName") or parameter["name"]
        if not re.search(rf"^\s*- (Parameter )?{re.escape(own)}:", text, re.M):
            yield f"does not say what the parameter {own} is"
    returned = "".join(part["spelling"] for part in signature.get("returns", []))
    if returned not in ("()", "Void", "Never", "") and "init" not in symbol["kind"]["identifier"]:
        if "subscript" not in symbol["kind"]["identifier"] and not re.search(r"^- Returns:", text, re.M):
            yield "does not say what it returns"
    declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
    if "->" in declaration.partition("(")[2].rpartition(")")[0] and not re.search(r"thread|actor|lock|task", text):
        yield "does not say where it calls the closure"
    # After an empty line: the second line of what is said of a parameter is indented too.
    if not re.search(r"\n\n    \S", text):
        yield "has no example"


def main():
    module, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    functions = found = 0
    for graph in sorted(folder.glob("*.json")):
        for symbol in json.loads(graph.read_text())["symbols"]:
            if f"/Sources/{module}/" not in symbol.get("location", {}).get("uri", ""):
                continue
            if symbol["kind"]["identifier"] == "swift.extension":
                continue
            functions += symbol["kind"]["identifier"] in FUNCTIONS
            for problem in problems(symbol):
                found += 1
                path = symbol["location"]["uri"].rpartition("/")[2]
                line = symbol["location"]["position"]["line"] + 1
                print(f"{path}:{line}: {'.'.join(symbol['pathComponents'])} {problem}", file=sys.stderr)
    if functions < 15:
        sys.exit(f"reference: {module} has {functions} functions; the symbol graphs are not complete")
    if found:
        sys.exit(1)
    print(f"reference: {functions} functions of {module} have their parameters, results and examples")


main()
