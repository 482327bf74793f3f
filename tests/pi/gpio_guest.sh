#!/bin/bash
# Runs inside the emulated machine: looks like a Pi 4 to gpiozero, simulates its GPIO lines, runs the claims.
set -e
python=$1
checkout=$2
packages=$3

echo "the panel on simulated pins"
cd /run
{ grep -v '^Revision' /proc/cpuinfo; printf 'Revision\t: c03115\n'; } >cpuinfo
mount --bind cpuinfo /proc/cpuinfo

chip=/sys/kernel/config/gpio-sim/panel
mkdir -p "$chip/bank0"
echo 28 >"$chip/bank0/num_lines"
echo pinctrl-bcm2711 >"$chip/bank0/label"
echo 1 >"$chip/live"

SIMULATED=$(echo /sys/devices/platform/"$(cat "$chip/dev_name")"/gpiochip*)
export SIMULATED PYTHONPATH=$checkout:$packages PYTHONDONTWRITEBYTECODE=1 TMPDIR=/run
exec "$python" -m pytest --pi -v --color no -p no:cacheprovider -c /dev/null --rootdir "$checkout" \
    -o "pythonpath=$checkout" "$checkout/tests/pi/simulated_pins.py"
