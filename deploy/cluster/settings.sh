# What deploy/cluster/*.sh read; each may be set in the environment.

# A Debian that has PostgreSQL 18 and Patroni 4. `/` where this machine has both itself.
CLUSTER_ROOT=${CLUSTER_ROOT:-/var/lib/wasl-cluster/root}
CLUSTER_SUITE=${CLUSTER_SUITE:-forky}
CLUSTER_MIRROR=${CLUSTER_MIRROR:-http://deb.debian.org/debian}
# For a mirror that stands still: -o Acquire::Check-Valid-Until=false
CLUSTER_APT_OPTIONS=${CLUSTER_APT_OPTIONS:-}
# Logs, pids, etcd's data and the data directories of the Wasl servers.
CLUSTER_DIR=${CLUSTER_DIR:-/var/lib/wasl-cluster/run}
# The first of 32 ports of this machine: +0 writes, +1 reads, +2 the payment pages and the API, +3 HAProxy's statistics,
# +4 PgBouncer, +11 to +13 the Wasl servers, +20 the simulators, +21 their mail.
CLUSTER_PORT=${CLUSTER_PORT:-4340}
# quorum, or off: the control of the cluster test, which loses payments.
CLUSTER_SYNC=${CLUSTER_SYNC:-quorum}
# yes: the servers reach the database by way of PgBouncer in transaction mode.
CLUSTER_POOLER=${CLUSTER_POOLER:-no}
CLUSTER_NET=${CLUSTER_NET:-10.77.0}
CLUSTER_NAME=${CLUSTER_NAME:-wcl}

# Passwords of a cluster that only this machine reaches. One of your own has others.
superuser_password=${CLUSTER_SUPERUSER_PASSWORD:-cluster-superuser}
replication_password=${CLUSTER_REPLICATION_PASSWORD:-cluster-replication}
wasl_password=${CLUSTER_WASL_PASSWORD:-cluster-wasl}

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$repository/deploy/cluster
machines="1 2 3"
