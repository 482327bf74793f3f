#!/bin/bash
# Builds a folder with a Debian in it that has picamera2 and libcamera as they are published, and runs
# commands in there. libcamera's "virtual" camera shows JPEG files as frames; no hardware is needed.
#
#   picamera2_root.sh build ROOT                    a minute or two and 1.3 GB; at once when it stands
#   picamera2_root.sh run ROOT CHECKOUT COMMAND...  CHECKOUT is at /checkout in there, where COMMAND starts
#
# It needs root rights, apt and a network, and ends with 3 where it can have no Debian. What it mounts is
# seen by no other program and gone when the command ends.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
what=$1
root=$(realpath -m "$2")
suite=trixie
packages=python3,python3-venv,python3-dev,python3-prctl,gcc,libc6-dev,ca-certificates

cannot() {
    echo "$1"
    exit 3
}

# Runs a command in the root, with mounts of its own.
enter() {
    unshare --mount --propagation private sh -ec '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        if [ -n "${checkout-}" ]; then
            mkdir -p "$root/checkout"
            mount --bind -o ro "$checkout" "$root/checkout"
        fi
        exec chroot "$root" "$@"' sh "$root" "$@"
}

# The Debian archive that this machine's apt is set up with.
mirror() {
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
        awk '$1 == "Debian" && !found { print $2; found = 1 }'
}

install_os() {
    archive=$(mirror)
    [ -n "$archive" ] || cannot "this machine's apt knows no Debian archive"
    command -v mmdebstrap >/dev/null || apt-get install -y -qq --no-install-recommends mmdebstrap ||
        cannot "mmdebstrap could not be installed; install it with: sudo apt-get install -y mmdebstrap"
    rm -rf --one-file-system "$root"
    mmdebstrap --quiet --variant=minbase --include="$packages" "$suite" "$root" \
        "deb $archive $suite main" "deb $archive $suite-backports main" ||
        cannot "Debian $suite could not be fetched from $archive; check the network"
}

# The machine's own ways out: names, certificates, and where pip looks.
lend_network() {
    for file in /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
        [ ! -e "$file" ] || cp "$file" "$root$file"
    done
}

install_camera() {
    enter apt-get update -qq
    enter env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -t "$suite-backports" python3-libcamera libcamera-ipa >/dev/null
    enter python3 -m venv --system-site-packages /opt/venv
    enter /opt/venv/bin/python -m pip install --quiet picamera2==0.3.38 opencv-python-headless pytest
    # Only windows on a screen need pykms, which is made for Pis alone; picamera2 imports it in any case.
    printf 'from unittest.mock import MagicMock\n\nPixelFormat = PlaneType = MagicMock()\n' |
        enter sh -c 'cd /opt/venv/lib/python3*/site-packages && cat >pykms.py'
    cp "$here/dmabuf.c" "$root/opt/"
    enter gcc -O2 -Wall -Werror -shared -fPIC -o /opt/dmabuf.so /opt/dmabuf.c
}

build() {
    mkdir -p "$(dirname "$root")"
    exec 9>"$root.lock"
    flock 9
    made_from=$(cat "$0" "$here/dmabuf.c" | cksum)
    [ "$(cat "$root/ready" 2>/dev/null)" != "$made_from" ] || return 0
    install_os
    lend_network
    install_camera
    printf '%s\n' "$made_from" >"$root/ready"
}

case $what in
    build)
        build
        ;;
    run)
        checkout=$(realpath "$3")
        export checkout
        shift 3
        enter env --chdir=/checkout LIBCAMERA_LOG_LEVELS='*:ERROR' LD_PRELOAD=/opt/dmabuf.so \
            PYTHONDONTWRITEBYTECODE=1 PATH=/opt/venv/bin:/usr/bin:/bin "$@"
        ;;
    *)
        echo "picamera2_root.sh does build or run, not $what."
        exit 2
        ;;
esac
