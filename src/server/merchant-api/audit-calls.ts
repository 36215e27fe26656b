/** Writes down what merchants' programs change through the merchant API, before they are answered. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ProblemCode } from "#core/problem.ts";
import type { ActDetails } from "#db/people-schema.ts";
import { type AdminAct, writeAudit } from "../audit/audit-log.ts";
import { addressGroup } from "../limits/address-group.ts";
import { refusalOf } from "../log/refusals.ts";
import type { Services } from "../services.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { actorOf, presentMerchant } from "./authenticate.ts";

/** Of keys what changes anything but everyday business; of people all that, and what they tried to read without the right. */
function isWritten(
  request: FastifyRequest,
  { principal }: ApiMerchant,
  refusal: ProblemCode | undefined,
): boolean {
  const route = request.routeOptions.url ?? "";
  const isRead = request.method === "GET" || request.method === "HEAD" || changesNothing.has(route);
  if (principal.kind === "person") return !isRead || refusal === "permission_missing";
  return !isRead && !everyday.has(route);
}

/** Of a person also the role, the address, and the names of the fields that were sent: their values may be secrets, or a buyer's. */
function detailsOf(
  request: FastifyRequest,
  { principal }: ApiMerchant,
): Pick<AdminAct, "role" | "address" | "details"> {
  const noted = actDetails.get(request) ?? null;
  if (principal.kind !== "person") return { details: noted };
  const { body } = request;
  const isForm = typeof body === "object" && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body);
  const fields = isForm ? Object.keys(body).slice(0, 40) : [];
  return {
    role: principal.role,
    address: addressGroup(request.ip),
    details: noted ?? (fields.length > 0 ? { fields } : null),
  };
}

const actDetails = new WeakMap<FastifyRequest, ActDetails>();

/** Says what a call changed, for its entry in the audit log: no secrets, nothing of buyers. */
export function noteChange(request: FastifyRequest, details: ActDetails): void {
  actDetails.set(request, details);
}

/** What is asked by POST and changes nothing that lasts: a log full of what was typed would hide the acts. */
const changesNothing: ReadonlySet<string> = new Set([
  "/api/v1/search",
  "/api/v1/theme/preview",
  "/api/v1/product-links/:linkIdentity/prefill",
  "/api/v1/messages/texts/preview",
  "/api/v1/invoice-drafts/:draftId/page",
]);

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
    const merchant = presentMerchant(request);
    if (!merchant) return; // refused before it was known who asks: the log tells (security-log.ts)
    const refusal = refusalOf(request);
    if (!isWritten(request, merchant, refusal?.code)) return;
    const subject = subjectOf(request);
    await writeAudit(services.db.kysely, {
      actor: actorOf(merchant),
      act: `${request.method} ${route}`,
      merchantId: merchant.id,
      subject: subject === "" ? null : subject,
      result: reply.statusCode < 400 ? "done" : (`refused ${refusal?.code ?? ""}`.trimEnd() as "refused"),
      ...detailsOf(request, merchant),
    }).catch((error: unknown) => services.log.error("act not audited", { requestId: request.id, error }));
  });
}
