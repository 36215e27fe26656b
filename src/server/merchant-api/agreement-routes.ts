/** Terms of sale of the merchant API, version by version. */
import type { FastifyInstance } from "fastify";
import { agreementCalls } from "#contract/agreements.ts";
import { runInTransaction } from "#db/open.ts";
import { mountCall } from "../http/mount.ts";
import { versionOfAgreement } from "../issuing/issue-order.ts";
import {
  findAgreement,
  highestVersion,
  selectAgreements,
  setStandardAgreement,
  toAgreement,
} from "./agreement-store.ts";
import { merchantOf } from "./authenticate.ts";
import { FieldReader } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId, readPage, toPage } from "./paging.ts";

/** Two texts of 20,000 letters, each of up to four bytes, as JSON may write them. */
const agreementLimitBytes = 512 * 1024;

/** Mounts the calls in a scope that requires an API key. */
export function mountAgreementCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(scope, agreementCalls, "GET /api/v1/agreements", async ({ query }, { request }) => {
    const page = readPage(query);
    // Versions are the merchant's own numbers: no cursor says how many others have.
    const rows = await selectAgreements(db, merchantOf(request).id)
      .where("a.version", "<", Math.min(page.before, highestVersion))
      .orderBy("a.version", "desc")
      .limit(page.limit + 1)
      .execute();
    return toPage(rows, page, toAgreement);
  });

  mountCall(
    scope,
    agreementCalls,
    "POST /api/v1/agreements",
    async ({ body }, { request, reply }) => {
      const { id: merchantId } = merchantOf(request);
      const answer = await once(services, request, merchantId, async (trx) => {
        const { isStandard, ...stated } = body;
        const reader = new FieldReader("SAR");
        const terms = reader.agreement("", stated);
        reader.refuseWrong();
        const { version } = await versionOfAgreement(trx, merchantId, terms);
        if (isStandard) await setStandardAgreement(trx, merchantId, version);
        return await findAgreement(trx, merchantId, version);
      });
      reply.header("location", `/api/v1/agreements/${answer.body.version}`);
      return sendOnce(reply, answer);
    },
    { bodyLimit: agreementLimitBytes },
  );

  mountCall(scope, agreementCalls, "PUT /api/v1/agreements/standard", async ({ body }, { request }) => {
    const { id: merchantId } = merchantOf(request);
    await runInTransaction(db, (trx) => setStandardAgreement(trx, merchantId, body.version));
    return { version: body.version };
  });

  mountCall(scope, agreementCalls, "GET /api/v1/agreements/:version", ({ params }, { request }) =>
    findAgreement(db, merchantOf(request).id, readId(params.version, "not_found")),
  );
}
