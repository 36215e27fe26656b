/** The bank's calls: a token for client credentials, then accounts. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { BankAccount } from "./account.ts";
import { outage, refusal } from "./errors.ts";
import { openSchema, readAmount, readBody, tokenSchema } from "./requests.ts";
import { accountBody } from "./responses.ts";
import type { VirtualAccount, VirtualAccounts } from "./virtual-accounts.ts";

type Work = (asked: { readonly request: FastifyRequest; readonly id: string; readonly call: Call }) => Answer;

type Route = { readonly method: "GET" | "POST"; readonly path: string; readonly operation: string };

const unlistedStatus = "BREWING";
const paramsSchema = z.object({ id: z.string().default("") });
const tokenLifetimeMs = 30 * 60_000;

/** Adds all calls of the API. */
export function registerApi(
  app: FastifyInstance,
  tools: SimulatorTools,
  account: BankAccount,
  accounts: VirtualAccounts,
): void {
  const tokens = tools.store<number>({ name: "tokens" });
  const route = (about: Route, work: Work): void => {
    const { method, path: url, operation } = about;
    app.route({
      method,
      url,
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        const asked = (call: Call) => ({ request, id: paramsSchema.parse(request.params).id, call });
        return tools.serve({
          request,
          reply,
          operation,
          outage,
          work: (call) => work(asked(call)),
        });
      },
    });
  };
  const withToken =
    (work: Work): Work =>
    (asked) => {
      const token = /^Bearer (.+)$/.exec(asked.request.headers.authorization ?? "")?.[1] ?? "";
      if ((tokens.get(token) ?? 0) <= tools.clock.now())
        throw refusal(401, "invalid_token", "The access token is missing or has run out");
      return work(asked);
    };
  route({ method: "POST", path: "/oauth/token", operation: "TOKEN" }, ({ request }) => {
    const credentials = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${credentials}`)
      throw refusal(401, "invalid_client", "The client is not known");
    readBody(tokenSchema, request.body);
    const token = tools.ids.hex(48);
    tokens.set(token, tools.clock.now() + tokenLifetimeMs);
    const body = { access_token: token, token_type: "Bearer", expires_in: tokenLifetimeMs / 1000 };
    return { status: 200, body, note: "token" };
  });
  registerAccounts((about, work) => route(about, withToken(work)), account, accounts);
}

function registerAccounts(
  route: (about: Route, work: Work) => void,
  account: BankAccount,
  accounts: VirtualAccounts,
): void {
  const shown = (one: VirtualAccount, call: Call) => ({
    ...accountBody(one, account),
    ...(call.hasFault("unlisted_status") && { status: unlistedStatus }),
  });
  const answer = (status: 200 | 201, one: VirtualAccount, call: Call): Answer => ({
    status,
    body: shown(one, call),
    note: `${one.invoiceNumber}: ${one.status}`,
  });
  route({ method: "POST", path: "/v1/accounts", operation: "OPEN_ACCOUNT" }, ({ request, call }) => {
    const body = readBody(openSchema, request.body);
    if (request.headers["idempotency-key"] !== body.reference)
      throw refusal(400, "idempotency_key_required", "The Idempotency-Key must be the reference");
    const opened = accounts.open({
      reference: body.reference,
      invoiceNumber: body.invoiceNumber,
      expected: readAmount(body.expectedAmount, body.currency),
      currency: body.currency,
      expiresAt: Date.parse(body.expiresAt),
      notificationUrl: body.notificationUrl,
      request: JSON.stringify(body),
    });
    return answer(201, opened, call);
  });
  route({ method: "GET", path: "/v1/accounts", operation: "FIND_ACCOUNT" }, ({ request, call }) => {
    const { reference } = readBody(z.strictObject({ reference: z.string() }), request.query);
    const one = accounts.findByReference(reference);
    return { status: 200, body: { accounts: one ? [shown(one, call)] : [] }, note: one?.status ?? "none" };
  });
  route({ method: "GET", path: "/v1/accounts/:id", operation: "GET_ACCOUNT" }, ({ id, call }) =>
    answer(200, accounts.find(id), call),
  );
  route({ method: "POST", path: "/v1/accounts/:id/close", operation: "CLOSE_ACCOUNT" }, ({ id, call }) =>
    answer(200, accounts.close(accounts.find(id)), call),
  );
}
