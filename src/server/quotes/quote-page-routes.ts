/**
 * The buyer's answer to a quote: two forms of its page that need no script. An acceptance leads to the invoice, in this moment
 * made; the same press again leads there, too.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { languages } from "#core/language.ts";
import type { PageForm } from "#core/page-forms.ts";
import { isProblem, Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { addressGroup } from "../limits/address-group.ts";
import type { Services } from "../services.ts";
import { acceptQuote, endQuote, prepareAcceptance } from "./decide-quote.ts";
import { findQuote, type QuoteRow } from "./quote-store.ts";

const params = z.object({ quoteNumber: z.string().max(40), answer: z.enum(["accept", "decline"]) });
const form = z.object({ lang: z.enum(languages) });

/** Mounts the forms' receiver. */
export function mountQuoteAnswers(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 1024 });
    scope.post("/rest/pay/quote/:quoteNumber/:answer" satisfies PageForm, async (request, reply) => {
      const named = params.safeParse(request.params);
      const sent = form.safeParse(request.body);
      if (!named.success) throw new Problem("not_found");
      if (!sent.success) throw new Problem("malformed_request");
      const quote = await findQuote(services.db.kysely, named.data.quoteNumber);
      const address = await answered(services, { quote, request, ...named.data, language: sent.data.lang });
      return reply.redirect(`${address}?lang=${sent.data.lang}`, 303);
    });
  });
}

type Answer = {
  readonly quote: QuoteRow;
  readonly request: FastifyRequest;
  readonly answer: "accept" | "decline";
  readonly language: "ar" | "en";
};

/** Where the buyer is led: to the invoice, or back to the quote's page, which says its status. */
async function answered(services: Services, { quote, request, answer, language }: Answer): Promise<string> {
  const decided = { by: "buyer", from: addressGroup(request.ip) } as const;
  const page = `/pay/quote/${quote.quote_number}`;
  try {
    if (answer === "decline") {
      await endQuote(services, quote, { state: "declined", decided });
      return page;
    }
    const methods = await prepareAcceptance(services, quote);
    const { order } = await runInTransaction(services.db.kysely, (trx) =>
      acceptQuote(services, trx, { quote, decided, methods, language }),
    );
    return `/pay/order/${order.order_number}`;
  } catch (error) {
    if (!isProblem(error)) throw error;
    const now = await findQuote(services.db.kysely, quote.quote_number);
    return now.order_number === null || answer === "decline" ? page : `/pay/order/${now.order_number}`;
  }
}
