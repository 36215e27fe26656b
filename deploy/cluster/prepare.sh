#!/usr/bin/env bash
# Installs what the cluster needs, once (as root, about five minutes): etcd, HAProxy and debootstrap of this Debian, and a
# newer Debian in a folder with PostgreSQL 18, Patroni 4 and PgBouncer. Says what is missing with --check.
set -euo pipefail
. "$(dirname "$0")/settings.sh"

packages="etcd-server etcd-client haproxy iproute2 debootstrap curl"
inside="patroni python3-etcd postgresql-18 pgbouncer"

is_missing() {
  for program in etcd etcdctl haproxy ip curl; do
    command -v "$program" >/dev/null || PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || return 0
  done
  [ ! -x "$CLUSTER_ROOT/usr/bin/patroni" ] || [ ! -x "$CLUSTER_ROOT/usr/lib/postgresql/18/bin/postgres" ]
}

if [ "$(id -u)" != 0 ]; then
  echo "The cluster makes network namespaces and changes root directories: run it as root." >&2
  exit 1
fi
if [ "${1:-}" = --check ]; then
  if is_missing; then
    echo "Missing: $packages of Debian, and $inside in $CLUSTER_ROOT. Run deploy/cluster/prepare.sh." >&2
    exit 1
  fi
  exit 0
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# No service of this machine is started by it: the cluster starts its own.
apt-get install -y -q --no-install-recommends -o DPkg::Options::=--force-confold $packages
[ "$CLUSTER_ROOT" = / ] && exit 0
if [ ! -e "$CLUSTER_ROOT/etc/debian_version" ]; then
  mkdir -p "$CLUSTER_ROOT"
  # A debootstrap older than the suite has no script of that name; all newer ones are the same.
  script=/usr/share/debootstrap/scripts/$CLUSTER_SUITE
  [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
  debootstrap --variant=minbase "$CLUSTER_SUITE" "$CLUSTER_ROOT" "$CLUSTER_MIRROR" "$script"
fi
printf '#!/bin/sh\nexit 101\n' >"$CLUSTER_ROOT/usr/sbin/policy-rc.d"
chmod +x "$CLUSTER_ROOT/usr/sbin/policy-rc.d"
mkdir -p "$CLUSTER_ROOT/etc/postgresql-common"
echo "create_main_cluster = false" >"$CLUSTER_ROOT/etc/postgresql-common/createcluster.conf"
mountpoint -q "$CLUSTER_ROOT/proc" || mount -t proc proc "$CLUSTER_ROOT/proc"
chroot "$CLUSTER_ROOT" apt-get update -q $CLUSTER_APT_OPTIONS
chroot "$CLUSTER_ROOT" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $inside
umount "$CLUSTER_ROOT/proc"
chroot "$CLUSTER_ROOT" dpkg-query -W patroni postgresql-18 pgbouncer
