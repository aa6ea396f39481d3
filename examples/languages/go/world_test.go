// A world of the fake for each Go test, so that tests can be parallel.
// Run it beside the fake:  consent-evidence mock exec -- go test -parallel 4

package leads

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"
)

type World struct {
	WorldID    string            `json:"worldId"`
	ControlURL string            `json:"controlUrl"`
	Env        map[string]string `json:"env"`
	t          *testing.T
}

// NewWorld opens a world that ends with the test.
func NewWorld(t *testing.T) *World {
	t.Helper()
	url := os.Getenv("CONSENT_EVIDENCE_CONTROL_URL") + "/worlds"
	world := &World{t: t}
	wanted := map[string]any{"now": "2026-01-05T12:00:00Z", "running": false}
	if status := send(t, "POST", url, wanted, "", world); status != 200 {
		t.Fatalf("no world: status %d", status)
	}
	t.Cleanup(func() { send(t, "DELETE", url+"/"+world.WorldID, nil, "", nil) })
	return world
}

// Control calls the control API of this world.
func (w *World) Control(method, path string, body, into any) {
	w.t.Helper()
	if status := send(w.t, method, w.ControlURL+path, body, "", into); status != 200 {
		w.t.Fatalf("%s %s: status %d", method, path, status)
	}
}

// Answer is the service's envelope.
type Answer struct {
	OK    bool
	Error struct{ Code string }
}

// Receive receives a share as the buyer.
func (w *World) Receive(shareURL string) (int, Answer) {
	w.t.Helper()
	var answer Answer
	key := w.Env["CONSENT_EVIDENCE_BUYER_API_KEY"]
	return send(w.t, "POST", shareURL, map[string]any{}, key, &answer), answer
}

func send(t *testing.T, method, url string, body any, key string, into any) int {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	if body == nil {
		data = nil
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-API-Key", key)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if into != nil {
		if err := json.NewDecoder(reply.Body).Decode(into); err != nil {
			t.Fatal(err)
		}
	}
	return reply.StatusCode
}

// isSigned says whether a delivery is the service's own, and not older than 300 seconds.
func isSigned(secret, timestamp, signature string, body []byte) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(append([]byte(timestamp+"."), body...))
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	isRecent := err == nil && time.Now().Unix()-seconds <= 300
	return isRecent && hmac.Equal([]byte(signature), []byte(expected))
}
