# At the end: a name, its one disk, its network, and nothing that is not needed.
set -e
echo tablekeeper >"$1/etc/hostname"
echo '127.0.0.1 localhost tablekeeper' >"$1/etc/hosts"
echo '/dev/vda / ext4 noatime,errors=remount-ro 0 1' >"$1/etc/fstab"
printf '[Match]\nName=e*\n[Network]\nDHCP=yes\n' >"$1/etc/systemd/network/all.network"
chroot "$1" systemctl enable systemd-networkd
: >"$1/etc/machine-id"
rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/usr/share/doc/* "$1"/usr/share/man/* "$1"/usr/share/locale/*
