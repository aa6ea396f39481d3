#!/bin/sh
# Installs Debian's Chromium, in which test/page looks at the inspector and test/msw/browser runs the
# fake. Without it those tests are skipped and say so. It never fails: a machine that may not install,
# or cannot reach its packages, runs all the other tests.
set -u

if [ -n "${CHROMIUM_PATH:-}" ]; then
  echo "Chromium is there: $CHROMIUM_PATH"
elif command -v chromium >/dev/null 2>&1; then
  echo "Chromium is there: $(command -v chromium)"
elif [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo 'Chromium is not installed: that takes root and apt-get. The tests of the page are skipped.'
elif
  timeout 60 apt-get update -qq >/dev/null 2>&1
  ! DEBIAN_FRONTEND=noninteractive timeout 240 apt-get install -y -qq --no-install-recommends chromium fonts-liberation >/dev/null 2>&1
then
  echo 'Chromium could not be installed. The tests of the page are skipped.'
else
  echo 'Chromium was installed'
fi
