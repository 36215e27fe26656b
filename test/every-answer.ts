/** What a person of a shop is shown: the answer of every call that they may make, about each thing that the shop has. */
import assert from "node:assert/strict";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import type { LightMyRequestResponse } from "fastify";
import { type Role, roleMay } from "#core/roles.ts";
import { rightOfCall } from "#server/merchant-api/scopes.ts";
import { type Cookie, consoleUrl, type Shop } from "./console.ts";
import { rowsOfCalls } from "./isolation-calls.ts";
import type { Things } from "./isolation-rows.ts";
import { readPages } from "./pdf.ts";

export type Answered = {
  readonly call: string;
  /** Null: nothing was refused or missing, but the answer has no text (a picture, an archive). */
  readonly text: string | null;
};

export type Person = { readonly shop: Shop; readonly role: Role; readonly cookie: Cookie };

/** What is asked for beside the ids of things. */
export type Asked = {
  readonly things: Things;
  /** Of what there are several: ids by their names in addresses. */
  readonly several: Readonly<Record<string, readonly string[]>>;
  readonly searched: readonly string[];
};

const stream = "GET /api/v1/events/stream";

/** Calls of people alone have no row in the walk of isolation. */
const queries: Readonly<Record<string, string>> = { "GET /api/v1/list-views": "?list=invoices" };

const isReading = (call: string): boolean =>
  call.startsWith("GET ") || (call.startsWith("POST ") && rightOfCall[call]?.scope === "read");

/** The calls that a role may make: those that read, or those that change a thing that their address names. */
export function callsOf(role: Role, kind: "read" | "change"): string[] {
  const calls = Object.entries(rightOfCall).flatMap(([call, { may }]) => {
    const isWanted =
      kind === "read" ? isReading(call) : !isReading(call) && rowsOfCalls[call]?.kind === "thing";
    return isWanted && (may === null || roleMay(role, may)) ? [call] : [];
  });
  // What is removed is there until the end.
  return calls.toSorted(
    (one, other) => Number(one.startsWith("DELETE")) - Number(other.startsWith("DELETE")),
  );
}

/**
 * Makes a call about each thing that its address may name.
 * @returns the answers that are no refusals
 */
export async function answersOf(person: Person, call: string, asked: Asked): Promise<Answered[]> {
  if (call === stream) return [{ call, text: await readStream(person, asked.things["eventId"] ?? "") }];
  const answers: Answered[] = [];
  for (const { url, body } of requestsOf(call, asked)) {
    const { shop, cookie } = person;
    const answer = await shop.send(url, {
      method: call.split(" ")[0] as "GET",
      cookie,
      shop: shop.merchantId,
      headers: { "if-match": "*" },
      ...(body !== undefined && { json: body }),
    });
    assert.ok(answer.statusCode < 500, `${call}: ${answer.body} ${failureOf(shop, answer)}`);
    if (answer.statusCode < 300) answers.push({ call, text: await textOf(answer) });
  }
  return answers;
}

/** What the log says of a failure: its error, and which fields of the reply its contract does not take. */
function failureOf({ logLines }: Shop, { headers }: LightMyRequestResponse): string {
  const id = JSON.stringify(headers["x-request-id"]);
  const failed = logLines.filter((line) => line.includes(`"requestId":${id}`) && line.includes('"failed"'));
  return failed
    .map((line) => {
      const { error, reply } = JSON.parse(line) as {
        readonly error?: { readonly message: string };
        readonly reply?: object;
      };
      return `${error?.message} ${JSON.stringify(reply ?? [])}`;
    })
    .join();
}

type Request = { readonly url: string; readonly body: unknown };

function requestsOf(call: string, { things, several, searched }: Asked): Request[] {
  if (call === "POST /api/v1/search")
    return searched.map((query) => ({ url: "/api/v1/search", body: { query } }));
  const named = Object.entries(several).flatMap(([name, ids]) =>
    ids.map((id) => ({ ...things, [name]: id })),
  );
  const requests = [things, ...named].map((each) => requestOf(call, each));
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

function requestOf(call: string, things: Things): Request {
  const path = call.split(" ")[1] ?? "";
  const url = path.replace(
    /:(\w+)/g,
    (_, name: string) => things[name] ?? assert.fail(`${call}: say in isolation-things.ts what :${name} is`),
  );
  const row = rowsOfCalls[call];
  const query = row && "query" in row ? row.query : queries[call];
  const body = row && "body" in row ? row.body : undefined;
  return {
    url: url + (typeof query === "function" ? query(things) : (query ?? "")),
    body: typeof body === "function" ? body(things) : body,
  };
}

/** Without what a line or a page breaks. */
async function textOf({ headers, body, rawPayload }: LightMyRequestResponse): Promise<string | null> {
  const type = String(headers["content-type"] ?? "");
  const text = type.startsWith("application/pdf")
    ? (await readPages(rawPayload)).map(({ found }) => found).join("")
    : /json|^text\//.test(type) || body === ""
      ? body
      : null;
  return text === null ? null : text.replace(/\s/g, "");
}

/** All that a stream sends after an event, up to the last one that every role receives. */
async function readStream({ shop, cookie }: Person, after: string): Promise<string> {
  const { rows } = await shop.db.pool.query<{ id: string }>(
    "select public_id as id from events where type ~ '^(invoice|payment|message)[.]' and position is not null order by position desc limit 1",
  );
  const last = `id: ${rows[0]?.id}`;
  const headers = {
    host: new URL(consoleUrl).host,
    "sec-fetch-site": "same-origin",
    ...{ cookie, "wasl-shop": String(shop.merchantId) },
  };
  const { port } = shop.app.server.address() as AddressInfo;
  return await new Promise((resolve, reject) => {
    const request = get({ port, path: `/api/v1/events/stream?after=${after}`, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        const [, end = ""] = text.split(last);
        if (!end.includes("\n\n")) return;
        resolve(text);
        request.destroy();
      });
      response.once("end", () => reject(new Error(`a stream without its last event: ${text}`)));
    });
    request.on("error", reject);
  });
}
