/** An unpaid invoice as a paper to hand over or to attach, with the code to pay it by. */
import type { FastifyInstance } from "fastify";
import { payCodeCalls } from "#contract/pay-codes.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { paperOf } from "../documents/document-service.ts";
import { dateText } from "../documents/figures.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import type { PdfJob } from "../documents/pdf-pool.ts";
import { PdfEngineMissing } from "../http/file-reply.ts";
import type { Services } from "../services.ts";
import { testMark } from "../settings/world.ts";
import { merchantOf } from "./authenticate.ts";
import { mountFileCall } from "./file-call.ts";
import { findInvoiceId } from "./invoice-store.ts";
import { factsSeenBy } from "./seen-by-role.ts";

const call = "GET /api/v1/invoices/:orderNumber/pdf";

/** Mounts the call in a scope that requires an API key. */
export function mountInvoicePaperCall(scope: FastifyInstance, services: Services): void {
  const { db, config, clock } = services;
  mountFileCall(scope, payCodeCalls, call, async ({ params, query }, request) => {
    const merchant = merchantOf(request);
    const orderId = await findInvoiceId(db.kysely, { merchantId: merchant.id, input: params.orderNumber });
    const order = await loadDocumentOrder(db.kysely, { orderId });
    if (!order) throw new Problem("order_not_found");
    const { refusal } = orderStatusFacts[order.status];
    if (refusal) throw new Problem(refusal);
    if (order.expiresAt !== null && order.expiresAt <= clock.now()) throw new Problem("link_expired");
    const { orderNumber, facts, createdAt, dueDate, expiresAt } = order;
    const end = expiresAt === null ? null : dateText(expiresAt);
    const qr = { kind: "address", text: `${config.webUrl}/pay/order/${orderNumber}` } as const;
    const source = {
      kind: "invoice",
      facts: factsSeenBy(merchant, facts),
      number: orderNumber,
      issuedAt: createdAt,
      until: dueDate ?? end,
      qr,
    } as const;
    const { lang: language = "ar", size: paper = "a4" } = query;
    const job = await paperOf({ ...services, webUrl: config.webUrl }, order, {
      source,
      look: { language, paper },
    });
    const fileName = `${testMark(merchant)}invoice-${orderNumber}.pdf`;
    return { contentType: "application/pdf", fileName, content: await renderPaper(services, job) };
  });
}

/** @throws Problem `service_unavailable` where this machine draws no PDF */
export async function renderPaper({ pdf }: Pick<Services, "pdf">, job: PdfJob): Promise<Buffer> {
  return await pdf.render(job).catch((error: unknown) => {
    throw error instanceof PdfEngineMissing ? new Problem("service_unavailable") : error;
  });
}
