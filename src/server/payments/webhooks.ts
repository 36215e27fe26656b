/**
 * Messages of providers. A message proves at most that its sender knows the secret; it only names the attempt to
 * check, and the state comes from that check (decision K6). So replays and reordering change nothing. The message is
 * answered as soon as the question is due; a worker makes it, and any further call that the message needs.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#core/problem.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { PaymentProvider, WebhookEvent, WebhookRequest } from "#methods/payment-method.ts";
import type { Services } from "../services.ts";
import { askForNews, type Mentioned } from "./attempt-news.ts";
import { followUpLater } from "./due-attempts.ts";

const notifyParams = z.object({
  method: z.string().max(40),
  merchantId: z.coerce.number().int().positive().optional(),
});
const bodyLimitBytes = 256 * 1024;

/**
 * Mounts `/rest/pay/notify/{method}/{merchant}`, and without a merchant the address of the installation's own account
 * for providers that take one address per account. The body is kept raw: signatures are over its bytes.
 */
export function mountWebhooks(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );
    for (const url of ["/rest/pay/notify/:method/:merchantId", "/rest/pay/notify/:method"]) {
      scope.route({
        method: "POST",
        url,
        schema: { params: notifyParams },
        handler: async (request, reply) => {
          const { method: id, merchantId } = request.params as z.output<typeof notifyParams>;
          const method = catalog.find((candidate) => candidate.id === id);
          if (!method) throw new Problem("not_found");
          const provider = await providerOf(services, method.id, merchantId);
          // Earlier merchants are numbered in a row: the answer does not disclose which there are, nor their accounts.
          if (!provider?.readWebhook) throw new Problem("webhook_rejected");
          const event = provider.readWebhook(toWebhookRequest(request));
          if (event === "forged") throw new Problem("webhook_rejected");
          if (event.followUp) {
            const isShared = provider === services.providers.ofInstallation(method.id);
            const account = { provider: provider.id, owner: isShared ? null : (merchantId ?? null) };
            followUpLater(services, account, event.followUp);
          }
          const about = mentioned(event, { provider: provider.id, merchantId: merchantId ?? null });
          // A message about none of our attempts is accepted without further information.
          if (about) await askForNews(services, about);
          return await reply.code(200).send(event.acknowledgement ?? { received: true });
        },
      });
    }
  });
}

async function providerOf(
  services: Services,
  method: MethodId,
  merchantId: number | undefined,
): Promise<PaymentProvider | null> {
  return merchantId === undefined
    ? services.providers.ofInstallation(method)
    : await services.providers.of(method, merchantId);
}

function toWebhookRequest(request: FastifyRequest): WebhookRequest {
  const first = (value: string | string[] | undefined): string | undefined =>
    Array.isArray(value) ? value[0] : value;
  return {
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, first(value)])),
    query: Object.fromEntries(
      Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
    ),
    body: typeof request.body === "string" ? request.body : "",
  };
}

/** The attempt that a message is about; our id is preferred to the provider's. Null when it names neither. */
function mentioned(
  { attemptId, reference }: WebhookEvent,
  account: { readonly provider: string; readonly merchantId: number | null },
): Mentioned | null {
  if (attemptId !== undefined) return { ...account, attemptId };
  return reference === undefined ? null : { ...account, reference };
}
