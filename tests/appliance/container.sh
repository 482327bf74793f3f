# container.sh IMAGE FOLDER BROUGHT: in namespaces of its own, have the Debian of an image begin as if a machine had started it.
set -e
mount -o loop "$1" "$2"
root=$2
mkdir -p "$root/mnt/brought" "$root/before"
mount --bind "$3" "$root/mnt/brought"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys" && mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for at in run tmp; do mount -t tmpfs tmpfs "$root/$at"; done
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
while read -r name number; do mknod -m 666 "$root/dev/$name" c 1 "$number"; done <<'END'
null 3
zero 5
full 7
random 8
urandom 9
END
ip link set lo up
cd "$root"
pivot_root . before
umount -l before
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv --bounding-set=-sys_time,-sys_module,-sys_boot \
    /lib/systemd/systemd
