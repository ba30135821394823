"""The server beside the reference, over HTTP."""

import base64
import http.client
import json
import os
import re

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HOST = "nautobot.example.com"


class Server:
    """One connection to Plumbline; `SERVER_BASE` is its host and port, `SERVER_TOKEN` its superuser's token."""

    def __init__(self):
        self.address = os.environ["SERVER_BASE"].removeprefix("http://").rstrip("/")
        self.token = os.environ["SERVER_TOKEN"]
        self.connection = None

    def send(self, method, path, body=None, authorization="", headers=None):
        """Sends a request, by the superuser unless an authorization is given (None: by nobody); answers status, headers, body."""
        sent = {"Host": HOST, **({"Accept": "application/json"} if headers is None else headers)}
        if authorization is not None:
            sent["Authorization"] = authorization or f"Token {self.token}"
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        for last in (False, True):
            try:
                self.connection = self.connection or http.client.HTTPConnection(self.address, timeout=60)
                self.connection.request(method, path, body, sent)
                answer = self.connection.getresponse()
                return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
            except (http.client.HTTPException, ConnectionError):
                self.connection = None
                if last:
                    raise

    def json(self, method, path, body=None, **more):
        """The same, with the answer's body read; None where it is no JSON."""
        status, _, answer = self.send(method, path, body, **more)
        try:
            return status, json.loads(answer)
        except ValueError:
            return status, None


def basic(username, password):
    """The authorization of a user with a password."""
    return "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()
