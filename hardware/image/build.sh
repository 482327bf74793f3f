#!/bin/sh
# Builds the image of a card with tablekeeper installed on Debian 13, for a Pi 3 or 4 (arm64); it takes half an
# hour, root rights and the tools that it names. Packages of Debian come from where this machine gets its own.
#
# usage: build.sh RELEASE SIGNERS IMAGE
#   RELEASE  what ./tablekeeper release writes, with packages for arm64
#   SIGNERS  the keys whose updates the machine will trust
#   IMAGE    the file to write
set -eu

say() { echo "build.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

[ $# = 3 ] || fail "give a release, the file of those who sign, and the image to write."
for file in "$1" "$2"; do [ -f "$file" ] || fail "there is no file $file."; done
grep -Eq '(ssh|ecdsa|sk)-[^ ]+ AAAA' "$2" || fail "$2 holds no public key."
tar -x -O -f "$1" content.tar.gz 2>/dev/null | tar -t -z 2>/dev/null | grep -q '^wheels/.*aarch64' ||
    fail "$1 is no release with packages for arm64; ./tablekeeper release --help says how one is made."
[ "$(id -u)" = 0 ] || fail "this needs root rights; try it with sudo."
missing=
for tool in mmdebstrap:mmdebstrap qemu-aarch64-static:qemu-user-static sfdisk:fdisk mkfs.vfat:dosfstools \
    mcopy:mtools mke2fs:e2fsprogs arch-test:arch-test; do
    command -v "${tool%%:*}" >/dev/null || missing="$missing ${tool#*:}"
done
[ -z "$missing" ] || fail "tools are missing; bring them with: sudo apt-get install$missing"

here=$(dirname -- "$(readlink -f -- "$0")")
release=$(readlink -f -- "$1")
signers=$(readlink -f -- "$2")
image=$3
debian=trixie
# shellcheck disable=SC2016 # the dollars are for apt-get
mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" { print $2; exit }')

# The other processor's programs run under QEMU, where this machine knows how.
binfmt=/proc/sys/fs/binfmt_misc
[ -e $binfmt/register ] || mount -t binfmt_misc none $binfmt
[ -e $binfmt/qemu-aarch64 ] || tr -d '\n' </usr/lib/binfmt.d/qemu-aarch64.conf >$binfmt/register

made=$(mktemp -d "$(dirname -- "$image")/.image.XXXXXX")
trap 'rm -rf --one-file-system "$made"' EXIT
trap 'exit 1' HUP INT TERM

say "Debian is fetched and set up."
mmdebstrap --quiet --mode=root --architectures=arm64 --variant=minbase --aptopt='Apt::Install-Recommends "false"' \
    --include="$(grep -v '^#' "$here/packages.txt" | tr -s '\n ' ',,' | sed 's/,$//')" \
    --customize-hook="sh '$here/settle.sh' \"\$1\" '$release' '$signers'" \
    $debian "$made/root" "deb $mirror $debian main non-free-firmware"

# Two partitions, as on any Pi's card: a small one that the Pi starts from and every computer can write, and the rest.
say "The image is put together."
small=256 # MiB
mkfs.vfat -n CIDATA -C "$made/small" $((small * 1024)) >/dev/null
mcopy -s -i "$made/small" "$made"/root/boot/firmware/* ::
rm -rf "$made"/root/boot/firmware/*
large=$(($(du -sm --apparent-size "$made/root" | cut -f1) * 5 / 4 + 512)) # MiB; it grows to the card at each start
mke2fs -q -t ext4 -L tablekeeper -E root_owner=0:0 -d "$made/root" "$made/large" ${large}M
truncate -s $((4 + small + large))M "$made/whole"
printf 'label: dos\nstart=4MiB, size=%sMiB, type=c, bootable\nstart=%sMiB, type=83\n' $small $((4 + small)) |
    sfdisk -q "$made/whole"
dd if="$made/small" of="$made/whole" bs=1M seek=4 conv=notrunc,sparse status=none
dd if="$made/large" of="$made/whole" bs=1M seek=$((4 + small)) conv=notrunc,sparse status=none
mv "$made/whole" "$image"
say "$image is ready; write it to a card."
