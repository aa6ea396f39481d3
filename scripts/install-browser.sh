#!/bin/sh
# Installs Debian's Chromium, in which test/page looks at the inspector and test/msw/browser runs the
# fake: its headless shell, in which the tests take half the time. Without a browser those tests are
# skipped and say so. It never fails: a machine that may not install, or cannot reach its packages,
# runs all the other tests.
set -u

found() { command -v "$1" 2>/dev/null; }
there=${CHROMIUM_PATH:-$(found chromium-headless-shell)}
if [ -z "$there" ] && [ "$(id -u)" -eq 0 ] && found apt-get >/dev/null; then
  timeout 60 apt-get update -qq >/dev/null 2>&1
  DEBIAN_FRONTEND=noninteractive timeout 240 apt-get install -y -qq --no-install-recommends \
    chromium-headless-shell fonts-liberation >/dev/null 2>&1
  there=$(found chromium-headless-shell)
fi
there=${there:-$(found chromium || found chromium-browser || found google-chrome)}
if [ -n "$there" ]; then
  echo "Chromium is there: $there"
else
  echo 'Chromium is not there: that takes root and apt-get. The tests of the page are skipped.'
fi
