/** Whom a merchant's invoices are for: the directory of clients. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant, listOf, pageQuery } from "./merchant-common.ts";
import { invoiceClient } from "./parties.ts";

export const client = z.object({ ...invoiceClient.shape, createdAt: instant }).meta({
  id: "Client",
  description:
    "A client as invoices state it. Invoices that state exactly the same of a client with a mobile share one entry; " +
    "those that state something else have another one.",
});

export type Client = z.output<typeof client>;

export const clientChanges = z
  .strictObject({
    email: z.string().max(254).nullable().optional().meta({
      description:
        "Shown with all invoices of this client, and given to payment providers with the next payments; null takes it away.",
    }),
  })
  .meta({
    id: "ClientChanges",
    description:
      "What is left out stays. Names, numbers and addresses stand on papers and decide the form of the tax invoice: to " +
      "state others, state them with the next invoice.",
    examples: [{ email: "noura@example.com" }],
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
  "GET /api/v1/clients/:clientId": {
    summary: "Read a client; the invoices are GET /api/v1/invoices?client=",
    audience: "merchant",
    params: clientParams,
    replies: { 200: client },
  },
  "PATCH /api/v1/clients/:clientId": {
    summary: "Change a client's e-mail address",
    audience: "merchant",
    params: clientParams,
    body: clientChanges,
    replies: { 200: client },
  },
} as const satisfies CallMap;
