"""A world of the fake for each worker of pytest, as it began for each test.

Run it beside the fake:  consent-evidence mock exec -- python3 -m pytest -n 2
"""

import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request

import pytest


def send(method, url, body=None, key=None):
    """Sends JSON and returns the status and the JSON of the answer, whatever the status."""
    headers = {"Content-Type": "application/json", **({"X-API-Key": key} if key else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


class World:
    def __init__(self, opened):
        self.env, self.control_url = opened["env"], opened["controlUrl"]

    def control(self, method, path, body=None):
        status, answer = send(method, self.control_url + path, body)
        assert status == 200, answer
        return answer

    def receive(self, share_url):
        return send("POST", share_url, {}, self.env["CONSENT_EVIDENCE_BUYER_API_KEY"])


@pytest.fixture(scope="session")
def worker_world():
    name = os.environ.get("PYTEST_XDIST_WORKER", "main")
    wanted = {"name": name, "now": "2026-01-05T12:00:00Z", "running": False}
    status, opened = send("POST", os.environ["CONSENT_EVIDENCE_CONTROL_URL"] + "/worlds", wanted)
    assert status == 200, opened
    os.environ.update(opened["env"])
    return World(opened)


@pytest.fixture
def world(worker_world):
    worker_world.control("POST", "/reset")
    return worker_world


def is_signed(secret, headers, body):
    """Whether a delivery is the service's own, and not older than 300 seconds."""
    signed = headers["x-svc-timestamp"].encode() + b"." + body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    is_recent = time.time() - int(headers["x-svc-timestamp"]) <= 300
    return is_recent and hmac.compare_digest(headers["x-svc-signature"], expected)
