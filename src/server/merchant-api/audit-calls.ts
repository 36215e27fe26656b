/** Writes down what merchants' programs change through the merchant API, before they are answered. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { writeAudit } from "../audit/audit-log.ts";
import { refusalOf } from "../log/refusals.ts";
import type { Services } from "../services.ts";
import { actorOf, presentMerchant } from "./authenticate.ts";

/** Everyday business that leaves its own rows, an order or a file, or changes nothing. */
const everyday: ReadonlySet<string> = new Set([
  "/api/v1/invoices",
  "/api/v1/images",
  "/api/v1/search",
  "/api/addInvoice",
]);

/**
 * Audits every changing call of a scope whose routes require an API key.
 * @param subjectOf what a call is about; what its address names unless said otherwise
 */
export function auditCalls(
  scope: FastifyInstance,
  services: Pick<Services, "db" | "log">,
  subjectOf: (request: FastifyRequest) => string = ({ params }) =>
    Object.values((params ?? {}) as Record<string, unknown>).join(" "),
): void {
  scope.addHook("onSend", async (request, reply) => {
    const route = request.routeOptions.url ?? "";
    if (request.method === "GET" || request.method === "HEAD" || everyday.has(route)) return;
    const merchant = presentMerchant(request);
    if (!merchant) return; // refused before it was known who asks: the log tells (security-log.ts)
    const refusal = refusalOf(request);
    const subject = subjectOf(request);
    await writeAudit(services.db.kysely, {
      actor: actorOf(merchant),
      act: `${request.method} ${route}`,
      merchantId: merchant.id,
      subject: subject === "" ? null : subject,
      result: reply.statusCode < 400 ? "done" : (`refused ${refusal?.code ?? ""}`.trimEnd() as "refused"),
    }).catch((error: unknown) => services.log.error("act not audited", { requestId: request.id, error }));
  });
}
