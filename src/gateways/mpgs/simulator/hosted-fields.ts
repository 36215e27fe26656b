/**
 * The server half of the hosted card fields: the script that a payment page loads, the page of one field, and the
 * private endpoint to which the fields of a page send their content. What the real script does on the wire is not
 * public; only its functions and results are reproduced.
 */

import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml } from "#sim/html.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal } from "#sim/refusal.ts";
import { testCards } from "./cards.ts";
import { systemError, updateFromForm } from "./form-update.ts";
import type { MerchantProfile } from "./profiles.ts";
import type { Gateway } from "./records.ts";
import type { Owner } from "./sessions.ts";

const sessionScript = readFileSync(new URL("./browser/session.js", import.meta.url), "utf8");
const fieldScript = readFileSync(new URL("./browser/field.js", import.meta.url), "utf8");

const pathSchema = z.object({
  version: z.string().regex(/^\d{2,3}$/),
  merchantId: z.string(),
  sessionId: z.string().optional(),
});
const fieldQuerySchema = z.object({ session: z.string() });

/** Adds the script, the field page and the private endpoint. */
export function registerHostedFields(
  app: FastifyInstance,
  tools: SimulatorTools,
  gateway: Gateway,
  profiles: readonly MerchantProfile[],
): void {
  const knownMerchant = (merchantId: string) => profiles.some((profile) => profile.merchantId === merchantId);
  const script = (body: string): Answer => ({
    status: 200,
    contentType: "text/javascript; charset=utf-8",
    headers: { "cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin" },
    body,
  });

  app.get("/form/version/:version/merchant/:merchantId/session.js", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "SESSION_JS",
      work: () => (knownMerchant(ownerOf(request).merchantId) ? script(sessionScript) : notFound()),
    }),
  );

  app.get("/static/hosted-fields/field.js", (request, reply) =>
    tools.serve({ request, reply, operation: "SESSION_JS", work: () => script(fieldScript) }),
  );

  app.get("/form/version/:version/merchant/:merchantId/field.html", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "HOSTED_FIELD",
      work() {
        const { session } = fieldQuerySchema.parse(request.query);
        return fieldPage(
          new URL(tools.baseUrl(request)).pathname,
          sessionProblem(gateway, ownerOf(request), session),
          gateway.takes,
        );
      },
    }),
  );

  app.post("/form/version/:version/merchant/:merchantId/session/:sessionId/fields", (request, reply) => {
    const { sessionId = "" } = pathSchema.parse(request.params);
    const owner = ownerOf(request);
    return tools.serve({
      request,
      reply,
      operation: "UPDATE_SESSION_FROM_FORM",
      outage: (status) => ({ ...systemError(owner, sessionId, "The gateway is not available"), status }),
      work: () => updateFromForm(gateway, owner, sessionId, request.body),
    });
  });
}

function ownerOf(request: FastifyRequest): Owner {
  const { version, merchantId } = pathSchema.parse(request.params);
  return { merchantId, apiVersion: version };
}

function notFound(): Answer {
  return { status: 404, contentType: "text/plain; charset=utf-8", body: "", note: "no such merchant" };
}

/** Why a page cannot use this session, or an empty text when it can. */
function sessionProblem(gateway: Gateway, owner: Owner, sessionId: string): string {
  try {
    gateway.sessions.find(owner, sessionId);
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/**
 * One field, alone in its frame. Its script receives its look from the page around it, and passes its content to no
 * other window. Where only test cards are taken it has their list, so that no other number is sent at all.
 */
function fieldPage(basePath: string, problem: string, takes: Gateway["takes"]): Answer {
  const list = testCards.map(({ number }) => number).join(" ");
  const only = takes === "test cards" ? ` data-cards="${list}"` : "";
  return {
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    },
    body:
      `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Card field</title></head>` +
      `<body data-problem="${escapeHtml(problem)}"${only}><input id="field" dir="ltr" disabled>` +
      `<script src="${escapeHtml(basePath)}/static/hosted-fields/field.js"></script></body></html>`,
    note: problem,
  };
}
