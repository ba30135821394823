"""Makes in the server what tests make in the reference, each under ids of its own."""

import json
from collections import OrderedDict
from urllib.parse import urlencode

from django.apps import apps
from django.urls import NoReverseMatch, reverse
from nautobot.core.api.exceptions import SerializerNotFound
from nautobot.core.api.utils import get_serializer_for_model
from nautobot.core.utils.lookup import get_route_for_model
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIRequestFactory
from server import HOST, UUID, basic

APPLICATIONS = {"circuits", "dcim", "extras", "ipam", "tenancy", "users", "virtualization"}
# These are written by the servers alone, or have numbers for ids.
NOT_MADE = {"extras.objectchange", "extras.jobresult", "extras.joblogentry", "extras.scheduledjob", "users.admingroup"}
# What both have from the beginning, by the fields that tell which is which.
THERE = {"status": ["name"], "role": ["name"], "namespace": ["name"], "job": ["module_name", "job_class_name"]}
# These refer to models by generic relations, or to objects that are made with what they are parts of.
LATE = {
    "cable": 50,
    "dynamicgroupmembership": 50,
    "interfaceredundancygroupassociation": 40,
    "ipaddresstointerface": 40,
    "note": 60,
    "objectpermission": 55,
    "relationshipassociation": 60,
}
# Tests leave out their types, which have to be said.
PORTS = {"frontport", "interface", "rearport"}
# Circles: these are set when both are there.
LINKS = {"primary_ip4", "primary_ip6", "master", "nat_inside", "bridge", "lag", "parent_interface"}
UNSENT = {
    "computed_fields",
    "created",
    "display",
    "id",
    "last_updated",
    "natural_slug",
    "notes_url",
    "object_type",
    "relationships",
    "url",
}
PASSWORD = "Beside-Password-1"


class Refused(Exception):
    """The server does not take an object of the reference, whose tests make what its API would refuse."""

    def __init__(self, body, status, answer):
        super().__init__(f"{status} {json.dumps(answer)[:300]}")
        self.fields = {name for name in answer if name in body} if isinstance(answer, dict) else set()


