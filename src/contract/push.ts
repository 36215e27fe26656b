/** Payments shown on a person's own devices by their browsers' push services: calls of the console. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";

const device = z
  .object({
    id: z.int(),
    userAgent: z.string(),
    /** Where its browser takes messages; the screen knows its own by it. */
    endpoint: z.string(),
    createdAt: instant,
    lastSentAt: instant.nullable(),
  })
  .meta({ id: "PushDevice" });

export type PushDevice = z.output<typeof device>;

export const newPushDevice = z.strictObject({
  endpoint: z.string().min(1).max(2000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
  }),
  language: z.enum(["ar", "en"]),
  renews: z.int().positive().optional().meta({
    description: "The device that this is: nothing is kept where it was taken away meanwhile (404).",
  }),
});

export const pushCalls = {
  "GET /api/v1/me/push": {
    summary: "Whether payments of the shop can be shown on your devices, and on which they are",
    audience: "console",
    replies: {
      200: z.object({
        serverKey: z.string().nullable().meta({ description: "To subscribe with; null: not offered here." }),
        items: z.array(device),
      }),
    },
  },
  "POST /api/v1/me/push": {
    summary: "Have this device show payments of the shop, or renew what it was given",
    audience: "console",
    body: newPushDevice,
    replies: { 201: device },
    problems: ["not_found"],
  },
  "DELETE /api/v1/me/push/:deviceId": {
    summary: "Have a device of yours show no payments of the shop any more",
    audience: "console",
    params: z.object({ deviceId: z.string() }),
    replies: { 200: z.object({ isDone: z.literal(true) }) },
    problems: ["not_found"],
  },
} as const satisfies CallMap;
