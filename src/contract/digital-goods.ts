/** What digital products deliver: files that are uploaded once, texts, and the mails that bring both to buyers. */
import { z } from "zod";
import { refusalsOfDeliveries } from "#core/status-groups.ts";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";

/** Media types that files are taken and given out as; anything else is sent as application/octet-stream. */
export const digitalFileTypes = [
  "application/octet-stream",
  "application/pdf",
  "application/zip",
  "application/epub+zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "text/plain",
  "text/csv",
  "image/png",
  "image/jpeg",
  "image/webp",
  "audio/mpeg",
  "audio/mp4",
  "video/mp4",
] as const;

const fileId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/, "must be the id of an uploaded file")
  .meta({ id: "DigitalFileId", description: "The id of a file that you have uploaded for delivery." });

export const newDigitalContent = z
  .strictObject({
    text: z.string().min(1).max(5000).optional().meta({
      description:
        "A licence key, instructions, a link; shown as it is, with its lines. The same for every buyer.",
    }),
    fileId: fileId.optional(),
  })
  .meta({
    id: "NewDigitalContent",
    description:
      "What is delivered once the order is paid: on its pages, and by e-mail to the confirmed address; a text, a file or " +
      "both. Needs isDigital. No longer shown after a full refund.",
  });

export const digitalContent = z
  .object({ text: z.string().nullable(), fileId: fileId.nullable() })
  .meta({ id: "DigitalContent" });

const digitalFile = z
  .object({
    id: fileId,
    fileName: z.string(),
    contentType: z.string(),
    byteLength: z.int(),
  })
  .meta({ id: "DigitalFile" });

export type DigitalFile = z.output<typeof digitalFile>;

const delivery = z
  .object({
    address: z.string(),
    cause: z.enum(["paid", "merchant"]).meta({ description: "merchant: you asked for it again." }),
    state: z.enum(["due", "sent", "refused", "failed", "dropped"]).meta({
      description:
        "due: being tried. sent: the mail server has taken it. refused: it takes nothing for this address. failed: it " +
        "could not be reached for two days. dropped: the order was refunded before.",
    }),
    tries: z
      .array(z.object({ at: instant, outcome: z.enum(["sent", "refused", "unreachable"]) }))
      .meta({ description: "Newest first." }),
    nextTryAt: instant.nullable(),
    createdAt: instant,
    sentAt: instant.nullable(),
  })
  .meta({ id: "DigitalDelivery", description: "One mail with the digital goods of an order." });

export type DigitalDelivery = z.output<typeof delivery>;

const orderParams = z.object({ orderNumber: z.string() });

export const digitalCalls = {
  "POST /api/v1/digital-files": {
    summary:
      "Upload a file of at most 25 MiB that products or invoice lines deliver; the same bytes of the same name again are the same file (200)",
    audience: "merchant",
    query: z.strictObject({
      fileName: z
        .string()
        .min(1)
        .max(300)
        .meta({ description: "The name under which buyers save it.", examples: ["كتاب.pdf"] }),
    }),
    upload: digitalFileTypes,
    replies: { 200: digitalFile, 201: digitalFile },
    problems: ["validation_failed"],
  },
  "GET /api/v1/invoices/:orderNumber/deliveries": {
    summary: "List the mails with an order's digital goods, newest first",
    audience: "merchant",
    params: orderParams,
    replies: { 200: z.object({ items: z.array(delivery) }) },
    problems: ["order_not_found"],
  },
  "POST /api/v1/invoices/:orderNumber/deliveries": {
    summary: "Send the digital goods of a paid order again, to the address that its buyer has confirmed",
    audience: "merchant",
    params: orderParams,
    body: z.strictObject({}).nullish(),
    replies: { 201: delivery },
    problems: ["order_not_found", ...refusalsOfDeliveries, "nothing_to_deliver", "too_many_attempts"],
  },
  "GET /openApi/downloadDigitalGoods/:orderNumber/:position": {
    summary:
      "A file that a paid order delivers, by a signed address with an end; afterwards it leads to the invoice",
    audience: "buyer",
    params: z.object({
      orderNumber: z.string().min(1).max(40),
      position: z.string().regex(/^[1-9]\d{0,3}$/),
    }),
    query: z.object({ expires: z.string().max(12), signature: z.string().max(64) }),
    leadsTo: "The address has ended: the invoice.",
    replies: { 200: z.file().mime("application/octet-stream") },
  },
} as const satisfies CallMap;
