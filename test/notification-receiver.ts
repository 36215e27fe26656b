import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReceivedMessage } from "#methods/provider-suite.ts";

/** For a simulator that sends what a test waits for; one that does not fails the test by what it has sent. */
const patienceMs = 30_000;

type Wanted = {
  /** A text of each message that is meant, such as an order's number; all of them when left out. */
  readonly mentions?: string;
  /** A text of the message that is waited for. */
  readonly including: string;
};

/** A merchant's address for notifications: keeps what arrives and lets a test wait for it. */
export async function startNotificationReceiver() {
  const arrived: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    const message = { headers, query: {}, body: Buffer.concat(chunks).toString("utf8") };
    arrived.push(message as ReceivedMessage);
    response.end();
    for (const wake of waiting) wake();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The messages that are meant, once the one that is waited for is among them. */
    received: async ({ mentions = "", including }: Wanted): Promise<readonly ReceivedMessage[]> => {
      const about = () => arrived.filter(({ body }) => body.includes(mentions));
      const deadline = AbortSignal.timeout(patienceMs);
      while (!about().some(({ body }) => body.includes(including))) {
        await new Promise<void>((resolve, reject) => {
          waiting.add(resolve);
          deadline.onabort = () => reject(new Error(notReceived({ mentions, including }, arrived)));
        });
      }
      return about();
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function notReceived({ mentions, including }: Wanted, arrived: readonly ReceivedMessage[]): string {
  const bodies = arrived.map(({ body }) => `\n${body.slice(0, 500)}`).join("");
  return `no notification with "${mentions}" and "${including}" in its body; of ${arrived.length} that came:${bodies}`;
}
