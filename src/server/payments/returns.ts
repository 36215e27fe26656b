/**
 * Buyers coming back from a bank or provider. Whatever they send is a hint (decision K6): the attempt is found by
 * an unguessable key, and the result page asks the server, which asks the provider.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { directionOf } from "#core/language.ts";
import { encodeResult } from "#core/payment-result.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { returnPolicy } from "../http/policies.ts";
import { requestLanguage } from "../http/request-language.ts";
import { loadOrderById } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { leavingTexts } from "../texts/texts.ts";
import { attemptContext, noBuyer } from "./attempt-context.ts";
import { type AttemptRow, findAttemptByReturnToken } from "./attempt-store.ts";
import { bookOutcome } from "./book-outcome.ts";
import { asUnknown } from "./confirm.ts";
import { providerOfAttempt } from "./providers.ts";
import { refreshAttempt } from "./refresh.ts";
import { returnMessage } from "./three-d-secure-document.ts";

const bodyLimitBytes = 64 * 1024;

const returnParams = z.object({ token: z.string().min(16).max(128) });

/** Mounts the address that providers send buyers back to, for GET and for the cross-site POST of 3-D Secure. */
export function mountReturns(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: bodyLimitBytes });
    scope.route({
      method: ["GET", "POST"],
      url: "/rest/pay/return/:token",
      schema: { params: returnParams },
      handler: async (request, reply) => {
        const { token } = request.params as z.output<typeof returnParams>;
        const attempt = await findAttemptByReturnToken(services.db.kysely, token);
        if (!attempt) throw new Problem("not_found");
        await closeWhatWasLeft(
          services,
          attempt,
          request.query as Readonly<Record<string, string | undefined>>,
        );
        const order = await services.db.kysely
          .selectFrom("orders")
          .select("order_number")
          .where("id", "=", attempt.order_id)
          .executeTakeFirstOrThrow();
        const address = resultAddress(services, {
          orderNumber: order.order_number,
          returnToken: token,
          mode: attempt.channel === "frame" ? "frame" : null,
        });
        return leaveFrames(reply, {
          address,
          isFramed: attempt.channel === "frame",
          language: requestLanguage(request),
          nonce: services.ids.token(16),
        });
      },
    });
  });
}

/**
 * A buyer who left the provider's page without finishing need not wait until it runs out. The address is a hint: the
 * provider is checked first, and asked to cancel the payment only while it is undecided there.
 */
async function closeWhatWasLeft(
  services: Services,
  attempt: AttemptRow,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (attempt.state !== "awaiting_buyer") return;
  const order = await loadOrderById(services.db.pool, attempt.order_id);
  const provider = order && (await providerOfAttempt(services, attempt, order.merchant_id));
  if (!order || provider?.readReturn?.(query) !== "left") return;
  const asked = await refreshAttempt(services, attempt.id, "return");
  if (asked.state !== "awaiting_buyer" || !provider.cancel) return;
  const outcome = await Promise.try(provider.cancel, attemptContext(services, order, asked, noBuyer)).catch(
    asUnknown(services, asked),
  );
  await bookOutcome(services, asked, outcome, "cancel");
}

/**
 * Address of the result page for one attempt. The key in it gives access to this attempt's result only. `query` is what
 * the payment frame passes on; it affects only the looks.
 */
export function resultAddress(
  services: Services,
  result: {
    readonly orderNumber: string;
    readonly returnToken: string;
    readonly mode: string | null;
    readonly query?: Readonly<Record<string, string | undefined>>;
  },
): string {
  const msg = encodeResult({
    orderNumber: result.orderNumber,
    paymentSessionId: result.returnToken,
    ...(result.mode !== null && { mode: result.mode }),
  });
  const query = new URLSearchParams({ msg });
  for (const [name, value] of Object.entries(result.query ?? {}))
    if (value !== undefined) query.set(name, value);
  return `${services.config.webUrl}/pay/process3DSecure?${query}`;
}

const takeWindow = "try{window.top.location.replace(a)}catch(e){location.replace(a)}";

/** A listening page replaces this page with itself; where none listens, this page is the frame. */
const tellFrames =
  `for(var w=window;w!==w.parent;)(w=w.parent).postMessage("${returnMessage}","*");` +
  `setTimeout(function(){location.replace(a)},window===window.top?0:${timing.framedReturnMs})`;

type WayOut = {
  readonly address: string;
  readonly isFramed: boolean;
  readonly language: "ar" | "en";
  readonly nonce: string;
};

/**
 * The bank's page may have been inside frames; the result belongs into the whole window (docs/decisions/0007), or into
 * the merchant's frame in which the payment began: the pages in between receive that, and do it.
 */
function leaveFrames(reply: FastifyReply, { address, isFramed, language, nonce }: WayOut): FastifyReply {
  const text = leavingTexts[language];
  const href = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return reply
    .header("content-security-policy", returnPolicy(nonce))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${text.title}</title></head>` +
        `<body><p><a target="${isFramed ? "_self" : "_top"}" id="go" href="${href}">${text.go}</a></p>` +
        `<script nonce="${nonce}">var a=document.getElementById("go").href;${isFramed ? tellFrames : takeWindow}</script>` +
        "</body></html>",
    );
}
