/** Calls of the console about the person who is signed in. API keys have no part in them. */
import { z } from "zod";
import { languages } from "#core/language.ts";
import { permissions, roles } from "#core/roles.ts";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";

export const shopOfPerson = z.object({
  merchantId: z.int(),
  name: z.string(),
  world: z.enum(["test", "live"]),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
});

export const me = z.object({
  person: z.object({
    name: z.string(),
    email: z.string(),
    mobile: z.string().nullable(),
    language: z.enum(languages),
  }),
  /** Shops that the person works in, the first one first. */
  shops: z.array(shopOfPerson),
  /** Until then the acts that ask again who one is do not ask. */
  freshUntil: instant,
});

export type Me = z.output<typeof me>;

export const peopleCalls = {
  "GET /api/v1/me": {
    summary: "Who is signed in, in which shops, and what they may do there",
    audience: "console",
    replies: { 200: me },
  },
} as const satisfies CallMap;
