#!/usr/bin/env python3
"""Patroni's pre_promote (patroni.yml): refuses a primary that commits did not wait for.

Who was off the network and returns may read for a moment, at its own etcd, that the lock is still its own, and takes it where
no other has it just then, without the questions of an election. It lacks what was acknowledged meanwhile. Whom commits wait
for stands under `sync` in etcd, asked for here so that a majority answers.

Takes the name of this machine's Patroni, then the addresses of all of etcd. Ends with 1, and Patroni gives the lock back, when
this machine is not among them or no etcd answers.
"""
import base64
import json
import sys
import urllib.request

TIMEOUT_S = 2


def ask(etcd: str, key: str) -> str | None:
    question = {"key": base64.b64encode(key.encode()).decode()}
    request = urllib.request.Request(f"{etcd}/v3/kv/range", json.dumps(question).encode())
    # The cluster's own network: whatever proxy the machine has is for others.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=TIMEOUT_S) as answer:
        found = json.load(answer).get("kvs", [])
    return base64.b64decode(found[0]["value"]).decode() if found else None


def may_lead(name: str, sync: str | None) -> bool:
    """Without a word of whom commits wait for, they wait for none: any may lead."""
    known = json.loads(sync or "{}")
    leader = known.get("leader")
    standbys = known.get("sync_standby") or ""
    return leader is None or name in [leader, *standbys.split(",")]


def main(name: str, etcds: list[str]) -> int:
    for etcd in etcds:
        try:
            sync = ask(etcd, "/service/wasl/sync")
        except OSError as error:
            print(f"{etcd} does not answer: {error}", file=sys.stderr)
            continue
        if may_lead(name, sync):
            return 0
        print(f"commits did not wait for {name}: {sync}", file=sys.stderr)
        return 1
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
