/** A merchant's server that takes webhooks: keeps what arrives, and answers as a test tells it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./until.ts";

export type ReceivedWebhook = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it arrived, milliseconds since the epoch. */
  readonly at: number;
};

export type WebhookReceiver = AsyncDisposable & {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** How requests are answered from now on; 204 by default. One that is not answered hangs. */
  readonly answerWith: (answer: (response: ServerResponse, request: IncomingMessage) => void) => void;
  /** Waits until there are so many. */
  readonly atLeast: (count: number) => Promise<void>;
};

/** Starts one on loopback; `await using` ends it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let answer = (response: ServerResponse, _request: IncomingMessage): void =>
    void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() });
    answer(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: (next) => {
      answer = next;
    },
    atLeast: (count) => until(() => received.length >= count),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
