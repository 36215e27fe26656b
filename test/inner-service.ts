/** A service of an inner network, which nothing that a merchant chose may lead to. */
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSigned } from "./self-signed.ts";

/** Starts one by https on this machine, with a certificate for `localhost`; `await using` ends it. */
export async function startInnerService() {
  const identity = selfSigned();
  const server = createServer({ cert: identity.certPem, key: identity.keyPem }, (_, response) =>
    response.end("reached"),
  );
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    identity,
    /** How many have reached it, with a handshake of TLS or without. */
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
