#!/usr/bin/env bash
# A cluster on one machine, as root, after prepare.sh and `npm run build`: three machines (network namespaces), each with
# etcd, Patroni and PostgreSQL 18; HAProxy before them; three Wasl servers behind HAProxy; one set of provider simulators.
#
#   cluster.sh up           starts all of it on empty data, and says where it is
#   cluster.sh machine N    switches machine N on (again): its etcd and its Patroni
#   cluster.sh etcd N       the same for its etcd alone
#   cluster.sh cut N        takes machine N off the network;  cluster.sh join N  gives it back
#   cluster.sh cut-etcd N   the same for what its etcd sends and what is sent to others' etcd;  cluster.sh join-etcd N
#   cluster.sh pids N       every process of machine N
#   cluster.sh members      Patroni's list, as JSON
#   cluster.sh switchover N hands the primary over to machine N
#   cluster.sh down         ends every process and namespace of it
set -euo pipefail
. "$(dirname "$0")/settings.sh"
PATH=$PATH:/usr/sbin:/sbin
run=$CLUSTER_DIR
data=/var/lib/wasl-postgres
node=$repository/node_modules/.bin/node

port() { echo $((CLUSTER_PORT + $1)); }
in_machine() { ip netns exec "$CLUSTER_NAME$1" "${@:2}"; }
in_root() { in_machine "$1" chroot --userspec=postgres:postgres "$CLUSTER_ROOT" "${@:2}"; }

# begin NAME COMMAND…: in the background, in a process group of its own, with a log and a pid file.
begin() {
  local name=$1
  shift
  setsid "$@" >>"$run/logs/$name.log" 2>&1 </dev/null &
  echo $! >"$run/$name.pid"
}

# As begin; what ends is started again after a second, as systemd does (deploy/wasl.service).
keep() {
  local name=$1
  shift
  begin "$name" bash -c 'trap "kill \$child; wait; exit" TERM
    while :; do "$@" & child=$!; echo $child >"'"$run/$name"'.child"; wait $child; sleep 1 & child=$!; wait; done' keep "$@"
}

wait_for() {
  local what=$1 tries=0
  shift
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 240 ] || { echo "$what did not come up; see $run/logs" >&2; exit 1; }
    sleep 0.5
  done
}

answers() { curl --silent --fail --noproxy '*' --max-time 3 --output /dev/null "$@"; }

fill() { # fill TEMPLATE N
  local strict=true
  [ "$CLUSTER_SYNC" = off ] && strict=false
  sed -e "s/@N@/$2/g" -e "s/@NET@/$CLUSTER_NET/g" -e "s/@SYNC@/$CLUSTER_SYNC/" -e "s/@STRICT@/$strict/" \
    -e "s/@SUPERUSER_PASSWORD@/$superuser_password/" -e "s/@REPLICATION_PASSWORD@/$replication_password/" \
    -e "s/@PG_WRITE@/$(port 0)/" -e "s/@PG_READ@/$(port 1)/" -e "s/@APP@/$(port 2)/" -e "s/@STATISTICS@/$(port 3)/" \
    -e "s/@POOLER@/$(port 4)/" -e "s/@WASL1@/$(port 11)/" -e "s/@WASL2@/$(port 12)/" -e "s/@WASL3@/$(port 13)/" "$here/$1"
}

network() {
  ip link add "${CLUSTER_NAME}br" type bridge
  ip addr add "$CLUSTER_NET.254/24" dev "${CLUSTER_NAME}br"
  ip link set "${CLUSTER_NAME}br" up
  for n in $machines; do
    ip netns add "$CLUSTER_NAME$n"
    ip link add "${CLUSTER_NAME}v$n" type veth peer name eth0 netns "$CLUSTER_NAME$n"
    ip link set "${CLUSTER_NAME}v$n" master "${CLUSTER_NAME}br" up
    ip -n "$CLUSTER_NAME$n" addr add "$CLUSTER_NET.$n/24" dev eth0
    ip -n "$CLUSTER_NAME$n" link set eth0 up
    ip -n "$CLUSTER_NAME$n" link set lo up
    # What leaves by this link arrives nowhere.
    ip -n "$CLUSTER_NAME$n" link add hole0 type veth peer name hole1
    ip -n "$CLUSTER_NAME$n" link set hole0 arp off up
    ip -n "$CLUSTER_NAME$n" link set hole1 up
    ip -n "$CLUSTER_NAME$n" route add default dev hole0 src "$CLUSTER_NET.$n" table 77
  done
}

