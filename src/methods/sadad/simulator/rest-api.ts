/** Moyasar's calls: payments by bill, and the addresses that messages go to. The key is checked first. */

import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import { type AddRoute, guardedRoutes } from "#sim/guarded-routes.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { MoyasarAccount } from "./account.ts";
import type { Bill, Bills } from "./bills.ts";
import { noUserAgent, outage, refusal } from "./errors.ts";
import { listSchema, paymentSchema, readBody, verificationSchema, webhookSchema } from "./requests.ts";
import { paymentBody } from "./responses.ts";
import type { Registration, Registrations } from "./webhooks.ts";

type Parts = { readonly bills: Bills; readonly registrations: Registrations };

const unlistedStatus = "brewing";

/** Adds all calls of the API. */
export function registerApi(
  app: FastifyInstance,
  tools: SimulatorTools,
  account: MoyasarAccount,
  parts: Parts,
): void {
  const route = createRoutes(app, tools, account);
  registerPayments(route, tools, parts);
  registerWebhooks(route, parts);
}

function createRoutes(app: FastifyInstance, tools: SimulatorTools, account: MoyasarAccount): AddRoute {
  const key = `Basic ${Buffer.from(`${account.secretKey}:`).toString("base64")}`;
  const addRoute = guardedRoutes(app, tools, {
    outage,
    authorize: ({ headers }) => {
      if (!headers["user-agent"]) throw noUserAgent();
      if (headers.authorization !== key)
        throw refusal(401, "authentication_error", "Invalid authorization credentials");
    },
  });
  return (route) => addRoute({ ...route, path: `/v1${route.path}` });
}

function registerPayments(route: AddRoute, tools: SimulatorTools, { bills, registrations }: Parts): void {
  const shown = (status: 200 | 201, bill: Bill, call: Call): Answer => ({
    status,
    body: { ...paymentBody(bill), ...(call.hasFault("unlisted_status") && { status: unlistedStatus }) },
    note: `${bill.id}: ${bill.status}`,
  });
  route({
    method: "POST",
    path: "/payments",
    operation: "CREATE_PAYMENT",
    work({ request, call }) {
      const body = readBody(paymentSchema, request.body);
      const bill = bills.issue({
        id: body.given_id ?? tools.ids.uuid(),
        amount: minor(body.amount),
        currency: body.currency,
        description: body.description ?? null,
        metadata: body.metadata ?? {},
      });
      const failed = bill.status === "failed" ? registrations.about(bill) : [];
      return { ...shown(201, bill, call), webhooks: failed };
    },
  });
  route({
    method: "GET",
    path: "/payments",
    operation: "LIST_PAYMENTS",
    work({ request }) {
      const asked = readBody(listSchema, request.query);
      const found = bills.list().filter((bill) => isAskedFor(bill, asked));
      const pages = Math.max(1, Math.ceil(found.length / paymentsPerPage));
      const { page } = asked;
      return {
        status: 200,
        body: {
          payments: found.slice((page - 1) * paymentsPerPage, page * paymentsPerPage).map(paymentBody),
          meta: {
            current_page: page,
            next_page: page < pages ? page + 1 : null,
            prev_page: page > 1 ? page - 1 : null,
            total_pages: pages,
            total_count: found.length,
          },
        },
        note: `${found.length} payments, page ${page}`,
      };
    },
  });
  route({
    method: "GET",
    path: "/payments/:id",
    operation: "GET_PAYMENT",
    work: ({ id, call }) => shown(200, bills.find(id), call),
  });
}

/** The real one does not say how many it shows at a time. */
const paymentsPerPage = 20;

function isAskedFor(bill: Bill, asked: z.output<typeof listSchema>): boolean {
  const { status, "created[gt]": after, "created[lt]": before } = asked;
  return (
    (status === undefined || bill.status === status) &&
    (after === undefined || bill.createdAt > after) &&
    (before === undefined || bill.createdAt < before)
  );
}

function registerWebhooks(route: AddRoute, { registrations }: Parts): void {
  const shown = ({ id, url, events, createdAt, code }: Registration) => ({
    id,
    http_method: "post",
    url,
    created_at: new Date(createdAt).toISOString(),
    events: events ?? [],
    verified: code === null,
  });
  route({
    method: "POST",
    path: "/webhooks",
    operation: "CREATE_WEBHOOK",
    work({ request }) {
      const { url, shared_secret: secret, events = null } = readBody(webhookSchema, request.body);
      const { added, messages } = registrations.add({ url, secret, events });
      return { status: 201, body: shown(added), webhooks: messages };
    },
  });
  route({
    method: "GET",
    path: "/webhooks",
    operation: "LIST_WEBHOOKS",
    work: () => ({ status: 200, body: { webhooks: registrations.list().map(shown) } }),
  });
  route({
    method: "POST",
    path: "/webhooks/:id/verify",
    operation: "VERIFY_WEBHOOK",
    work({ request, id }) {
      const { code } = readBody(verificationSchema, request.body);
      return { status: 200, body: shown(registrations.verify(id, code)) };
    },
  });
  route({
    method: "DELETE",
    path: "/webhooks/:id",
    operation: "DELETE_WEBHOOK",
    work({ id }) {
      registrations.remove(id);
      return { status: 200, body: { message: "Webhook was deleted successfully" } };
    },
  });
}
