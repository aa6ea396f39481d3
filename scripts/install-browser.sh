#!/bin/sh
# Installs Debian's Chromium, in which test/page looks at the inspector and test/msw/browser runs the
# fake. Without it those tests are skipped and say so.
set -eu

if [ -n "${CHROMIUM_PATH:-}" ]; then
  echo "Chromium is there: $CHROMIUM_PATH"
elif command -v chromium >/dev/null 2>&1; then
  echo "Chromium is there: $(command -v chromium)"
elif [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium fonts-liberation
else
  echo "Chromium is not installed: that takes root and apt-get. The tests of the page are skipped."
fi
