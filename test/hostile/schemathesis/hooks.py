"""Keeps schemathesis from taking away the account it works with: what would change it names nobody instead."""

import os

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
