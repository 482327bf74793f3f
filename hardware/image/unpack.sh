#!/bin/sh
# Unpacks a version to where it is installed, so that its packages are set up once, and prints that folder. What is
# whole is left as it is, as on an image: an installation leads there last, once all is on the disk.
# usage: unpack.sh CONTENT [ROOT]
set -eu
root=${2-}

version=$(tar -x -O -f "$1" pyproject.toml | sed -n 's/^version = "\(.*\)"$/\1/p')
there=/opt/tablekeeper/${version:?there is no version in it}
if [ "$(readlink "$root/opt/tablekeeper/current")" != "$version" ]; then
    rm -rf "$root$there"
    mkdir -p "$root$there"
    tar -x -C "$root$there" --no-same-owner -f "$1"
fi
echo "$there"
