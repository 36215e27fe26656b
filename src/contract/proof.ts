/** How the console's app proves again who the person is, over a form that waits. Of the app alone: not published. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";

export const proofCalls = {
  "GET /sign-in/challenge": {
    summary: "What a passkey is to sign",
    audience: "console",
    replies: {
      200: z.object({
        challenge: z.string(),
        rpId: z.string(),
        userVerification: z.literal("required"),
        /** Those of the person; none without a session: the device offers its own. */
        allowCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
      }),
    },
  },
  "POST /sign-in/again": {
    summary: "Prove again who the person of the session is",
    audience: "console",
    body: z.object({
      password: z.string().max(1000).default(""),
      /** Of the second factor, where there is one. */
      code: z.string().max(40).default(""),
      /** Of a passkey, in place of both. */
      credential: z.unknown().optional(),
    }),
    replies: { 200: z.object({ freshUntil: instant }) },
    problems: ["reauthentication_required", "rate_limited"],
  },
} as const satisfies CallMap;
