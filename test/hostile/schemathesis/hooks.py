"""What schemathesis has to know that the description says in words alone.

It must not take away the account it works with: what would change it names nobody instead. Tables hold objects in rows.
Lists and tables make several objects, and are answered with lists.
"""

import csv
import io
import json
import os
import random

import schemathesis

PROTECTED = [name for name in os.environ["PLUMBLINE_PROTECTED"].split(",") if name]
NOBODY = "00000000-0000-4000-8000-000000000000"


def harmless(value):
    if isinstance(value, str):
        for name in PROTECTED:
            value = value.replace(name, NOBODY)
        return value
    if isinstance(value, list):
        return [harmless(item) for item in value]
    if isinstance(value, dict):
        return {key: harmless(item) for key, item in value.items()}
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.method.upper() == "GET":
        return
    case.path_parameters = harmless(dict(case.path_parameters or {}))
    if isinstance(case.body, (str, list, dict)):
        case.body = harmless(case.body)
    # What makes nothing is answered with an empty list, in which there is no object to look at.
    if case.method.upper() == "POST" and case.body == []:
        case.body = [{}]


def cell(value):
    if value is None:
        return "NULL"
    return value if isinstance(value, str) else json.dumps(value)


@schemathesis.serializer("text/csv")
def as_table(context, value):
    """Objects as the rows of a table. What is no object is sent as it is, as head and as row, for the server to refuse."""
    rows = value if isinstance(value, list) else [value]
    if not rows or not all(isinstance(row, dict) for row in rows):
        # A table without anything is answered as an empty list is.
        text = (value if isinstance(value, str) else json.dumps(value, default=str)).strip() or "nothing"
        return f"{text}\r\n{text}\r\n".encode("utf-8", "replace")
    table = io.StringIO()
    writer = csv.DictWriter(table, list(dict.fromkeys(name for row in rows for name in row)))
    writer.writeheader()
    writer.writerows({name: cell(item) for name, item in row.items()} for row in rows)
    return table.getvalue().encode("utf-8", "replace")


@schemathesis.hook
def after_call(context, case, response):
    """Of the objects that a list or a table made, one that is drawn is held against the description of one."""
    if case.method.upper() != "POST" or not (case.media_type == "text/csv" or isinstance(case.body, list)):
        return
    try:
        answered = json.loads(response.content)
    except ValueError:
        return
    if not isinstance(answered, list) or not answered:
        return
    response.content = json.dumps(random.Random(case.id).choice(answered)).encode()
    response.content_size = len(response.content)
