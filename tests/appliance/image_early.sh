# Before packages are configured: an initrd with those drivers that the machine needs, as unpacking it takes long.
set -e
mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"
printf 'MODULES=list\nCOMPRESS=zstd\nCOMPRESSLEVEL=3\n' >"$1/etc/initramfs-tools/conf.d/machine"
printf '%s\n' virtio_pci virtio_blk virtio_console ext4 >"$1/usr/share/initramfs-tools/modules.d/machine"
