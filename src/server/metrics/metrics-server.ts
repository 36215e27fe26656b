/** The port of the metrics: its own, so that no proxy in front of the pages can lead there. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type MetricsServer = {
  /** Where they are read. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** As Prometheus expects its text format to be named. */
const contentType = "text/plain; version=0.0.4; charset=utf-8";
/** A request is a line and a few headers. */
const requestTimeoutMs = 5_000;

/**
 * Serves `GET /metrics` and nothing else.
 * @param text what is served (`Metrics.text`)
 * @throws Error of `listen` when the port is taken or the address is not this machine's
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    text().then(
      (body) => response.writeHead(200, { "content-type": contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, "listening");
  const { address, family, port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${actual}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
