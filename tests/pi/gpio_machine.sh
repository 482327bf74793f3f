#!/bin/bash
# Builds a small emulated machine whose kernel simulates GPIO lines, and boots it over this machine's own
# files (read only) to run the claims of simulated_pins.py. No hardware is needed.
#
#   gpio_machine.sh build MACHINE PYTHON            half a minute; at once when it stands
#   gpio_machine.sh run MACHINE PYTHON CHECKOUT     ten seconds and what the claims take
#
# It needs root rights, Debian's apt and, to build, a network. Exit status 3: it cannot be done here, and
# the last line says why.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
what=$1
machine=$(realpath -m "$2")
python=$3
made_from=$( (cat "$0" && "$python" -V) | cksum)
modules="9pnet_virtio 9p configfs gpio-sim"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

cannot() { echo "$*"; exit 3; }

check_here() {
    [ "$(uname -m)" = x86_64 ] || cannot "the emulated machine is built on x86_64 only"
    [ -e "$keyring" ] || cannot "this needs a Debian and its archive's keys"
}

install_tools() {
    apt-get install -y -qq --no-install-recommends qemu-system-x86 busybox-static kmod cpio xz-utils >/dev/null
}

# The Debian archive that this machine's apt is set up with.
mirror() {
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
        awk '$1 == "Debian" { print $2; exit }'
}

# apt with lists and archives of its own, so that this machine's are left as they are.
apt_apart() {
    command=$1
    shift
    "$command" -o Dir::Etc::sourcelist="$machine/backports.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$machine/lists" -o Dir::Cache="$machine/cache" -o APT::Sandbox::User=root "$@"
}

# A kernel whose modules hold the simulator; it is unpacked, not installed.
fetch_kernel() {
    archive=$(mirror)
    [ -n "$archive" ] || cannot "this machine's apt knows no Debian archive"
    mkdir -p lists/partial cache/archives/partial kernel
    echo "deb [signed-by=$keyring] $archive trixie-backports main" >backports.list
    apt_apart apt-get update -qq
    version=$(apt_apart apt-cache show linux-image-amd64 |
        sed -n 's/^Depends:.*linux-image-\([0-9][^ ,]*-amd64\).*/\1/p' | head -n 1)
    apt_apart apt-get download -qq "linux-modules-$version" "linux-binary-$version"
    for package in ./*.deb; do dpkg-deb -x "$package" kernel; done
    rm -f ./*.deb
    touch "kernel/usr/lib/modules/$version/modules.order" "kernel/usr/lib/modules/$version/modules.builtin"
    depmod -b "$machine/kernel/usr" "$version" 2>/dev/null
    cp "kernel/usr/lib/modules/$version/vmlinuz" vmlinuz
}

# The first programs of the machine: load modules, mount this machine's files, start there, end.
write_start() {
    rm -rf first && mkdir -p first/{bin,dev,proc,sys,mnt,modules}
    cp /bin/busybox first/bin/
    number=100
    for name in $modules; do
        modprobe -d "$machine/kernel/usr" -S "$version" --show-depends "$name"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
        number=$((number + 1))
        xz -dc "$file" >"first/modules/$number-$(basename "${file%.xz}")"
    done
    cat >first/init <<'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for module in /modules/*; do insmod "$module"; done
share="trans=virtio,version=9p2000.L,ro,msize=512000"
mount -t 9p -o "$share" host /mnt
mount -t proc proc /mnt/proc
mount -t sysfs sys /mnt/sys
mount -t devtmpfs dev /mnt/dev
mount -t tmpfs tmp /mnt/run
mount -t configfs none /mnt/sys/kernel/config
mount -t 9p -o "$share" machine /mnt/mnt
chroot /mnt /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run /bin/bash /mnt/start.sh
echo "ended with $?"
poweroff -f
INIT
    chmod +x first/init
    (cd first && find . | cpio -o -H newc --quiet | gzip -1) >first.gz
}

# lgpio as it is published; on a Pi it comes with the system.
fetch_lgpio() {
    "$python" -m pip install --quiet --only-binary :all: --upgrade --target packages lgpio==0.2.2.0 ||
        cannot "lgpio is not published for $("$python" -V)"
}

build() {
    [ "$(cat "$machine/ready" 2>/dev/null)" != "$made_from" ] || return 0
    check_here
    rm -rf --one-file-system "$machine"
    mkdir -p "$machine"
    cd "$machine"
    install_tools && fetch_lgpio && fetch_kernel && write_start
    rm -rf lists cache kernel first
    printf '%s\n' "$made_from" >ready
}

run() {
    checkout=$(realpath "$1")
    cd "$machine"
    printf 'exec /bin/bash %q %q %q %q\n' "$here/gpio_guest.sh" "$python" "$checkout" "$machine/packages" >start.sh
    timeout 600 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -m 1024 -smp 2 -nographic -no-reboot \
        -nic none -kernel vmlinuz -initrd first.gz -append "console=ttyS0 quiet panic=-1" \
        -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
        -virtfs "local,path=$machine,mount_tag=machine,security_model=none,readonly=on" </dev/null >console.log
    tr -d '\r' <console.log | grep -a -A 100000 'the panel on simulated pins'
}

case $what in
    build) build ;;
    run) run "$4" ;;
    *) cannot "gpio_machine.sh does build or run, not $what" ;;
esac
