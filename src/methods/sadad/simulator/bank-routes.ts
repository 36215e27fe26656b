/** The bank's addresses, which people open: they need no key. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal } from "#sim/refusal.ts";
import { type Action, actions, bankPage, type Language, unknownPage } from "./bank-page.ts";
import { type Bill, type Bills, inexact } from "./bills.ts";
import { outage } from "./errors.ts";
import type { Registrations } from "./webhooks.ts";

type Parts = { readonly bills: Bills; readonly registrations: Registrations };

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
        bankPage(tools.listed(request, parts.bills.list()), tools.baseUrl(request), languageOf(request)),
    }),
  );
  app.post("/bank/:id", (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({
      request,
      reply,
      operation: "PAY_BILL",
      outage,
      work: (call) => orRefused(request, () => press(tools, parts, request, call)),
    }),
  );
}

function press(tools: SimulatorTools, parts: Parts, request: FastifyRequest, call: Call): Answer {
  const bill = parts.bills.find(paramsSchema.parse(request.params).id);
  const { action } = actionSchema.parse(request.body);
  const after = act(parts.bills, bill, action, call);
  return {
    status: 303,
    headers: { location: `${tools.baseUrl(request)}/bank?lang=${languageOf(request)}` },
    body: "",
    note: `${after.number}: ${action}`,
    webhooks: parts.registrations.about(after),
  };
}

function act(bills: Bills, bill: Bill, action: Action, call: Call): Bill {
  switch (action) {
    case "pay":
    case "late":
      return bills.pay(bill, call.hasFault("amount_mismatch") ? minor(bill.amount + 1) : bill.amount);
    case "partial":
    case "over":
      return bills.pay(bill, inexact(bill.amount, action));
    case "expire":
      return bills.expire(bill);
    case "resend":
      return bill;
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
