/**
 * The part of Paylink's merchant API that shops move in with (docs/moving-from-paylink.md): the same addresses, fields and
 * answers over the same core as `/api/v1`. Decision 0102 says what was chosen where theirs is not known.
 */
import type { FastifyInstance, FastifySchema } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import type { z } from "zod";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { Problem } from "#core/problem.ts";
import { problemOf } from "../http/problems.ts";
import { readJsonOnce } from "../http/request-form.ts";
import { auditCalls } from "../merchant-api/audit-calls.ts";
import { createKeyGate, requireApiKey } from "../merchant-api/authenticate.ts";
import type { IssuingServices } from "../merchant-api/issue-invoice.ts";
import { contractValidator } from "../merchant-api/validation.ts";
import type { Services } from "../services.ts";
import { mountAuth } from "./auth-route.ts";
import { mountPaylinkInvoices } from "./invoice-routes.ts";
import { sendPaylinkRefusal } from "./refusals.ts";
import { readToken } from "./token.ts";
import { writeAmounts } from "./write-amounts.ts";

/** What each call needs of its key, as `merchant-api/scopes.ts` for the calls of our own. */
const scopeOfCall: Readonly<Record<string, ApiKeyScope>> = {
  "POST /api/addInvoice": "issue",
  "GET /api/getInvoice/:transactionNo": "read",
  "POST /api/cancelInvoice": "issue",
};

type PaylinkServices = IssuingServices & Pick<Services, "log" | "notices">;

/** Mounts the calls. */
export function mountPaylinkApi(app: FastifyInstance, services: PaylinkServices): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    readJsonOnce(scope, "optional", "as text");
    scope.setValidatorCompiler(contractValidator);
    scope.setErrorHandler((error, request, reply) =>
      sendPaylinkRefusal(problemOf(error, services.log, request), request, reply),
    );
    const gate = createKeyGate(services);
    mountAuth(scope, services, gate);
    refuseCardData(scope);
    await scope.register(async (inner) => {
      const { signing, clock } = services;
      const presented = (header: string | undefined) => readToken(signing, header, clock.now());
      requireApiKey(inner, services, { gate, presented, scopeOf });
      auditCalls(inner, services, ({ body }) => {
        // Also of a body that is refused: it may be anything, an object without a text of its own among them.
        const { transactionNo } = Object(body) as { readonly transactionNo?: unknown };
        return typeof transactionNo === "string" ? transactionNo : "";
      });
      mountPaylinkInvoices(inner, services, writeDecimals);
    });
  });
}

function scopeOf({ method, url }: { readonly method: string; readonly url: string }): ApiKeyScope {
  const scope = scopeOfCall[`${method === "HEAD" ? "GET" : method} ${url}`];
  if (scope === undefined) throw new Error(`${method} ${url} has no scope`);
  return scope;
}

/** Card numbers are taken on our pages alone (SECURITY.md): this call is refused before its body is read. */
function refuseCardData(scope: FastifyInstance): void {
  scope.post(
    "/api/payInvoice",
    {
      onRequest: async () => {
        throw new Problem("direct_card_not_allowed");
      },
    },
    async () => null,
  );
}

const writeDecimals: FastifySerializerCompiler<FastifySchema> =
  ({ schema }) =>
  (data) =>
    writeAmounts((schema as z.ZodType).parse(data));