# etcd_routes add|del N: packets of etcd's ports, of both sides, go into the hole; within the machine they still arrive.
etcd_routes() {
  local place=10 match
  for match in "sport 2379" "dport 2379" "sport 2380" "dport 2380"; do
    # shellcheck disable=SC2086
    ip -n "$CLUSTER_NAME$2" rule "$1" pref $((place += 1)) ipproto tcp $match lookup 77
  done
}

etcd() {
  local at=$CLUSTER_NET.$1
  # An election takes as long as a slow disk may need; Patroni's retry_timeout is longer. Who was off the network and returns
  # begins none (the default since etcd 3.5): until it was over Patroni would read what etcd knew before (docs/decisions/0280).
  begin "etcd$1" ip netns exec "$CLUSTER_NAME$1" etcd --name "e$1" --data-dir "$run/etcd$1" \
    --listen-client-urls "http://$at:2379" --advertise-client-urls "http://$at:2379" \
    --listen-peer-urls "http://$at:2380" --initial-advertise-peer-urls "http://$at:2380" \
    --initial-cluster "e1=http://$CLUSTER_NET.1:2380,e2=http://$CLUSTER_NET.2:2380,e3=http://$CLUSTER_NET.3:2380" \
    --initial-cluster-state new --heartbeat-interval 250 --election-timeout 2500 --pre-vote --log-level warn
}

patroni() {
  begin "patroni$1" ip netns exec "$CLUSTER_NAME$1" chroot --userspec=postgres:postgres "$CLUSTER_ROOT" \
    env HOME="$data" PATH=/usr/bin:/bin patroni "$data/patroni$1.yml"
}

etcd_answers() { ETCDCTL_API=3 etcdctl --endpoints "http://$CLUSTER_NET.1:2379" --command-timeout 2s endpoint health; }

is_alive() { [ -e "$run/$1.pid" ] && kill -0 "$(cat "$run/$1.pid")" 2>/dev/null; }

machine() {
  is_alive "etcd$1" || etcd "$1"
  is_alive "patroni$1" || patroni "$1"
}

