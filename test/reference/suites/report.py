"""Prints where the two differed: python report.py REPORT..."""

import json
import re
import sys
from collections import Counter

from server import UUID

MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?")
# What each has of its own, and what is decided (docs/contract): additions, trees that are shown from a cache, text of errors.
OWN = re.compile(r"(^|\.)(natural_slug|tree_depth|family|vrf|display)$|(cable|circuit_termination_[az])\.object_type$")


def comparable(value, key=""):
    if isinstance(value, dict):
        return {name: comparable(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        items = [comparable(item) for item in value]
        return sorted(items, key=json.dumps) if key in ("content_types", "object_types", "actions") else items
    return MOMENT.sub("…", value) if isinstance(value, str) else value


def differences(theirs, ours, place="$"):
    """A line for each place where two values differ."""
    if OWN.search(place) or (isinstance(theirs, dict) and theirs.get("url") == ours):
        return
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in theirs.keys() | ours.keys():
            here = f"{place}.{name}"
            if name in theirs and name in ours:
                yield from differences(theirs[name], ours[name], here)
            elif not OWN.search(here) and not name.endswith("_count"):
                yield f"{here}: {'not ours' if name in theirs else 'not theirs'}"
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for one, other in zip(theirs, ours):
            yield from differences(one, other, f"{place}[]")
    elif theirs != ours:
        yield f"{place}: {json.dumps(theirs)[:150]}, ours {json.dumps(ours)[:150]}"


def lines_of(told):
    """What differs in one line of a report."""
    theirs, ours = told.get("theirs"), told.get("ours")
    if told["kind"] == "filter":
        if theirs != ours:
            yield f"{told['params']}: {short(theirs)}, ours {short(ours)}"
    elif told["kind"] == "record":
        yield from differences(comparable(theirs), comparable(ours))
    elif theirs[0] != ours[0]:
        yield f"{theirs[0]} {theirs[1][:150]}, ours {ours[0]} {ours[1][:150]}; sent {told['sent'][:150]}"
    elif theirs[0] < 400 and told["method"] != "OPTIONS":
        try:
            yield from differences(comparable(json.loads(theirs[1])), comparable(json.loads(ours[1])))
        except ValueError:
            pass  # Tables and pages.


def short(found):
    return "refused" if found is None else f"{len(found)} found"


def main(places):
    if not places or "--help" in places:
        sys.exit(__doc__)
    seen, kinds = Counter(), Counter()
    for place in places:
        for line in open(place):
            told = json.loads(line)
            kinds[told["kind"]] += 1
            if told["kind"] == "unlike":
                continue
            what = f"{told.get('method', told['kind'])} {told.get('path') or told['model']}"
            for line_of in lines_of(told):
                seen[" ".join(UUID.sub("…", f"{what} {line_of}").split())] += 1
    for line, count in seen.most_common():
        print(f"{count} × {line}")
    print(f"{len(seen)} differences in", ", ".join(f"{count} of {kind}" for kind, count in kinds.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
