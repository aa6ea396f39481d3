#!/bin/sh
# One lead from capture to receipt, using only curl.
#
# Run it beside the fake:  consent-evidence mock exec -- sh examples/control/story.sh
set -eu

json='Content-Type: application/json'

# Prints the text of the last member with this name in an answer; enough for ids, URLs and codes.
member() {
  sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p"
}

control() {
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body --max-time 10 -X "$method" "$CONSENT_EVIDENCE_CONTROL_URL$path" "$@"
}

receive() {
  curl -sS --max-time 10 -X POST "$share_url" -H "X-API-Key: $acme_key" "$@"
}

expect() {
  if [ "$2" != "$3" ]; then
    echo "$1: expected $3, was $2" >&2
    exit 1
  fi
  echo "$1: $2"
}

control GET /ready > /dev/null
control POST /organizations -H "$json" \
  -d '{"organizationId":"sun","name":"Sunroof","autoCollect":false}' > /dev/null
acme_key=$(control POST /organizations -H "$json" \
  -d '{"organizationId":"acme","name":"Acme"}' | member apiKey)

captured=$(control POST /captures -H "$json" \
  -d '{"organization":"sun","preset":"checkedBox","page":{"render":"manual","autoShare":true}}')
share_url=$(echo "$captured" | member shareUrl)
cdr_id=$(echo "$captured" | member cdrId)

expect 'before it is rendered' "$(receive | member code)" CDR_PENDING
control POST "/records/$cdr_id/finish-rendering" > /dev/null

old='{"acceptance":{"schemaVersion":1,"record":{"maxAgeSeconds":3600}}}'
control POST /clock/advance -H "$json" -d '{"hours":2}' > /dev/null
expect 'two hours old' "$(receive -H "$json" -d "$old" | member code)" RECORD_TOO_OLD

control POST /faults -H "$json" -d '{"operation":"shares.receive","code":"FORBIDDEN"}' > /dev/null
expect 'a fault' "$(receive | member code)" FORBIDDEN
expect 'received' "$(receive | member cdrId)" "$cdr_id"

handoffs=$(control GET "/share-events?cdrId=$cdr_id" | grep -o shareEventId | wc -l)
expect 'handoffs' "$((handoffs))" 1

control POST "/records/$cdr_id/invalidate" > /dev/null
code=$(curl -sS --max-time 10 "$CONSENT_EVIDENCE_BASE_URL/v1/cdrs/$cdr_id" \
  -H "X-API-Key: $acme_key" | member code)
expect 'flagged invalid' "$code" CDR_INVALID
control POST /reset > /dev/null
echo done
