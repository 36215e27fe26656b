import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReceivedMessage } from "#methods/provider-suite.ts";

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
    /** All notifications that mention a text (an order number), once one that includes another is among them. */
    received: async (wanted: {
      readonly mentions: string;
      readonly including: string;
    }): Promise<readonly ReceivedMessage[]> => {
      const about = () => arrived.filter((request) => request.body.includes(wanted.mentions));
      while (!about().some((request) => request.body.includes(wanted.including))) {
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
      return about();
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