class Mirror:
    """What is in both, and what has changed in the reference since they were alike."""

    def __init__(self, server):
        self.server = server
        self.ours = {}  # by ids of the reference
        self.theirs = {}
        self.users = {}  # by their names in the reference: their id, and the key and id of their token
        self.names = {}  # of users, by ids of the reference
        self.keys = {}  # our tokens, by those of the reference
        self.changed = OrderedDict()
        self.failures = {}
        self.sent = {}
        self.request = APIRequestFactory(SERVER_NAME=HOST).get("/api/")
        self.models = {}
        for model in apps.get_models():
            if model._meta.app_label in APPLICATIONS and model._meta.label_lower not in NOT_MADE:
                try:
                    path = reverse(get_route_for_model(model, "list", api=True))
                    self.models[model] = path, get_serializer_for_model(model)
                except (NoReverseMatch, SerializerNotFound):
                    pass
        self.ranks = {}
        for model in self.models:
            self.rank(model)
        for model in self.models:
            self.ranks[model] = LATE.get(model._meta.model_name, self.ranks[model])

    def rank(self, model, above=()):
        """How late a model is made: after all that it refers to."""
        if model not in self.ranks and model not in above:
            referred = [
                field.related_model
                for field in model._meta.get_fields()
                if field.is_relation and not field.auto_created and field.name not in LINKS
            ]
            needed = [one for one in referred if one in self.models and one is not model]
            self.ranks[model] = max((self.rank(one, (*above, model)) + 1 for one in needed), default=0)
        return self.ranks.get(model, 0)

    # --- Ids

    def bind(self, theirs, ours):
        self.theirs.pop(self.ours.get(str(theirs)), None)
        self.ours[str(theirs)] = ours
        self.theirs[ours] = str(theirs)

    def to_ours(self, text):
        return UUID.sub(lambda found: self.ours.get(found[0], found[0]), text)

    def to_theirs(self, text):
        return UUID.sub(lambda found: self.theirs.get(found[0], found[0]), text)

    def learn(self, theirs, ours):
        """Binds the ids of two answers that stand at the same place."""
        if isinstance(theirs, dict) and isinstance(ours, dict):
            one, other = str(theirs.get("id")), str(ours.get("id"))
            if UUID.fullmatch(one) and UUID.fullmatch(other) and one not in self.ours and other not in self.theirs:
                self.bind(one, other)
            for key in theirs.keys() & ours.keys():
                self.learn(theirs[key], ours[key])
        elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
            for one, other in zip(theirs, ours):
                self.learn(one, other)

    # --- Objects

    def load(self):
        """Makes everything that the reference has; answers how many objects that are."""
        for model, (path, _) in self.models.items():
            fields = THERE.get(model._meta.model_name)
            if fields:
                for shown in self.server.json("GET", f"{path}?limit=0")[1]["results"]:
                    found = model._base_manager.filter(**{field: shown[field] for field in fields}).first()
                    if found:
                        self.bind(found.pk, shown["id"])
            for pk in model._base_manager.values_list("pk", flat=True):
                self.changed[model, str(pk)] = True
        count = len(self.changed)
        self.follow()
        return count

    def follow(self):
        """Makes the server's objects what those of the reference have become; what it does not take is in `failures`."""
        keys, self.changed = list(self.changed), OrderedDict()
        there = {}
        for model in {model for model, _ in keys}:
            wanted = [pk for one, pk in keys if one is model]
            there.update({(model, str(found.pk)): found for found in model._base_manager.filter(pk__in=wanted)})
        gone = sorted((key for key in keys if key not in there), key=lambda key: -self.ranks[key[0]])
        self.repeat(gone, lambda key, _: self.remove(*key))
        self.repeat(sorted(there, key=lambda key: self.place(key, there[key])), lambda key, turn: self.put(key, there[key], turn))

    def repeat(self, keys, act):
        """Tries again what failed, since it may have waited for what came behind it."""
        for turn in range(4):
            left = []
            for key in keys:
                try:
                    act(key, turn)
                    self.failures.pop(key, None)
                except (Refused, KeyError) as error:
                    self.failures[key] = str(error)
                    left.append(key)
            if not left or (turn > 0 and len(left) == len(keys)):
                return
            keys = left

    def place(self, key, found):
        depth, above = 0, found
        while depth < 20 and getattr(above, "parent", None) is not None:
            above, depth = above.parent, depth + 1
        return self.ranks[key[0]], depth

    def remove(self, model, pk):
        self.sent.pop((model, pk), None)
        if model._meta.model_name in ("user", "token"):
            self.names.pop(pk, None)  # The next user of that name goes on with ours.
            return
        ours = self.ours.get(pk)
        if ours:
            status, answer = self.server.json("DELETE", f"{self.models[model][0]}{ours}/")
            if status not in (204, 404):
                raise Refused({}, status, answer)
            self.theirs.pop(self.ours.pop(pk), None)

    def put(self, key, found, turn):
        """Makes or changes an object; what is refused of it is left out, unless the rest of it may come yet."""
        if key[0]._meta.model_name == "user":
            return self.put_user(found)
        if key[0]._meta.model_name == "token":
            return self.put_token(found)
        body, first = self.body_of(found), None
        while True:
            try:
                return self.write(key, found, body)
            except Refused as refused:
                first = first or refused
                if turn == 0 or not refused.fields:
                    raise first
                body = {name: value for name, value in body.items() if name not in refused.fields}

    def write(self, key, found, body):
        path, text = self.models[key[0]][0], json.dumps(body, sort_keys=True)
        ours = self.ours.get(key[1])
        if ours and self.sent.get(key) == text:
            return
        status, answer = self.server.json("PATCH", f"{path}{ours}/", body) if ours else (404, None)
        if status == 404:
            status, answer = self.server.json("POST", path, body)
            twin = self.twin(path, found, body) if status >= 400 else answer["id"]
            if twin is None:
                raise Refused(body, status, answer)
            self.bind(key[1], twin)
            if status >= 400:
                status, answer = self.server.json("PATCH", f"{path}{twin}/", body)
        if status >= 400:
            raise Refused(body, status, answer)
        self.sent[key] = text

    def body_of(self, found):
        """What to send for an object of the reference: what its serializer shows and takes."""
        serializer = self.models[type(found)][1](found, context={"request": self.request, "depth": 0})
        shown = json.loads(JSONRenderer().render(serializer.data))
        taken = {name for name, field in serializer.fields.items() if not field.read_only} - UNSENT
        body = {name: sent_value(value) for name, value in shown.items() if name in taken}
        custom = body.get("custom_fields")
        if custom:
            body["custom_fields"] = {key: value for key, value in custom.items() if value is not None}
        if "type" in body and type(found)._meta.model_name.removesuffix("template") in PORTS:
            body["type"] = body["type"] or "other"
        if type(found)._meta.model_name == "ipaddress" and found.parent_id:
            body["namespace"] = str(found.parent.namespace_id)
        if type(found)._meta.model_name == "objectpermission":
            body["constraints"] = json.loads(json.dumps(found.constraints, default=str))
            body.pop("groups", None)
        return json.loads(self.to_ours(json.dumps(body)))

    def twin(self, path, found, body):
        """The id of what the server has made by itself: a part of a device, or what it had from the beginning."""
        wholes = [name for name in ("device", "device_type", "virtual_machine") if body.get(name)]
        named = ["name"] if "name" in body else []
        fields = {name: body[name] for name in (*wholes, *named)}
        if type(found)._meta.model_name == "job":
            fields = {name: getattr(found, name) for name in THERE["job"]}
        if not fields:
            return None
        status, answer = self.server.json("GET", f"{path}?{urlencode(fields)}")
        # The interfaces of a chassis are found by any of its members.
        same = lambda shown: all((shown.get(name) or {}).get("id") == body[name] for name in wholes)
        found = [shown["id"] for shown in answer["results"] if same(shown)] if status == 200 else []
        return found[0] if len(found) == 1 else None

    # --- Users, who stay, and their tokens

    def put_user(self, found):
        body = self.body_of(found)
        body.update(username=found.username.replace(" ", "_"), groups=[])
        for name in ("password", "config_data"):
            body.pop(name, None)
        known = self.users.get(found.username)
        path = "/api/users/users/"
        status, answer = self.server.json("PATCH", f"{path}{known['id']}/", body) if known else (404, None)
        if status == 404:
            # A test may have deleted who was known.
            self.users.pop(found.username, None)
            status, answer = self.server.json("POST", path, {**body, "password": PASSWORD})
        if status >= 400:
            raise Refused({}, status, answer)
        self.users.setdefault(found.username, {"id": answer["id"], "key": None})
        self.bind(found.pk, answer["id"])
        self.names[str(found.pk)] = found.username

    def put_token(self, found):
        """All that write of one user are one; others are made as they are."""
        if found.write_enabled and found.expires is None:
            self.keys[found.key] = self.key_of(found.user.username)
            self.bind(found.pk, self.users[found.user.username]["token"])
            return
        expires = found.expires and found.expires.isoformat()
        made = self.make_token(found.user.username, {"write_enabled": found.write_enabled, "expires": expires})
        self.keys[found.key] = made["key"]
        self.bind(found.pk, made["id"])

    def key_of(self, username):
        user = self.users[username]
        if user["key"] is None or self.is_gone(user["key"]):
            made = self.make_token(username, {})
            user.update(key=made["key"], token=made["id"])
        return user["key"]

    def is_gone(self, key):
        """Whether a test has deleted a token."""
        status, answer = self.server.json("GET", "/api/", authorization=f"Token {key}")
        return status == 403 and answer == {"detail": "Invalid token"}

    def make_token(self, username, body):
        """Tokens are made by those who use them, who must be allowed to for the moment."""
        path = f"/api/users/users/{self.users[username]['id']}/"
        before = {name: self.server.json("GET", path)[1][name] for name in ("is_superuser", "is_active")}
        self.server.json("PATCH", path, {"is_superuser": True, "is_active": True})
        by = basic(username.replace(" ", "_"), PASSWORD)
        status, made = self.server.json("POST", "/api/users/tokens/", body, authorization=by)
        self.server.json("PATCH", path, before)
        if status != 201:
            raise Refused({}, status, made)
        return made


def sent_value(value):
    """How a value that is shown is sent: related objects by their ids, choices by their values."""
    if isinstance(value, list):
        return [sent_value(item) for item in value]
    if isinstance(value, dict) and "id" in value and "url" in value:
        return value["id"]
    if isinstance(value, dict) and set(value) == {"value", "label"}:
        return value["value"]
    return value
