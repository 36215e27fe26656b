/**
 * The pictures that messengers show of a shared link (`og:image`), 1200 x 630. They are asked for by programs without a
 * cookie, for a sender who has not paid anything yet: asking changes nothing and is kept nowhere.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { readLinkIdentity, readOrderNumber } from "#core/crockford.ts";
import { Problem } from "#core/problem.ts";
import { accentOf } from "../documents/document-model.ts";
import { currencyName, textsIn } from "../documents/document-texts.ts";
import { amountText } from "../documents/figures.ts";
import type { PdfJob } from "../documents/pdf-pool.ts";
import type { PreviewPrintModel } from "../documents/print-model.ts";
import { figure, prose } from "../documents/printable.ts";
import { readTemplateVersion } from "../documents/template-version.ts";
import { type FileReply, mountFile } from "../http/file-reply.ts";
import { findImageFile, readImageFile } from "../images/image-store.ts";
import type { Services } from "../services.ts";
import { createByteCache } from "../storage/byte-cache.ts";
import { contentHash } from "../storage/storage.ts";
import { type PreviewFacts, previewOfLink, previewOfOrder } from "./preview-facts.ts";

const cachedBytes = 16 * 1024 * 1024;

/** Messengers keep what they have fetched for days; a changed logo is there for the next share of the link. */
const forMinutes = "public, max-age=300";

/** Pictures above 300 KB are dropped by WhatsApp. */
const jpeg = { quality: 82, mozjpeg: true } as const;

const signOfRiyal = "\u20c1";
const longestTitle = 80;

/** Mounts the pictures of invoices and product links. */
export function mountPreviews(app: FastifyInstance, services: Services): void {
  const cache = createByteCache(cachedBytes);
  const version = readTemplateVersion();
  const pictureOf = async (facts: PreviewFacts | null, logoAddress: string): Promise<FileReply> => {
    if (!facts) throw new Problem("not_found");
    const logo = await loadImage(services, facts.imageId);
    const model = previewModel(facts, logo !== null);
    const tag = createHash("sha256")
      .update(`${version} ${logo ? contentHash(logo) : "none"} ${JSON.stringify(model)}`)
      .digest("hex");
    const job: PdfJob = { model, logo, createdAtSeconds: 0 };
    return {
      contentType: "image/jpeg",
      fileName: "preview.jpg",
      tag,
      cacheControl: forMinutes,
      load: () => cache.get(tag, async () => toJpeg(await services.pdf.render(job))),
      otherwise: { address: logoAddress },
    };
  };

  mountFile(app, "GET /openApi/loadPreviewImage/o/:orderNumber", async ({ params }) => {
    const orderNumber = readOrderNumber(params.orderNumber);
    const facts = orderNumber === null ? null : await previewOfOrder(services.db.pool, orderNumber);
    return pictureOf(facts, `/openApi/loadMerchantImage/o/${orderNumber}`);
  });
  mountFile(app, "GET /openApi/loadPreviewImage/l/:linkIdentity", async ({ params }) => {
    const linkIdentity = readLinkIdentity(params.linkIdentity);
    const now = services.clock.now();
    const facts = linkIdentity === null ? null : await previewOfLink(services.db.pool, linkIdentity, now);
    return pictureOf(facts, `/openApi/loadMerchantImage/l/${linkIdentity}`);
  });
}

/** The picture's texts, formatted. */
export function previewModel(facts: PreviewFacts, hasLogo: boolean): PreviewPrintModel {
  const { language, amount } = facts;
  const texts = textsIn(language).preview;
  const title = prose(facts.productTitle ?? facts.shopName, longestTitle) ?? figure("");
  const hasSign = amount?.currency === "SAR" && facts.currencyStyle === "sign";
  return {
    template: "preview",
    language,
    fileTitle: title.text,
    author: facts.shopName,
    keywords: [],
    accent: accentOf(facts.colour),
    heading: title,
    line: facts.kind === "product" ? prose(facts.shopName, longestTitle) : prose(texts.invoice, longestTitle),
    amount:
      amount === null
        ? null
        : {
            value: amountText(amount.value, amount.currency),
            currency: hasSign ? signOfRiyal : currencyName(language, amount.currency)[0],
          },
    logoAlt: hasLogo ? facts.shopName : null,
  };
}

/** The drawing holds outlines and no letters, so that no font of the machine matters. */
async function toJpeg(svg: Buffer): Promise<Buffer> {
  return await sharp(svg).resize(1200, 630).flatten({ background: "#fff" }).jpeg(jpeg).toBuffer();
}

async function loadImage(services: Services, imageId: string | null): Promise<Buffer | null> {
  const file = imageId === null ? null : await findImageFile(services.db.kysely, { imageId }, "medium");
  if (!file) return null;
  return readImageFile(services.storage, file.sha256).catch((error: unknown) => {
    services.log.error("preview_image_not_read", { imageId, error });
    return null;
  });
}
