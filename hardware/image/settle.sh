#!/bin/sh
# Makes a Debian in a folder the one of a card, with tablekeeper installed; build.sh has mmdebstrap call it.
# usage: settle.sh ROOT RELEASE SIGNERS
set -eu
root=$1

echo tablekeeper >"$root/etc/hostname"
printf '127.0.0.1 localhost\n127.0.1.1 tablekeeper\n' >"$root/etc/hosts"
cat >"$root/etc/fstab" <<'LINES'
LABEL=tablekeeper / ext4 defaults,noatime,errors=remount-ro 0 1
LABEL=CIDATA /boot/firmware vfat defaults,noatime,nofail 0 2
LINES

# What the Pi starts with: found by its name, shown on the screen; a Pi 4 does not start where memory is set aside for it.
printf 'ROOTPART=LABEL=tablekeeper\nCONSOLES=tty0\nCMA=0\n' >>"$root/etc/default/raspi-firmware"
chroot "$root" /usr/bin/env DEB_MAINT_PARAMS=configure /etc/kernel/postinst.d/z50-raspi-firmware

# Whatever the card's size is, all of it is used; the partition that is mounted may grow.
cat >"$root/etc/systemd/system/tablekeeper-grow.service" <<'LINES'
[Unit]
Description=tablekeeper: uses the whole card
After=local-fs.target

[Service]
Type=oneshot
ExecStart=/bin/sh -c 'at=$$(findmnt -n -o SOURCE /); growpart /dev/$$(lsblk -n -o PKNAME $$at) $$(cat /sys/class/block/$${at##*/}/partition); resize2fs $$at'
SuccessExitStatus=1

[Install]
WantedBy=multi-user.target
LINES
chroot "$root" systemctl enable --quiet tablekeeper-grow.service

# It is installed as a card's first start does it, but here, with the packages that the release brings.
tar -x -O -f "$2" content.tar.gz >"$root/content.tar.gz"
there=$(sh "$(dirname -- "$0")/unpack.sh" "$root/content.tar.gz" "$root")
cp "$3" "$root/signers"
chroot "$root" /usr/bin/env -i HOME=/root PATH="$PATH" SYSTEMD_OFFLINE=1 PIP_NO_INDEX=1 PIP_FIND_LINKS="$there/wheels" \
    "$there/tablekeeper" install --wheels "$there/wheels" --signers /signers
rm -r "$root$there/wheels" "$root/content.tar.gz" "$root/signers"

# What must be another on each machine is made by its first start.
rm -f "$root"/etc/ssh/ssh_host_* "$root/var/lib/dbus/machine-id"
: >"$root/etc/machine-id"
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/*
