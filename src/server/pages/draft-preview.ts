/** The page of the invoice that a draft would become, as the console shows it beside its form. */
import type { FastifyInstance } from "fastify";
import type { LoadedOrder, PageServices } from "#contract/pages.ts";
import { type Language, readLanguage } from "#core/language.ts";
import { requestLanguage } from "../http/request-language.ts";
import { type PreviewParts, sendPreview } from "./page-preview.ts";

/**
 * The order that an invoice which is being written would become, by the end of its page's address.
 * @throws Problem
 */
export type DraftLoader = (token: string, language: Language) => Promise<LoadedOrder>;

/** Mounts it on the buyers' host. */
export function mountDraftPreview(
  app: FastifyInstance,
  parts: PreviewParts,
  { services, loadDraft }: { readonly services: PageServices; readonly loadDraft: DraftLoader },
): void {
  app.get<{ Params: { token: string } }>("/pay/preview/draft/:token", async (request, reply) => {
    const order = await loadDraft(request.params.token, requestLanguage(request));
    const { searchParams } = new URL(`http://page${request.url}`);
    return await sendPreview(parts, {
      request,
      reply,
      // Nothing else is there to be asked for of an order that was rolled back.
      services: { ...services, loadOrder: async () => order, loadOpenReferences: async () => [] },
      path: `/pay/order/${encodeURIComponent(order.model.orderNumber)}`,
      language: readLanguage(searchParams.get("lang")),
    });
  });
}
