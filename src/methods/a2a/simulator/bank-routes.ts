/** The addresses of the bank's customers, which people open: they need no token. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal } from "#sim/refusal.ts";
import { type Action, actions, bankPage, type Language, unknownPage } from "./bank-page.ts";
import { outage } from "./errors.ts";
import type { Notifier } from "./responses.ts";
import { inexact, type VirtualAccount, type VirtualAccounts } from "./virtual-accounts.ts";

type Parts = { readonly accounts: VirtualAccounts; readonly notify: Notifier };

/** The last two digits of an amount and what then happens to a transfer of the exact sum. */
export const magicEndings: Readonly<Record<number, Action>> = {
  11: "partial",
  22: "over",
  33: "returned",
  44: "late",
};

const paramsSchema = z.object({ id: z.string().default("") });
const querySchema = z.object({ lang: z.string().optional() });
const actionSchema = z.object({ action: z.enum(actions) });

/** Adds the page and its buttons. */
export function registerBank(app: FastifyInstance, tools: SimulatorTools, parts: Parts): void {
  app.get("/bank", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "BANK",
      work: () =>
        bankPage(tools.listed(request, parts.accounts.list()), tools.baseUrl(request), languageOf(request)),
    }),
  );
  app.post("/bank/:id", (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({
      request,
      reply,
      operation: "TRANSFER",
      outage,
      work: (call) => orRefused(request, () => press(tools, parts, request, call)),
    }),
  );
}

function press(tools: SimulatorTools, parts: Parts, request: FastifyRequest, call: Call): Answer {
  const one = parts.accounts.find(paramsSchema.parse(request.params).id);
  const { action } = actionSchema.parse(request.body);
  const isFirst = action === "pay" && one.status === "OPEN";
  const after = act(parts.accounts, one, (isFirst && magicEndings[one.expected % 100]) || action, call);
  return {
    status: 303,
    headers: { location: `${tools.baseUrl(request)}/bank?lang=${languageOf(request)}` },
    body: "",
    note: `${after.invoiceNumber}: ${action}, ${after.status}`,
    webhooks: parts.notify(after, action === "expire" ? undefined : after.credits.at(-1)),
  };
}

function act(accounts: VirtualAccounts, one: VirtualAccount, action: Action, call: Call): VirtualAccount {
  switch (action) {
    case "pay":
      return accounts.credit(one, minor(one.expected + (call.hasFault("amount_mismatch") ? 1 : 0)), "BOOKED");
    case "partial":
    case "over":
      return accounts.credit(one, inexact(one.expected, action), "BOOKED");
    case "returned":
      return accounts.credit(one, one.expected, "RETURNED");
    case "late":
      return accounts.credit(one.status === "EXPIRED" ? one : accounts.expire(one), one.expected, "BOOKED");
    case "expire":
      return accounts.expire(one);
    case "resend":
      return one;
  }
}

function languageOf(request: FastifyRequest): Language {
  return querySchema.parse(request.query).lang === "en" ? "en" : "ar";
}

function orRefused(request: FastifyRequest, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.answer.status === 404;
    if (isUnknown || error instanceof z.ZodError) return unknownPage(languageOf(request));
    throw error;
  }
}
