"""One lead from capture to refusal and receipt, using only Python's standard library.

Run it beside the fake:  consent-evidence mock exec -- python3 examples/control/story.py
"""

import json
import os
import urllib.error
import urllib.request

BASE_URL = os.environ["CONSENT_EVIDENCE_BASE_URL"]
CONTROL_URL = os.environ["CONSENT_EVIDENCE_CONTROL_URL"]


def send(method, url, body=None, key=None):
    """Sends JSON and returns the status and the JSON of the answer, whatever the status."""
    headers = {"X-API-Key": key} if key else {}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def control(method, path, body=None):
    status, answer = send(method, CONTROL_URL + path, body)
    if status != 200:
        raise SystemExit(f"{method} {path}: {answer['error']['message']}")
    return answer


def charges():
    return control("GET", "/charges?organization=acme")["total"]


def expect(what, actual, expected):
    if actual != expected:
        raise SystemExit(f"{what}: expected {expected!r}, was {actual!r}")
    print(f"{what}: {actual!r}")


control("GET", "/ready")
# The producer pays only for what it collects, so the buyer is charged when it receives.
sun = {"organizationId": "sun", "name": "Sunroof", "autoCollect": False}
control("POST", "/organizations", sun)
acme_key = control("POST", "/organizations", {"organizationId": "acme", "name": "Acme"})["apiKey"]

# The producer's page is captured and shared right away; its rendering takes one receive.
captured = control(
    "POST",
    "/captures",
    {
        "organization": "sun",
        "preset": "uncheckedBox",
        "page": {"render": {"afterReceives": 1}, "autoShare": True},
    },
)
share_url, cdr_id = captured["shareUrl"], captured["cdrId"]

# Only `ok` means success: a record that is not rendered yet is a failure with a 2xx status.
status, answer = send("POST", share_url, {}, acme_key)
expect("the first receive", (status, answer["ok"]), (202, False))

# The buyer's terms are not met, so nothing is charged and the token stays usable.
terms = {
    "schemaVersion": 1,
    "disclosure": {"requireEveryDisclosureConsented": True, "allowConsentBySubmission": True},
}
status, answer = send("POST", share_url, {"acceptance": terms}, acme_key)
expect("with terms", (status, answer["error"]["code"]), (422, "CDR_ACCEPTANCE_FAILED"))
expect("charges so far", charges(), 0)
explained = control("GET", "/requests/" + answer["error"]["requestId"])["request"]
print("because:", explained["decision"]["check"], explained["decision"]["values"])

# The network fails after the service has acted; repeating the call does not charge twice.
control("POST", "/faults", {"operation": "shares.receive", "phase": "after", "status": 502})
status, _ = send("POST", share_url, {}, acme_key)
expect("a lost answer", status, 502)
expect("charges with it", charges(), 1)
status, answer = send("POST", share_url, {}, acme_key)
expect("the repetition", answer["data"]["alreadyClaimed"], True)
expect("charges in the end", charges(), 1)

holders = control("GET", "/records/" + cdr_id)["record"]["holders"]
expect("who holds it", [each["organizationId"] for each in holders], ["sun", "acme"])

# A month later the token has expired; restoring a snapshot brings the time back.
snapshot = control("POST", "/snapshots")["snapshotId"]
control("POST", "/clock/advance", {"days": 31})
status, answer = send("POST", share_url, {}, acme_key)
expect("a month later", answer["error"]["code"], "GONE")
control("POST", f"/snapshots/{snapshot}/restore")
status, answer = send("POST", share_url, {}, acme_key)
expect("back again", answer["ok"], True)
print("done")
