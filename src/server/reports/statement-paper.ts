/** The account of a client as a paper. It leaves the shop, so it is written down as exports are, and masked as papers are. */
import type { FastifyInstance } from "fastify";
import { type ClientStatement, clientStatementCalls, longestPaper } from "#contract/client-statement.ts";
import type { Client } from "#contract/clients.ts";
import { Problem } from "#core/problem.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { writeAudit } from "../audit/audit-log.ts";
import { type DocumentBuyer, maskMobile } from "../documents/document-facts.ts";
import { loadLogo } from "../documents/document-service.ts";
import { documentSeller } from "../documents/order-facts.ts";
import { toStatementModel } from "../documents/statement-model.ts";
import { PdfEngineMissing } from "../http/file-reply.ts";
import { actorOf, merchantOf } from "../merchant-api/authenticate.ts";
import { loadClient } from "../merchant-api/client-store.ts";
import { mountFileCall } from "../merchant-api/file-call.ts";
import { readId } from "../merchant-api/paging.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { sellerColumns } from "../parties/seller-party.ts";
import { startOfDay, today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { testMark } from "../settings/world.ts";
import { readClientStatement } from "./client-statement.ts";

const call = "GET /api/v1/clients/:clientId/statement/pdf";

/** Mounts the call in a scope that requires an API key. */
export function mountStatementPaper(scope: FastifyInstance, services: Services): void {
  const { db, clock, pdf } = services;
  mountFileCall(scope, clientStatementCalls, call, async ({ params, query }, request) => {
    const merchant = merchantOf(request);
    const by = { merchantId: merchant.id, id: readId(params.clientId, "not_found") };
    const { from, to, lang = "ar" } = query;
    const now = clock.now();
    const period = { from, to, limit: longestPaper };
    const statement = await readClientStatement(db.kysely, { by, query: period, now });
    if (statement.nextCursor !== null)
      throw wrongFields([
        {
          path: "from",
          code: "out_of_range",
          message: `at most ${longestPaper} entries; ask for fewer days, or export the statement`,
        },
      ]);
    const client = await loadClient(db.kysely, by);
    const { row, logo } = await loadShop(services, merchant.id);
    const { primaryColor: colour, currencyStyle, hijriDates } = resolveTheme(row.theme ?? {});
    const model = toStatementModel(
      {
        ...{ statement, colour, currencyStyle, hijriDates, world: merchant.world, drawnUpOn: today(now) },
        ...{ seller: documentSeller(row), shopName: row.shop_name, hasLogo: logo !== null },
        buyer: toBuyer(client),
      },
      lang,
    );
    const content = await pdf
      .render({ model, logo, createdAtSeconds: startOfDay(today(now)) / 1000 })
      .catch((error: unknown) => {
        throw error instanceof PdfEngineMissing ? new Problem("service_unavailable") : error;
      });
    await writeAudit(db.kysely, {
      ...{ actor: actorOf(merchant), act: call, merchantId: merchant.id, result: "done" },
      subject: `${statement.clientId} ${statement.from ?? ""} ${statement.to}`,
    });
    return {
      contentType: "application/pdf",
      fileName: `${testMark(merchant)}${fileName(statement)}`,
      content,
    };
  });
}

/** "statement-4711-2026-11-01-2026-11-30.pdf" */
function fileName({ clientId, from, to }: ClientStatement): string {
  return `statement-${[clientId, ...(from === null ? [] : [from]), to].join("-")}.pdf`;
}

/** What papers say of the shop, and its logo. */
async function loadShop(services: Services, merchantId: number) {
  const row = await services.db.kysely
    .selectFrom("merchants as m")
    .leftJoin("merchant_contacts as mc", "mc.merchant_id", "m.id")
    .leftJoin("themes as t", "t.merchant_id", "m.id")
    .select(["m.shop_name", "m.vat_number", "m.logo_image_id", "m.email as merchant_email"])
    .select(["m.phone as merchant_phone", "mc.city", "mc.address1", "mc.email as contact_email"])
    .select(["mc.phone as contact_phone", "mc.commercial_registration", "t.settings as theme"])
    .select(sellerColumns.map((name) => `m.${name}` as const))
    .where("m.id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return { row, logo: await loadLogo(services, row.logo_image_id) };
}

function toBuyer(client: Client): DocumentBuyer {
  const { identification, postalAddress } = client;
  return {
    name: client.legalName ?? client.name,
    maskedMobile: maskMobile(client.mobile),
    vatNumber: client.vatNumber,
    address: client.address,
    party: { identification, postalAddress },
  };
}
