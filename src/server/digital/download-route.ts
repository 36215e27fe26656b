/**
 * Giving out a file that a paid order delivers. It is the merchant's file: always to be saved, never shown by the
 * browser, and of a type from our list.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { problemsOfCall } from "#contract/call-problems.ts";
import { digitalCalls } from "#contract/digital-goods.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { Problem } from "#core/problem.ts";
import { uploadPolicy } from "../http/policies.ts";
import type { Services } from "../services.ts";
import { digitalFileKey } from "./digital-file-store.ts";
import { judgeDownload } from "./download-address.ts";
import { goodsOfOrder } from "./goods-of-order.ts";

type DownloadServices = Pick<Services, "db" | "config" | "signing" | "clock" | "storage">;

const key = "GET /openApi/downloadDigitalGoods/:orderNumber/:position";

/** Mounts the call. */
export function mountDigitalDownloads(app: FastifyInstance, services: DownloadServices): void {
  const { params, query } = digitalCalls[key];
  const config = { problems: new Set(problemsOfCall(key, digitalCalls[key])) };
  const schema = { params, querystring: query };
  app.get(key.slice("GET ".length), { schema, config }, async (request, reply) => {
    const { orderNumber, position } = params.parse(request.params);
    return await sendFile(
      services,
      reply,
      { orderNumber, position: Number(position) },
      query.parse(request.query),
    );
  });
}

async function sendFile(
  services: DownloadServices,
  reply: FastifyReply,
  wanted: { readonly orderNumber: string; readonly position: number },
  given: { readonly expires: string; readonly signature: string },
): Promise<FastifyReply> {
  const { signing, clock, config, db, storage } = services;
  const orderNumber = readOrderNumber(wanted.orderNumber);
  const file = orderNumber === null ? null : { orderNumber, position: wanted.position };
  const verdict = file ? judgeDownload({ signing, now: clock.now() }, file, given) : "forged";
  if (file === null || verdict === "forged") throw new Problem("not_found");
  const goods = verdict === "valid" ? await goodsOfOrder(db.kysely, file.orderNumber) : [];
  const good = goods.find(({ position }) => position === file.position);
  // Too late, or refunded since: the invoice has fresh addresses, or says why there are none.
  if (!good?.sha256) return reply.redirect(`${config.webUrl}/pay/order/${file.orderNumber}`, 303);
  const bytes = await storage.get(digitalFileKey(good.sha256));
  if (!bytes) throw new Error(`the file ${good.sha256} is not in the store`);
  return reply
    .headers({
      "content-type": good.content_type ?? "application/octet-stream",
      "content-disposition": attachment(good.file_name ?? "file"),
      "content-security-policy": uploadPolicy,
      "cross-origin-resource-policy": "same-site",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    })
    .send(bytes);
}

/** RFC 6266: the whole name for browsers, a plain one for what is older. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
