/**
 * A TCP proxy that calls back at every moment that matters: when a message of interest has arrived and not moved on,
 * and when its answer has come and not gone back. The callback may kill a process there and then, or cut its wires.
 */
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export type Tripwire = AsyncDisposable & {
  readonly port: number;
  /** Ends every connection, passes nothing more on and takes no new one: what the end of its process is to both sides. */
  readonly cut: () => void;
};

export type TripwireOptions = {
  readonly target: NetConnectOpts;
  /** Whether bytes from the client hold a message of interest. */
  readonly matches: (bytes: Buffer) => boolean;
  /** Called before such bytes continue, and before the first answer to them goes back. */
  readonly onPass: (moment: "asked" | "answered") => void;
};

/** Starts one on a free port of the loopback. */
export async function startTripwire(options: TripwireOptions): Promise<Tripwire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(options.target);
    let isAwaited = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (bytes: Buffer) => {
      if (options.matches(bytes)) {
        isAwaited = true;
        options.onPass("asked");
      }
      if (!isCut) upstream.write(bytes);
    });
    upstream.on("data", (bytes: Buffer) => {
      if (isAwaited) {
        isAwaited = false;
        options.onPass("answered");
      }
      if (!isCut) client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Where a database listens, for a tripwire in front of it. */
export function databaseTarget(databaseUrl: string): NetConnectOpts {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  const number = Number(port || 5432);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
}

/** The address of the same database through a tripwire. */
export function throughTripwire(databaseUrl: string, wire: Tripwire): string {
  const { username, password, pathname } = new URL(databaseUrl);
  const user = `${username || "wasl"}${password && `:${password}`}`;
  return `postgres://${user}@127.0.0.1:${wire.port}${pathname}?sslmode=disable`;
}
