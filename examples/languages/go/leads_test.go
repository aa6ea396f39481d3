// Tests of a lead, of its link and of its event, in Go.

package leads

import "testing"

var lead = map[string]any{
	"organization": "producer",
	"preset":       "checkedBox",
	"page":         map[string]any{"autoShare": true},
}

type captured struct{ ShareURL string }

type sums struct{ Total int }

func TestALeadIsPaidOnceHoweverOftenItIsReceived(t *testing.T) {
	t.Parallel()
	world := NewWorld(t)
	var made captured
	world.Control("POST", "/captures", lead, &made)
	for range [2]int{} {
		if status, answer := world.Receive(made.ShareURL); status != 200 || !answer.OK {
			t.Errorf("status %d, %+v", status, answer)
		}
	}
	var charges sums
	if world.Control("GET", "/charges", nil, &charges); charges.Total != 1 {
		t.Errorf("charges: %d", charges.Total)
	}
}

func TestALinkThatHasExpiredCostsNothing(t *testing.T) {
	t.Parallel()
	world := NewWorld(t)
	var made captured
	world.Control("POST", "/captures", lead, &made)
	world.Control("POST", "/clock/advance", map[string]int{"days": 31}, nil)
	if status, answer := world.Receive(made.ShareURL); status != 410 || answer.Error.Code != "GONE" {
		t.Errorf("status %d, %+v", status, answer)
	}
	var charges sums
	if world.Control("GET", "/charges", nil, &charges); charges.Total != 0 {
		t.Errorf("charges: %d", charges.Total)
	}
}

func TestAnEventIsSigned(t *testing.T) {
	t.Parallel()
	world := NewWorld(t)
	world.Control("POST", "/organizations/producer/sink", map[string]int{"answer": 200}, nil)
	var variables struct{ Env map[string]string }
	world.Control("GET", "/organizations/producer/env", nil, &variables)
	world.Control("POST", "/captures", lead, nil)
	world.Control("POST", "/clock/advance", map[string]int{}, nil)
	var list struct {
		Arrivals []struct {
			Message struct {
				Headers map[string]string
				Body    string
			}
		}
	}
	world.Control("GET", "/arrivals", nil, &list)
	message := list.Arrivals[0].Message
	secret := variables.Env["CONSENT_EVIDENCE_WEBHOOK_SECRET"]
	check := func(secret, body string) bool {
		headers := message.Headers
		return isSigned(secret, headers["x-svc-timestamp"], headers["x-svc-signature"], []byte(body))
	}
	if !check(secret, message.Body) {
		t.Error("a delivery of the service was refused")
	}
	if check(secret, message.Body+" ") || check("whsec_another", message.Body) {
		t.Error("a forged delivery was taken")
	}
}
