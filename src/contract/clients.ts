/** Whom a merchant's invoices are for: the directory of clients. */
import { z } from "zod";
import { countryText } from "./common.ts";
import type { CallMap } from "./contract.ts";
import { instant, listOf, pageQuery } from "./merchant-common.ts";
import { invoiceClient, newClient } from "./parties.ts";

const notes = z.string().max(2000);
const language = z.enum(["ar", "en"]);

export const client = z
  .object({
    ...invoiceClient.shape,
    notes: notes.nullable().meta({ description: "Your own; on no paper and no page." }),
    language: language.nullable().meta({ description: "In which you write to this client." }),
    createdAt: instant,
  })
  .meta({
    id: "Client",
    description:
      "A client as the next invoice states it. Invoices that state exactly the same of a client with a mobile are one client's; " +
      "those that state something else are another one's, until the two are merged.",
  });

export type Client = z.output<typeof client>;

/** Who is a legal person is asked for each invoice: it is no fact of the client's that papers state. */
const newDirectoryClient = newClient.omit({ isBusiness: true }).meta({
  id: "NewDirectoryClient",
  description: "At least a name, a legal name or a mobile.",
  examples: [{ name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" }],
});

export const clientChanges = z
  .strictObject({
    name: z.string().max(100).nullable().optional().meta({
      description: "On the next invoices; those that were issued keep the name that they state.",
    }),
    mobile: z.string().max(40).nullable().optional().meta({
      description:
        "In any writing. On the next invoices; messages about all of the client's invoices go there.",
    }),
    countryCode: countryText.optional().meta({ description: "ISO 3166; the country of the mobile." }),
    email: z.string().max(254).nullable().optional().meta({
      description:
        "Shown with all invoices of this client, and given to payment providers with the next payments; null takes it away.",
    }),
    notes: notes.min(1).nullable().optional().meta({
      description: "Erased with the client's other data; keep no card numbers and no secrets here.",
    }),
    language: language.nullable().optional(),
  })
  .meta({
    id: "ClientChanges",
    description:
      "What is left out stays, null takes away; a name, a registered name or a mobile remains. Registered names, tax numbers and " +
      "addresses decide the form of the tax invoice: to state others, state them with the next invoice.",
    examples: [{ name: "نورة العتيبي", mobile: "0551234567" }],
  });

export type ClientChanges = z.output<typeof clientChanges>;

/** Any text: what is not the id of an own client gets the same 404. */
const clientParams = z.object({ clientId: z.string().max(40) });

export const clientCalls = {
  "GET /api/v1/clients": {
    summary: "List clients, newest first",
    audience: "merchant",
    query: z.strictObject({
      search: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .meta({
          description:
            "The beginning of the name or of the registered name (two letters or more), or the mobile in any writing: " +
            "0551234567, +966 55 123 4567, ٠٥٥١٢٣٤٥٦٧; or the whole e-mail address.",
          examples: ["نورة"],
        }),
      name: z.string().min(2).max(100).optional().meta({
        description: "The beginning of the name or of the registered name, two letters or more.",
      }),
      mobile: z.string().max(40).optional().meta({ description: "In any writing." }),
      email: z.string().max(254).optional().meta({ description: "The whole address, in any case." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(client) },
  },
  "POST /api/v1/clients": {
    summary: "Add a client; one that is stated exactly so is there already, if it has a mobile",
    audience: "merchant",
    body: newDirectoryClient,
    replies: { 201: client },
  },
  "GET /api/v1/clients/:clientId": {
    summary: "Read a client; the invoices are GET /api/v1/invoices?client=",
    audience: "merchant",
    params: clientParams,
    isTagged: true,
    replies: { 200: client },
  },
  "PATCH /api/v1/clients/:clientId": {
    summary:
      "Change a client's name, mobile and e-mail address, and what you note of it; with If-Match, only while the client is as " +
      "you have seen it",
    audience: "merchant",
    params: clientParams,
    body: clientChanges,
    isTagged: true,
    replies: { 200: client },
    problems: ["precondition_failed"],
  },
  "POST /api/v1/clients/:clientId/merge": {
    summary:
      "Merge a duplicate into a client: its invoices, notes and id are this client's from then on, and cannot be parted again",
    audience: "merchant",
    params: clientParams,
    body: z
      .strictObject({
        duplicateId: z.int().positive().max(Number.MAX_SAFE_INTEGER).meta({
          description: "The id of the other client. Reads of it give the one that it was merged into.",
        }),
      })
      .meta({ id: "ClientMerge", examples: [{ duplicateId: 4711 }] }),
    isTagged: true,
    replies: { 200: client },
    problems: ["precondition_failed"],
  },
} as const satisfies CallMap;
