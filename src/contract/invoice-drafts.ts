/** Invoices that are being written: kept as they were typed, read when they are issued. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { invoice, invoiceCalls } from "./invoices.ts";
import { instant, listOf, pageQuery } from "./merchant-common.ts";
import { newInvoice } from "./new-invoice.ts";

/** How many a merchant may have. */
export const mostDrafts = 200;

const names = Object.keys(newInvoice.shape);

const fields = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));

export const draftBody = z.strictObject(fields).meta({
  id: "InvoiceDraftBody",
  description:
    "Fields of NewInvoice, each with any value or left out: what is wrong or missing is named when the draft is issued. Card " +
    "numbers and secrets are refused here, too.",
  examples: [{ client: { name: "نورة" }, lines: [{ title: "صندوق تمر سكري" }] }],
});

const times = { createdAt: instant, updatedAt: instant };

const id = z.string().meta({ examples: ["Qx3vT0mXr9lF2a7c"] });

export const invoiceDraft = z
  .object({ id, invoice: z.object(fields), ...times })
  .meta({ id: "InvoiceDraft" });

export type InvoiceDraft = z.output<typeof invoiceDraft>;

const listedDraft = z
  .object({
    id,
    externalOrderNumber: z.string().nullable(),
    clientName: z.string().nullable(),
    firstLine: z.string().nullable().meta({ description: "The title of its first line." }),
    firstPrice: z.string().nullable().meta({ description: "The unit price of its first line." }),
    lines: z.int(),
    ...times,
  })
  .meta({ id: "ListedInvoiceDraft", description: "What was typed so far, where it is a text." });

export type ListedDraft = z.output<typeof listedDraft>;

const draftPage = z
  .object({
    url: z.string().meta({
      description:
        "The page as it is now whenever it is opened, without its scripts, for the console to show in a frame; `lang` (ar, en) and " +
        "`scheme` (light, dark) can be added.",
    }),
    expiresAt: instant,
  })
  .meta({ id: "InvoiceDraftPage" });

const draftParams = z.object({ draftId: z.string().max(64) });

export const invoiceDraftCalls = {
  "POST /api/v1/invoice-drafts": {
    summary: `Keep an invoice that is being written; ${mostDrafts} at most`,
    audience: "merchant",
    body: draftBody,
    isTagged: true,
    replies: { 201: invoiceDraft },
  },
  "GET /api/v1/invoice-drafts": {
    summary: "List drafts, the last changed first",
    audience: "merchant",
    query: z.strictObject(pageQuery),
    replies: { 200: listOf(listedDraft) },
  },
  "GET /api/v1/invoice-drafts/:draftId": {
    summary: "Read a draft",
    audience: "merchant",
    params: draftParams,
    isTagged: true,
    replies: { 200: invoiceDraft },
  },
  "PUT /api/v1/invoice-drafts/:draftId": {
    summary: "Replace what a draft says, all of it",
    audience: "merchant",
    params: draftParams,
    body: draftBody,
    isTagged: true,
    isConditional: true,
    replies: { 200: invoiceDraft },
  },
  "DELETE /api/v1/invoice-drafts/:draftId": {
    summary: "Throw a draft away",
    audience: "merchant",
    params: draftParams,
    replies: { 200: z.object({ id }).meta({ id: "RemovedInvoiceDraft" }) },
  },
  "POST /api/v1/invoice-drafts/:draftId/page": {
    summary:
      "Make the address of the page that the buyer would see if the draft were issued now; refused as issuing it would be",
    audience: "merchant",
    params: draftParams,
    body: z
      .strictObject({
        invoice: draftBody.optional().meta({
          description:
            "What the page shows, as it would be issued, where the draft has it as it was typed. Left out: what the draft says.",
        }),
      })
      .nullish(),
    replies: { 200: draftPage },
    problems: invoiceCalls["POST /api/v1/invoices"].problems,
  },
  "POST /api/v1/invoice-drafts/:draftId/issue": {
    summary:
      "Issue the invoice of a draft, as POST /api/v1/invoices would with the same body, and throw the draft away; with If-Match, " +
      "only while it says what you have seen",
    audience: "merchant",
    params: draftParams,
    body: z.strictObject({}).nullish(),
    isTagged: true,
    replies: { 201: invoice },
    problems: [...invoiceCalls["POST /api/v1/invoices"].problems, "precondition_failed"],
  },
} as const satisfies CallMap;
