#!/bin/sh
# Start Gossamer where only the data folder can be written.
mkdir -p "${TMPDIR:-/tmp}"
# Where replicas on one PostgreSQL reach each other: containers of one network know each other by host name.
export GOSSAMER_ADVERTISE_URL="${GOSSAMER_ADVERTISE_URL:-http://$(cat /proc/sys/kernel/hostname):${GOSSAMER_PORT:-3002}}"
exec gossamer "$@"
