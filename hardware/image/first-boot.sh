#!/bin/sh
# Installs tablekeeper from the card at the first start. cloud-init runs "first-boot.sh begin" at each start, which
# sees to it that the service is there; the service runs this without a word, and switches itself off when it is
# through. The power may go at any moment: the next start begins anew.
set -eu

done=/var/local/tablekeeper-first-boot
unit=tablekeeper-first-boot.service
card=$(dirname -- "$(readlink -f -- "$0")")

[ ! -e $done ] || exit 0

if [ "${1:-}" = begin ]; then
    # A new Raspberry Pi OS asks at its screen who will use it; nobody sits there.
    systemctl disable --now userconfig.service 2>/dev/null || :
    sed "s|CARD|$card|" "$card/$unit" >/etc/systemd/system/$unit
    systemctl daemon-reload
    systemctl enable --quiet $unit
    exec systemctl start --no-block $unit
fi

there=$(sh "$card/unpack.sh" "$card/content.tar.gz")

# The country's rules for radios; without them a Pi leaves its Wi-Fi switched off.
country=$(cat "$card/country")
if command -v raspi-config >/dev/null; then raspi-config nonint do_wifi_country "$country" || :; fi
if command -v rfkill >/dev/null; then rfkill unblock wifi || :; fi

# Keys are put in their place before the first start of the service, and at each try anew: a power cut may leave them empty.
mkdir -p /var/lib/tablekeeper /etc/tablekeeper
install -m 600 "$card/data/keys.json" "$card/data/pin.txt" /var/lib/tablekeeper/
chown --reference=/var/lib/tablekeeper /var/lib/tablekeeper/keys.json /var/lib/tablekeeper/pin.txt
install -m 600 "$card/access-point.json" /etc/tablekeeper/access-point.json

set --
if [ -d "$there/wheels" ]; then
    export PIP_NO_INDEX=1 PIP_FIND_LINKS="$there/wheels"
    set -- --wheels "$there/wheels"
fi
if [ -e "$card/signers" ]; then set -- "$@" --signers "$card/signers"; fi
"$there/tablekeeper" install "$@"

mkdir -p /var/local
touch $done
sync
systemctl disable --quiet $unit
rm -rf "$there/wheels" /etc/systemd/system/$unit
