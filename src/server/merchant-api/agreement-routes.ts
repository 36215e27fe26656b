/** Terms of sale of the merchant API, version by version. */
import type { FastifyInstance } from "fastify";
import type { Selectable } from "kysely";
import { type Agreement, agreementCalls } from "#contract/agreements.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";
import { readId, readPage, toPage } from "./paging.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountAgreementCalls(scope: FastifyInstance, services: Pick<Services, "db">): void {
  const agreements = (merchantId: number) =>
    services.db.kysely
      .selectFrom("agreements")
      .select(["version", "version as id", "title", "body", "sha256", "created_at"])
      .where("merchant_id", "=", merchantId);

  mountCall(scope, agreementCalls, "GET /api/v1/agreements", async ({ query }, { request }) => {
    const page = readPage(query);
    // Versions are the merchant's own numbers: no cursor says how many others have.
    const rows = await agreements(merchantOf(request).id)
      .where("version", "<", Math.min(page.before, highestVersion))
      .orderBy("version", "desc")
      .limit(page.limit + 1)
      .execute();
    return toPage(rows, page, toAgreement);
  });

  mountCall(scope, agreementCalls, "GET /api/v1/agreements/:version", async ({ params }, { request }) => {
    const version = readId(params.version, "not_found");
    if (version > highestVersion) throw new Problem("not_found");
    const row = await agreements(merchantOf(request).id).where("version", "=", version).executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toAgreement(row);
  });
}

/** Of PostgreSQL's integer. */
const highestVersion = 2_147_483_647;

function toAgreement(
  row: Pick<Selectable<Schema["agreements"]>, "version" | "title" | "body" | "sha256" | "created_at">,
): Agreement {
  return {
    version: row.version,
    title: row.title,
    text: row.body,
    sha256: row.sha256,
    createdAt: row.created_at.toISOString(),
  };
}
