/** Addresses of the simulated gateway that people open: the buyer's page, and the merchant's portal. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Store } from "#sim/state.ts";
import type { GatewayParts } from "./gateway-routes.ts";
import { notificationsOf } from "./notifications.ts";
import ar from "./pages.ar.json" with { type: "json" };
import en from "./pages.en.json" with { type: "json" };
import { closedPage, codePage, type Language, leavePage, returnPage } from "./pages.ts";
import type { ArbTransaction, PaymentPage } from "./payments.ts";
import { outage } from "./refusal.ts";
import { codeTriggers, wrongCodeLimit } from "./triggers.ts";

const querySchema = z.object({ PaymentID: z.string().catch(""), lang: z.enum(["ar", "en"]).catch("ar") });
const formSchema = z.object({
  PaymentID: z.string().catch(""),
  otp: z.string().catch(""),
  action: z.enum(["pay", "cancel"]).catch("pay"),
});

const pagePath = "/pg/URPaypage.htm";

/** Adds the buyer's page. */
export function registerPage(app: FastifyInstance, tools: SimulatorTools, parts: GatewayParts): void {
  const { payments } = parts;
  const language = (request: FastifyRequest): Language => querySchema.parse(request.query).lang;
  const path = (request: FastifyRequest) => new URL(`${tools.baseUrl(request)}${pagePath}`).pathname;

  app.get(pagePath, (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "PAGE",
      work: () => {
        const page = payments.findPage(querySchema.parse(request.query).PaymentID);
        if (page === undefined) return closedPage(language(request), "unknown");
        if (payments.stateOf(page) !== "open") return closedPage(language(request), "finished");
        return codePage(page, path(request), { language: language(request), isWrong: false });
      },
    }),
  );

  app.post(pagePath, (request: FastifyRequest, reply: FastifyReply) => {
    const form = formSchema.parse(request.body ?? {});
    return tools.serve({
      request,
      reply,
      operation: "PAGE",
      outage,
      magic: codeTriggers[form.otp]?.isAnswerLost === true ? { fault: "drop_after_commit" } : null,
      work: (call) => {
        const page = payments.findPage(form.PaymentID);
        if (page === undefined) return closedPage(language(request), "unknown");
        if (payments.stateOf(page) !== "open") return closedPage(language(request), "finished");
        if (form.action === "cancel") {
          payments.leave(page, "cancelled");
          return leavePage(page, language(request));
        }
        const paid = typeCode(parts, page, { code: form.otp, call });
        if (paid === null)
          return codePage(page, path(request), { language: language(request), isWrong: true });
        return {
          ...returnPage(page, paid, { account: parts.account, language: language(request) }),
          webhooks: notificationsOf(paid, parts.webhookUrl()),
        };
      },
    });
  });
}

/** What a typed code comes to; null for a wrong one that may be typed again. */
export function typeCode(
  { payments }: Pick<GatewayParts, "payments">,
  page: PaymentPage,
  typed: { readonly code: string; readonly call: Pick<Call, "hasFault"> },
): ArbTransaction | null {
  const trigger = codeTriggers[typed.code];
  if (trigger === undefined) {
    const isLast = payments.countWrongCode(page) >= wrongCodeLimit;
    return isLast ? payments.pay(page, { result: "NOT CAPTURED", responseCode: "75" }) : null;
  }
  const isShort = trigger.result === "CAPTURED" && typed.call.hasFault("amount_mismatch");
  return payments.pay(page, { ...trigger, ...(isShort && { taken: minor(page.amount - 1) }) });
}

const texts = { ar, en };
const portalSchema = z.object({ webhookUrl: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]) });

/** Adds the portal, in which the merchant registers the address for messages: not where strangers could name another one. */
export function registerPortal(app: FastifyInstance, tools: SimulatorTools, addresses: Store<string>): void {
  if (tools.visitors === "strangers") return;
  const page = (language: Language): Answer => {
    const text = texts[language];
    return htmlPage({
      lang: language,
      title: text.portal,
      body:
        `<h1>${escapeHtml(text.portal)}</h1><p class="notice">${escapeHtml(text.notice)}</p>` +
        `<form class="choices" method="post"><label for="url">${escapeHtml(text.webhook)}</label>` +
        `<input id="url" name="webhookUrl" dir="ltr" value="${escapeHtml(addresses.get("webhook") ?? "")}">` +
        `<button class="main">${escapeHtml(text.save)}</button></form>`,
      note: "portal",
    });
  };
  app.get("/portal", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "PORTAL",
      work: () => page(querySchema.parse(request.query).lang),
    }),
  );
  app.post("/portal", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "PORTAL",
      work: () => {
        const form = portalSchema.safeParse(request.body);
        if (!form.success) return { status: 400, body: { error: "webhookUrl" }, note: "not an address" };
        addresses.set("webhook", form.data.webhookUrl);
        return { ...page(querySchema.parse(request.query).lang), note: "address registered" };
      },
    }),
  );
}
