/** Requests drawn from the OpenAPI documents: calls that no story makes, in forms that no story thinks of. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Database } from "#db/open.ts";
import {
  type DrawnRequest,
  drawnRequests,
  type KnownNames,
  type OpenApiDocument,
} from "../../drawn-requests.ts";
import type { Random } from "../../simulation/random.ts";
import { root } from "../../source-tree.ts";
import type { Plain } from "../request.ts";

export type DrawnCall = {
  readonly name: string;
  /** @param known names of things that there are */
  readonly draw: (random: Random, known: KnownNames) => Plain;
};

/** A stream that is let in has no end; a test world and a team's mails are made by thousands otherwise. */
const leftOut = /\/stream$|\/test-world$|\/webhook-endpoints\/\{endpointId\}\/(test|replay)$/;

/** Every call of a document. `headers` go with each request. */
export function drawnCalls(
  file: "openapi.json" | "openapi-pages.json",
  headers: Readonly<Record<string, string>>,
): DrawnCall[] {
  const document: OpenApiDocument = JSON.parse(readFileSync(join(root, "docs", file), "utf8"));
  return Object.entries(document.paths)
    .filter(([path]) => !leftOut.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        let made: { readonly known: KnownNames; readonly requests: fc.Arbitrary<DrawnRequest> } | null = null;
        return {
          name: `${method.toUpperCase()} ${path}`,
          draw: (random: Random, known: KnownNames) => {
            if (made?.known !== known)
              made = { known, requests: drawnRequests(document, { path, operation, known }) };
            const [drawn] = fc.sample(made.requests, { seed: random.whole(0, 2 ** 31 - 1), numRuns: 1 });
            return toPlain(method.toUpperCase(), drawn, {
              ...headers,
              ...(method !== "get" && { "idempotency-key": random.bytes(12).toString("hex") }),
            });
          },
        };
      }),
    );
}

function toPlain(
  method: string,
  drawn: DrawnRequest | undefined,
  headers: Readonly<Record<string, string>>,
): Plain {
  const { url = "/", body, headers: own = {} } = drawn ?? {};
  const mark = url.indexOf("?");
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark + 1))),
    headers: { ...headers, ...own },
    ...(body !== undefined && { body: readBody(body) }),
  };
}

function readBody(text: string): NonNullable<Plain["body"]> {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "text", text };
  }
}

/** The newest things of a merchant, by the names that addresses have for them. */
export async function readKnown({ pool }: Database, merchantId: number): Promise<KnownNames> {
  const few = async (columns: string): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select ${columns} where merchant_id = $1 order by id desc limit 8`,
      [merchantId],
    );
    return rows.map(({ name }) => String(name));
  };
  return {
    orderNumber: await few("order_number as name from orders"),
    linkIdentity: await few("link_identity as name from product_links"),
    productId: await few("id as name from products"),
    couponId: await few("id as name from coupons"),
    clientId: await few("id as name from clients"),
    draftId: await few("id as name from invoice_drafts"),
    paymentId: await few("id as name from payment_attempts"),
    number: await few("number as name from tax_documents"),
    merchantId: [String(merchantId)],
    channel: ["sms", "whatsapp", "email"],
    method: ["sadad", "creditcard", "stcpay"],
    version: ["1"],
    position: ["1"],
    couponCode: ["EID"],
  };
}
