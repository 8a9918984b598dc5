#!/usr/bin/env bash
# Runs a Python program in a file system that has Python, one environment and nothing else of this machine:
#   bare_python.sh ENVIRONMENT PROGRAM [ARGUMENT...]
# There is no shell, and of libraries there are those that Python itself needs, and those that manylinux says every Linux
# has. Needs root.
set -euo pipefail
if [[ -z "${LW_BARE:-}" ]]; then
  root=$(mktemp -d)
  trap 'rmdir "$root"' EXIT
  LW_BARE=$root unshare --mount --propagation private "$0" "$@"  # what it mounts ends with it
  exit
fi
root=$LW_BARE environment=$(realpath "$1") program=$(realpath "$2")
read -r python home stdlib < <("$environment/bin/python" -c \
  'import os, sys, sysconfig; print(os.path.realpath(sys.executable), sys.base_prefix, sysconfig.get_path("stdlib"))')
mount -t tmpfs tmpfs "$root"
shown() { mkdir -p "$root$1"; mount --bind "$1" "$root$1"; }
mkdir -p "$root"/{proc,tmp,lib64}
mount -t proc proc "$root/proc"
shown /dev
shown /sys
if [[ "$home" == /usr ]]; then
  install -D "$python" "$root$python"
  ln -s "$(basename "$python")" "$root/usr/bin/python3"
  shown "$stdlib"
else
  shown "$home"
fi
shown "$environment"
install -m 644 "$program" "$root/tmp/program.py"
{
  ldd "$python" "$stdlib"/lib-dynload/*.so | awk '$2 == "=>" && $3 ~ /^\// {print $3}'
  ldconfig -p | awk '/x86-64/ && $1 ~ /^lib(c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s|z)\.so\.[0-9]+$/ {print $NF}'
} | grep -v "^$home/.*python\|^$environment" | sort -u | while read -r library; do install -D "$library" "$root$library"; done
cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64/"
cd /
env -i HOME=/tmp PATH="$environment/bin" LC_ALL=C.UTF-8 /usr/sbin/chroot "$root" "$environment/bin/python" /tmp/program.py "${@:3}"
