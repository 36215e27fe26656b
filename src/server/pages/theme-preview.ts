/**
 * The buyer's pages as the console shows them beside a theme that is being made (docs/decisions/0145), of a sample.
 */
import type { FastifyInstance } from "fastify";
import { readLanguage } from "#core/language.ts";
import { encodeResult } from "#core/payment-result.ts";
import { Problem } from "#core/problem.ts";
import { type PreviewParts, sendPreview } from "./page-preview.ts";
import { sampleNumber } from "./theme-sample.ts";
import type { ThemeTrial, TriedPage } from "./theme-trial.ts";

const message = encodeURIComponent(encodeResult({ orderNumber: sampleNumber }));

/** Where each is on the buyers' host. */
const paths: Readonly<Record<TriedPage, string>> = {
  payment: `/pay/info/${sampleNumber}`,
  invoice: `/pay/order/${sampleNumber}`,
  product: `/pay/product/${sampleNumber}`,
  paid: `/pay/displayPayment?msg=${message}`,
  declined: `/pay/displayPayment?msg=${message}&displayOnly=true`,
};

/** Mounts it on the buyers' host. */
export function mountThemePreview(app: FastifyInstance, parts: PreviewParts, trial: ThemeTrial): void {
  app.get<{ Params: { page: string } }>("/pay/preview/:page", async (request, reply) => {
    const { searchParams } = new URL(`http://page${request.url}`);
    const page = Object.keys(paths).find((name): name is TriedPage => name === request.params.page);
    const asked = page && {
      page,
      look: searchParams.get("look") ?? "",
      language: readLanguage(searchParams.get("lang")),
    };
    const tried = asked ? await trial(asked) : null;
    if (!page || tried === null) throw new Problem("not_found");
    const { services, language } = tried;
    return await sendPreview(parts, { request, reply, services, path: paths[page], language });
  });
}
