"""Tests of a lead, of its link and of its event, in pytest."""

import pytest
from conftest import is_signed

LEAD = {"organization": "producer", "preset": "checkedBox", "page": {"autoShare": True}}


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_lead_is_paid_once_however_often_it_is_received(world, times):
    share_url = world.control("POST", "/captures", LEAD)["shareUrl"]
    for _ in range(times):
        status, answer = world.receive(share_url)
        assert (status, answer["ok"]) == (200, True)
    assert world.control("GET", "/charges")["total"] == 1


@pytest.mark.parametrize("days", [31, 60, 90])
def test_a_link_that_has_expired_costs_nothing(world, days):
    share_url = world.control("POST", "/captures", LEAD)["shareUrl"]
    world.control("POST", "/clock/advance", {"days": days})
    status, answer = world.receive(share_url)
    assert (status, answer["error"]["code"]) == (410, "GONE")
    assert world.control("GET", "/charges")["total"] == 0


def test_an_event_is_signed(world):
    world.control("POST", "/organizations/producer/sink", {"answer": 200})
    env = world.control("GET", "/organizations/producer/env")["env"]
    world.control("POST", "/captures", LEAD)
    world.control("POST", "/clock/advance", {})
    message = world.control("GET", "/arrivals")["arrivals"][0]["message"]
    headers, body = message["headers"], message["body"].encode()
    secret = env["CONSENT_EVIDENCE_WEBHOOK_SECRET"]
    assert is_signed(secret, headers, body)
    assert not is_signed(secret, headers, body + b" ")
    assert not is_signed("whsec_another", headers, body)