database() {
  rm -rf "${CLUSTER_ROOT%/}$data"
  mkdir -p "${CLUSTER_ROOT%/}$data"
  for n in $machines; do
    mkdir "${CLUSTER_ROOT%/}$data/s$n"
    fill patroni.yml "$n" >"${CLUSTER_ROOT%/}$data/patroni$n.yml"
  done
  cp "$here"/*.py "${CLUSTER_ROOT%/}$data/"
  chroot "$CLUSTER_ROOT" chown -R postgres:postgres "$data"
  mountpoint -q "${CLUSTER_ROOT%/}/proc" || mount -t proc proc "$CLUSTER_ROOT/proc"
  mkdir -p "${CLUSTER_ROOT%/}/dev/shm"
  chmod 1777 "${CLUSTER_ROOT%/}/dev/shm"
  for n in $machines; do etcd "$n"; done
  wait_for etcd etcd_answers
  for n in $machines; do patroni "$n"; done
  wait_for "a primary" leader_answers
  superuser "create role wasl login password '$wasl_password'" "create database wasl owner wasl" \
    "alter role wasl set statement_timeout = '8s'" "alter role wasl set lock_timeout = '3s'" \
    "alter role wasl set idle_in_transaction_session_timeout = '15s'" \
    "alter role wasl set timezone = 'UTC'"
}

leader_answers() { leader >/dev/null; }

# The number of the machine that has the primary.
leader() {
  for n in $machines; do
    if answers "http://$CLUSTER_NET.$n:8008/primary"; then echo "$n"; return; fi
  done
  return 1
}

superuser() {
  local n sql
  n=$(leader)
  for sql in "$@"; do
    in_root "$n" env PGPASSWORD="$superuser_password" psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 \
      "host=$CLUSTER_NET.$n user=postgres dbname=postgres" --command "$sql"
  done
}

pooler() {
  fill pgbouncer.ini 0 >"${CLUSTER_ROOT%/}$data/pgbouncer.ini"
  printf '"wasl" "%s"\n' "$wasl_password" >"${CLUSTER_ROOT%/}$data/pgbouncer.users"
  begin pgbouncer chroot --userspec=postgres:postgres "$CLUSTER_ROOT" pgbouncer "$data/pgbouncer.ini"
}

servers() {
  fill haproxy.cfg 0 >"$run/haproxy.cfg"
  begin haproxy haproxy -db -f "$run/haproxy.cfg"
  local web=http://127.0.0.1:$(port 2) direct=postgres://wasl:$wasl_password@127.0.0.1:$(port 0)/wasl
  local url=$direct
  if [ "$CLUSTER_POOLER" = yes ]; then
    pooler
    url=postgres://wasl:$wasl_password@127.0.0.1:$(port 4)/wasl
  fi
  begin simulators env WASL_ENV=test SIM_PORT="$(port 20)" SIM_SMTP_PORT="$(port 21)" WASL_WEB_URL="$web" \
    "$node" "$repository/src/sim/main.ts"
  # Files go to one store of S3's kind, which Debian does not have: give its four settings, or none is reached.
  for n in $machines; do
    keep "wasl$n" env WASL_ENV=test PORT="$(port 1$n)" DATA_DIR="$run/wasl$n" WASL_NODE_NAME="w$n" \
      DATABASE_URL="$url" DATABASE_LISTEN_URL="$direct" SIM_URL="http://127.0.0.1:$(port 20)" \
      SMTP_URL="smtp://127.0.0.1:$(port 21)" WASL_SECRET_KEY="a master secret of this cluster alone" WASL_WEB_URL="$web" \
      WASL_TRUSTED_PROXIES=1 WASL_RATE_LIMITS="${WASL_RATE_LIMITS:-false}" \
      WASL_S3_BUCKET="${WASL_S3_BUCKET:-wasl}" WASL_S3_ENDPOINT="${WASL_S3_ENDPOINT:-http://127.0.0.1:9}" \
      WASL_S3_ACCESS_KEY_ID="${WASL_S3_ACCESS_KEY_ID:-none}" WASL_S3_SECRET_ACCESS_KEY="${WASL_S3_SECRET_ACCESS_KEY:-none}" \
      "$node" "$repository/src/cli/wasl.mjs" start
  done
  for n in $machines; do wait_for "Wasl server $n" answers "http://127.0.0.1:$(port 1$n)/readyz"; done
  wait_for HAProxy answers "$web/readyz"
}

up() {
  "$here/prepare.sh" --check
  [ -d "$repository/dist" ] || { echo "The pages are not built: npm run build." >&2; exit 1; }
  if [ -e "$run/haproxy.pid" ] || [ -e "/run/netns/${CLUSTER_NAME}1" ]; then
    echo "A cluster runs already, or was left: cluster.sh down." >&2
    exit 1
  fi
  rm -rf "$run"
  mkdir -p "$run/logs"
  network
  database
  servers
  echo "Pages and API: http://127.0.0.1:$(port 2)   simulators: http://127.0.0.1:$(port 20)   HAProxy: http://127.0.0.1:$(port 3)"
  echo "Primary: postgres://wasl:$wasl_password@127.0.0.1:$(port 0)/wasl   standbys: port $(port 1)   logs: $run/logs"
}

down() {
  local file
  for file in "$run"/*.pid; do
    [ -e "$file" ] && kill -TERM -- "-$(cat "$file")" 2>/dev/null
  done
  sleep 2
  for file in "$run"/*.pid; do
    [ -e "$file" ] && kill -KILL -- "-$(cat "$file")" 2>/dev/null
    rm -f "$file"
  done
  for n in $machines; do
    ip netns pids "$CLUSTER_NAME$n" 2>/dev/null | xargs --no-run-if-empty kill -KILL 2>/dev/null
    ip link del "${CLUSTER_NAME}v$n" 2>/dev/null # a namespace goes later than its name
    ip netns del "$CLUSTER_NAME$n" 2>/dev/null
  done
  ip link del "${CLUSTER_NAME}br" 2>/dev/null
  [ "$CLUSTER_ROOT" = / ] || umount "$CLUSTER_ROOT/proc" 2>/dev/null
  return 0
}

case "${1:-}" in
  up) up ;;
  down) set +e; down ;;
  machine) machine "$2" ;;
  etcd) etcd "$2" ;;
  cut) ip link set "${CLUSTER_NAME}v$2" down ;;
  join) ip link set "${CLUSTER_NAME}v$2" up ;;
  cut-etcd) etcd_routes add "$2" ;;
  join-etcd) etcd_routes del "$2" ;;
  pids) ip netns pids "$CLUSTER_NAME$2" ;;
  members) in_root "${2:-1}" patronictl -c "$data/patroni${2:-1}.yml" list --format json ;;
  switchover) in_root "$2" patronictl -c "$data/patroni$2.yml" switchover wasl --candidate "n$2" --force ;;
  *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
