#!/usr/bin/env bash
# Runs every GPU sample on an NVIDIA device and prints its times: on this machine, which needs the built lw and lw-runner and NVIDIA's driver,
# or by ssh on another one, which needs the driver only.
#   tests/bench/gpu.sh [build/bin [user@box]]
set -euo pipefail
cd "$(dirname "$0")/../.."
bin=${1:-build/bin}
where=()
if [ $# -gt 1 ]; then where=(--host "$2"); else "$bin/lw" devices; fi
for sample in samples/gpu/*.py; do
  for schedule in $(grep -oE '^def [a-z_]+\(sch\)' "$sample" | sed 's/def //; s/(sch)//'); do
    "$bin/lw" run "$sample" --script "$sample:$schedule" --target cuda --repeat 50 --min-ms 5 "${where[@]}" || true
  done
done
