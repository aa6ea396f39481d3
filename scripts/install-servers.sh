#!/bin/sh
# Installs Debian's PostgreSQL and Redis, and Restate and DuckDB from the npm registry, which tests start for
# themselves, on free ports and in folders of their own. Without them those tests are skipped and say so. It never fails: a machine
# that may not install, or cannot reach its packages, runs all the other tests.
set -u

has_postgres() {
  command -v postgres >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1
}
has_redis() { command -v redis-server >/dev/null 2>&1; }

install() { # install <package> <name>
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "$2 is not installed: that takes root and apt-get. Its tests are skipped."
  elif ! DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -y -qq --no-install-recommends "$1" >/dev/null 2>&1; then
    echo "$2 could not be installed. Its tests are skipped."
  else
    echo "$2 was installed"
  fi
}

# A folder of its own: 300 MB, which a set-up for other work does not need. Without its install scripts,
# one of which reports the installation to a stranger.
if ! timeout 300 npm ci --prefix "$(dirname "$0")/../test/engines" --ignore-scripts >/dev/null 2>&1; then
  echo 'Restate and DuckDB could not be installed. Their tests are skipped.'
fi

if has_postgres && has_redis; then
  echo 'PostgreSQL and Redis are there'
  exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  # No cluster that is started by the system: each test makes one of its own.
  mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/consent-evidence.conf
  timeout 60 apt-get update -qq >/dev/null 2>&1 || true
fi
has_postgres || install postgresql PostgreSQL
has_redis || install redis-server Redis
exit 0
