"""Runs the reference's own tests with the answers of a server beside it in the place of its own (README)."""

import json
import os
import sys
import time
from urllib.parse import quote, urlencode

import django_filters.filterset
import watch as watching
from django.apps import apps
from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.test.client import FakePayload
from django.utils import timezone
from graphql.backend.base import GraphQLDocument
from mirror import Mirror
from nautobot.core.tests.runner import NautobotTestRunner
from nautobot.extras.models import ObjectChange
from nautobot.users.models import Token
from rest_framework.test import APIClient
from server import Server

# The setting that lets everybody view everything leaves out what these applications have.
NOT_EXEMPT = {"auth", "users"}
# Of headers that a client of the tests has, these are its own affair.
OWN_HEADERS = {"HTTP_AUTHORIZATION", "HTTP_COOKIE", "HTTP_HOST"}


class Runner(NautobotTestRunner):
    """The reference's runner; `REPORT` names a file for what both said, a JSON object a line (`report.py` reads it)."""

    def setup_databases(self, **more):
        databases = super().setup_databases(**more)
        Beside(open(os.environ.get("REPORT", "report.jsonl"), "w")).begin()
        return databases


class Beside:
    def __init__(self, report):
        self.report = report
        self.server = Server()
        self.mirror = Mirror(self.server)
        self.watch = watching.Watch(self.mirror)
        self.asking = False
        self.answering = False
        self.exempting = None

    def begin(self):
        started = time.monotonic()
        count = self.mirror.load()
        print(f"{count} objects are in both after {time.monotonic() - started:.0f} s", file=sys.stderr)
        self.tell_failures()
        watching.begin(self.watch)
        beside, request = self, APIClient.request

        def requested(client, **environ):
            return beside.request(client, environ, lambda: request(client, **environ))

        APIClient.request = requested
        begin_document = GraphQLDocument.__init__

        def begun(document, schema, document_string, document_ast, execute):
            def executed(**more):
                result = execute(**more)
                user = getattr(more.get("context_value"), "user", None)
                sees_all = settings.EXEMPT_VIEW_PERMISSIONS or getattr(user, "is_superuser", False)
                if beside.watch.test and sees_all and not beside.answering:
                    beside.query(document_string, more.get("variable_values"), result.to_dict())
                return result

            begin_document(document, schema, document_string, document_ast, executed)

        GraphQLDocument.__init__ = begun
        found = django_filters.filterset.BaseFilterSet.qs.fget

        def filtered(filters):
            rows = found(filters)
            if beside.watch.test and not beside.asking and filters.request is None and isinstance(filters.data, dict):
                beside.filters(filters)
            return rows

        django_filters.filterset.BaseFilterSet.qs = property(filtered)

    def tell(self, kind, **said):
        self.report.write(json.dumps({"kind": kind, "test": self.watch.test, **said}, default=str) + "\n")
        self.report.flush()

    def follow(self):
        self.asking = True
        try:
            if self.mirror.changed:
                self.mirror.follow()
                self.tell_failures()
        finally:
            self.asking = False

    def tell_failures(self):
        for (model, pk), error in self.mirror.failures.items():
            self.tell("unlike", model=model._meta.label_lower, id=pk, error=error)
        self.mirror.failures.clear()

    # --- Requests

    def request(self, client, environ, original):
        """Asks both, tells what they said, and gives the test the server's answer with the reference's ids."""
        path = environ.get("PATH_INFO", "")
        if not path.startswith("/api/") or not settings.STRICT_FILTERING:
            return original()
        for name, value in client._credentials.items():
            environ.setdefault(name, value)
        content = environ["wsgi.input"].read() if "wsgi.input" in environ else b""
        environ["wsgi.input"] = FakePayload(content)
        self.follow()
        exempt = settings.EXEMPT_VIEW_PERMISSIONS and self.exempt(environ, True)
        status, headers, ours = self.ask(client, path, environ, content)
        started = timezone.now()
        self.answering = True
        try:
            response = original()
        finally:
            self.answering = False
        if exempt:
            self.exempt(environ, False)
        if environ["REQUEST_METHOD"] != "GET":
            self.watch.done_by_both()
        theirs = response.content.decode("utf-8", "replace")
        ours = ours.decode("utf-8", "replace")
        try:
            self.mirror.learn(json.loads(theirs), json.loads(ours))
        except ValueError:
            pass
        ours = self.mirror.to_theirs(ours)
        for key, own in self.mirror.keys.items():
            ours = ours.replace(own, key)
        self.tell(
            "answer",
            method=environ["REQUEST_METHOD"],
            path=path,
            query=environ.get("QUERY_STRING", ""),
            sent=content.decode("utf-8", "replace")[:2000],
            theirs=[response.status_code, theirs],
            ours=[status, ours],
        )
        if environ["REQUEST_METHOD"] != "GET" and status < 300 and response.status_code < 300:
            self.records(started)
        return answered(response, status, headers, ours)

    def ask(self, client, path, environ, content):
        headers = {
            name[5:].replace("_", "-").title(): value
            for name, value in environ.items()
            if name.startswith("HTTP_") and name not in OWN_HEADERS
        }
        if content:
            headers["Content-Type"] = environ["CONTENT_TYPE"]
            try:
                content = self.own_keys(self.mirror.to_ours(content.decode())).encode()
            except UnicodeDecodeError:
                pass
        query = self.own_keys(self.mirror.to_ours(environ.get("QUERY_STRING", ""))).replace(" ", "%20")
        # The tests have pages of any size.
        is_list = path.count("/") == 4 and environ["REQUEST_METHOD"] == "GET"
        if is_list and hasattr(settings, "PAGINATE_COUNT") and "limit=" not in query:
            query = f"{query}&limit=0".lstrip("&")
        url = quote(self.mirror.to_ours(path), safe="/:") + (f"?{query}" if query else "")
        method, caller = environ["REQUEST_METHOD"], self.caller(client, environ)
        return self.server.send(method, url, content or None, authorization=caller, headers=headers)

    def own_keys(self, text):
        for key, own in self.mirror.keys.items():
            text = text.replace(key, own)
        return text

    def caller(self, client, environ):
        """Who asks: whose token it is, or who is signed in."""
        sent = environ.get("HTTP_AUTHORIZATION")
        if sent:
            return self.own_keys(sent)
        forced = getattr(client.handler, "_force_user", None)
        session = client.session.get("_auth_user_id") if "sessionid" in client.cookies else None
        name = forced.username if forced else self.mirror.names.get(session)
        return f"Token {self.mirror.key_of(name)}" if name else None

    def exempt(self, environ, is_exempt):
        """Whoever asks may view everything, or no longer: a setting of the reference that tests change for a request."""
        token = Token.objects.filter(key=environ.get("HTTP_AUTHORIZATION", "")[6:]).first()
        if token is None:
            return False
        path = "/api/users/permissions/"
        if self.exempting is None:
            shown = self.server.json("GET", "/api/extras/content-types/?limit=0")[1]["results"]
            there = {f"{one['app_label']}.{one['model']}" for one in shown}
            models = {model._meta.label_lower for model in apps.get_models() if model._meta.app_label not in NOT_EXEMPT}
            permission = {"name": "exempt", "actions": ["view"], "object_types": sorted(models & there)}
            self.exempting = self.server.json("POST", path, permission)[1]["id"]
        users = [self.mirror.ours[str(token.user_id)]] if is_exempt else []
        self.server.json("PATCH", f"{path}{self.exempting}/", {"users": users})
        return True

    # --- Change records

    def records(self, started):
        """What both have recorded of a write; the server does so a moment later."""
        made = {}
        for record in ObjectChange.objects.filter(time__gte=started).order_by("time")[:12]:
            made[str(record.changed_object_id), record.action] = record
        for (theirs, action), record in made.items():
            ours = self.mirror.ours.get(theirs)
            if ours is None:
                continue
            path = f"/api/extras/object-changes/?changed_object_id={ours}&action={action}"
            shown = until(lambda: self.since(path, started))
            names = ("object_repr", "object_data", "object_data_v2")
            self.tell(
                "record",
                model=record.changed_object_type.model,
                action=action,
                theirs={name: getattr(record, name) for name in names},
                ours=shown and {name: shown[name] for name in names},
            )

    def since(self, path, moment):
        _, _, answer = self.server.send("GET", path)
        shown = json.loads(self.mirror.to_theirs(answer.decode()))["results"]
        return next((one for one in shown if one["time"] >= moment.isoformat()[:19]), None)

    # --- GraphQL

    def query(self, query, variables, theirs):
        """What a test whose user may view everything reads by a query without a request, and what the server answers."""
        self.follow()
        sent = json.dumps({"query": query, "variables": variables}, default=str)
        headers = {"Content-Type": "application/json"}
        status, _, ours = self.server.send("POST", "/api/graphql/", self.mirror.to_ours(sent).encode(), headers=headers)
        self.tell(
            "answer",
            method="QUERY",
            path="/api/graphql/",
            query="",
            sent=sent,
            theirs=[200 if "data" in theirs else 400, json.dumps(theirs, default=str)],
            ours=[status, self.mirror.to_theirs(ours.decode())],
        )

    # --- Filters

    def filters(self, filters):
        """What a test finds by parameters, and what the server does."""
        model = filters.queryset.model._meta.concrete_model
        params = [(name, text) for name, value in filters.data.items() for text in texts_of(value)]
        if model not in self.mirror.models or not params:
            return
        self.follow()
        self.asking = True
        try:
            # As requests have them: of several dates, for example, the last one counts.
            asked = type(filters)(QueryDict(urlencode(params)), filters.queryset)
            among = {str(pk) for pk in filters.queryset.values_list("pk", flat=True)} & self.mirror.ours.keys()
            valid = asked.is_valid()
            theirs = sorted(among & {str(pk) for pk in asked.qs.values_list("pk", flat=True)}) if valid else None
        finally:
            self.asking = False
        query = self.mirror.to_ours(urlencode([*params, ("limit", 0)]))
        status, answer = self.server.json("GET", f"{self.mirror.models[model][0]}?{query}")
        ours = None
        if status == 200:
            ours = sorted(among & {self.mirror.theirs.get(str(one["id"])) for one in answer["results"]})
        self.tell("filter", model=model._meta.label_lower, params=params, theirs=theirs, ours=ours)


def answered(response, status, headers, text):
    """The reference's response with another answer in it."""
    response.status_code = status
    response.content = b"" if status == 204 else text.encode()
    for name in ("content-type", "content-disposition", "api-version", "allow"):
        if name in headers:
            response[name] = headers[name]
    if status != 204:
        try:
            response.data = json.loads(text)
        except ValueError:
            response.data = None
    return response


def until(ask, seconds=2):
    """What is asked for, as soon as it is there; None when it does not come."""
    end = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer is not None or time.monotonic() > end:
            return answer
        time.sleep(0.05)


def texts_of(value):
    """The values of a parameter as a request has them."""
    if isinstance(value, (list, tuple, set, QuerySet)):
        return [text for item in value for text in texts_of(item)]
    if value is None:
        return []
    if isinstance(value, bool):
        return [str(value).lower()]
    return [str(value.pk) if isinstance(value, Model) else str(value)]
