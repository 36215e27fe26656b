/** Addresses of the simulated Tabby that people open: checkout, information, the desk. They need no key. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal } from "#sim/refusal.ts";
import { testBuyers } from "./checkout.ts";
import type { Moves } from "./moves.ts";
import type { Notifier } from "./notifications.ts";
import {
  type Choice,
  checkoutPage,
  choices,
  deskPage,
  infoPage,
  type Language,
  unknownPage,
} from "./pages.ts";
import { isSessionOpen, type Payments, type TabbyPayment } from "./payments.ts";

type Parts = { readonly payments: Payments; readonly moves: Moves; readonly notify: Notifier };

const querySchema = z.object({
  sessionId: z.string().default(""),
  lang: z.string().optional(),
  price: z.string().default(""),
  currency: z.string().default(""),
});
const paramsSchema = z.object({ id: z.string().default(""), language: z.string().optional() });
const choiceSchema = z.object({ choice: z.enum(choices), otp: z.string().default("") });
const actionSchema = z.object({ action: z.enum(["approve", "reject", "expire", "resend"]) });

/** Adds the pages. */
export function registerPages(app: FastifyInstance, tools: SimulatorTools, parts: Parts): void {
  const { payments, notify } = parts;
  const page = (operation: string, work: (request: FastifyRequest) => Answer) => {
    return (request: FastifyRequest, reply: FastifyReply) =>
      tools.serve({ request, reply, operation, work: () => orUnknown(request, () => work(request)) });
  };
  const checkout = (request: FastifyRequest, payment: TabbyPayment, isCodeWrong: boolean) =>
    checkoutPage({
      payment,
      path: `${tools.baseUrl(request)}/checkout?sessionId=${payment.sessionId}`,
      language: languageOf(request, payment.language),
      isOpen: isSessionOpen(payment, tools.clock.now()),
      isCodeWrong,
    });
  const paymentOf = (request: FastifyRequest) =>
    payments.findBySession(querySchema.parse(request.query).sessionId);

  app.get(
    "/checkout",
    page("PAGE", (request) => checkout(request, paymentOf(request), false)),
  );

  app.post(
    "/checkout",
    page("PAGE", (request) => {
      const payment = paymentOf(request);
      const { choice, otp } = choiceSchema.parse(request.body);
      if (!isSessionOpen(payment, tools.clock.now())) return leave(payment, []);
      if (choice === "approve" && otp !== testBuyers.otp) return checkout(request, payment, true);
      return decide(parts, payment, choice);
    }),
  );

  app.get(
    "/promos/product-page/installments/:language/",
    page("INFO_PAGE", (request) => {
      const { price, currency } = querySchema.parse(request.query);
      return infoPage(price, currency, languageOf(request, paramsSchema.parse(request.params).language));
    }),
  );

  app.get(
    "/desk",
    page("DESK", (request) =>
      deskPage(tools.listed(request, payments.list()), tools.baseUrl(request), languageOf(request, "en")),
    ),
  );

  app.post(
    "/desk/:id",
    page("DESK", (request) => {
      const payment = payments.find(paramsSchema.parse(request.params).id);
      const { action } = actionSchema.parse(request.body);
      const answer =
        action === "resend"
          ? { webhooks: notify(payment), note: `${payment.orderNumber}: sent again` }
          : decide(parts, payment, action);
      return { ...answer, status: 303, headers: { location: `${tools.baseUrl(request)}/desk` }, body: "" };
    }),
  );
}

/** What the choice makes of the payment, what is reported, and where the browser goes. */
function decide({ moves, notify }: Parts, payment: TabbyPayment, choice: Choice): Answer {
  const isRejected = choice === "approve" && payment.buyer.email === testBuyers.rejectedEmail;
  const after = moves.leave(payment, isRejected ? "reject" : choice);
  return leave(after, after.status === payment.status ? [] : notify(after));
}

function leave(payment: TabbyPayment, webhooks: Answer["webhooks"]): Answer {
  const { success, cancel, failure } = payment.urls;
  const target =
    payment.status === "REJECTED"
      ? failure
      : payment.status === "AUTHORIZED" || payment.status === "CLOSED"
        ? success
        : cancel;
  const address = new URL(target);
  address.searchParams.set("payment_id", payment.id);
  return {
    status: 303,
    headers: { location: address.href },
    body: "",
    note: `${payment.orderNumber}: ${payment.status}`,
    ...(webhooks && { webhooks }),
  };
}

function languageOf(request: FastifyRequest, standard: string | undefined): Language {
  const { lang } = querySchema.parse(request.query);
  return (lang ?? standard)?.startsWith("en") === true ? "en" : "ar";
}

function orUnknown(request: FastifyRequest, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal || error instanceof z.ZodError)
      return unknownPage(languageOf(request, "ar"));
    throw error;
  }
}
