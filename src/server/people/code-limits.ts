/** How often codes of a second factor may be tried: five wrong ones of a person, then ten minutes of waiting (ASVS 6.6.3). */
import { Problem } from "#core/problem.ts";
import { createSharedLimits, type Use } from "../limits/shared-limits.ts";
import type { Services } from "../services.ts";
import { takeRecoveryCode, takeTotpCode } from "./second-factor.ts";

const budget = { most: 5, windowMs: 10 * 60_000 } as const;

export type Codes = {
  /**
   * Whether a code is one of the person's factor, of the app or on paper; it is used up.
   * @throws Problem `rate_limited`
   */
  readonly judge: (given: { readonly personId: number; readonly code: string }) => Promise<boolean>;
};

type CodeServices = Pick<Services, "config" | "db" | "clock" | "signing" | "notices" | "sealing">;

/** Makes what judges and counts. A code has a million values: tries are counted whatever the settings say of limits. */
export function createCodes(services: CodeServices): Codes {
  const shared = createSharedLimits(services);
  return {
    judge: async ({ personId, code }) => {
      const use: Use = ["second factors", `person ${personId}`];
      const retryAfterSeconds = await shared.take(use, budget);
      if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
      const { db, clock } = services;
      const given = { personId, code, now: clock.now() };
      const fits =
        (await takeTotpCode(db.kysely, services, given, "in force")) ||
        (await takeRecoveryCode(db.kysely, given));
      if (fits) await shared.giveBack(use);
      return fits;
    },
  };
}
