#!/usr/bin/env bash
# Runs every GPU sample on an NVIDIA device and prints its times; needs the built lw and lw-runner and NVIDIA's driver.
#   tests/bench/gpu.sh [build/bin]
set -euo pipefail
cd "$(dirname "$0")/../.."
bin=${1:-build/bin}
"$bin/lw" devices
for sample in samples/gpu/*.py; do
  for schedule in $(grep -oE '^def [a-z_]+\(sch\)' "$sample" | sed 's/def //; s/(sch)//'); do
    "$bin/lw" run "$sample" --script "$sample:$schedule" --target cuda --repeat 50 || true
  done
done
