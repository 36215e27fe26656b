/** Messages of providers as their simulators sent them, to be sent again with something changed. */
import { createHmac } from "node:crypto";
import type { MethodId } from "#methods/catalog.ts";
import type { PostWebhook } from "#sim/webhooks.ts";
import type { Plain, Wire } from "./request.ts";

/** A message of a provider as it was sent. */
export type Genuine = { readonly request: Plain; readonly sign: (wire: Wire) => Wire };

/**
 * Where a signature is over the very bytes, what was changed is signed again with the simulator's secret: otherwise it
 * would be refused before anything of it is read. `recipes/calls.test.ts` asks for a line for each method whose provider signs so.
 */
const signatures: Readonly<Partial<Record<MethodId, (wire: Wire) => Wire>>> = { a2a: signTransfer };

/** Reads one; `sign` leaves a message as it is where no signature is over its bytes. */
export function genuine({ url, headers, body }: Parameters<PostWebhook>[0]): Genuine {
  const { pathname: path, searchParams } = new URL(url);
  const query = Object.fromEntries(searchParams);
  const value: unknown = JSON.parse(/^\s*[[{]/.test(body) ? body : "null");
  const content =
    value === null ? ({ kind: "text", text: body } as const) : ({ kind: "json", value } as const);
  const signature = Object.entries(signatures).find(([id]) => id === methodOfMessage(path))?.[1];
  return {
    request: { method: "POST", path, query, headers, body: content },
    sign: signature ?? ((wire) => wire),
  };
}

/** The method whose provider writes to an address; null where it is no address for messages about payments. */
export function methodOfMessage(path: string): string | null {
  return /^\/rest\/pay\/notify\/([a-z0-9]+)/.exec(path)?.[1] ?? null;
}

function signTransfer(wire: Wire): Wire {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", "simulator-viban-webhook-secret")
    .update(`${seconds}.${wire.body?.toString("utf8") ?? ""}`)
    .digest("hex");
  const others = wire.headers.filter(([name]) => name.toLowerCase() !== "x-viban-signature");
  return { ...wire, headers: [...others, ["x-viban-signature", `t=${seconds},v1=${signature}`]] };
}
