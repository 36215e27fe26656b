/**
 * Judging a name and a password. An unknown person costs the same work and gets the same answer (ASVS 6.3.8). Tries count
 * for the pair of account and address, and for the address: a stranger elsewhere locks no person out. Only when an account is
 * tried from everywhere at once, addresses from which it was never opened have to wait.
 */
import { createHash } from "node:crypto";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { addressGroup } from "../limits/address-group.ts";
import type { Budget } from "../limits/budgets.ts";
import { createSharedLimits, type Use } from "../limits/shared-limits.ts";
import type { Services } from "../services.ts";
import { isPassword } from "./passwords.ts";
import { findPerson, type Person, readSignInName } from "./persons.ts";

type SignInServices = Pick<Services, "config" | "db" | "clock" | "signing" | "notices">;

const minuteMs = 60_000;
const budgets = {
  /** The first wrong ones of a pair, and those of a day: waiting grows slowly. */
  pair: { most: 5, windowMs: 5 * minuteMs },
  pairOfDay: { most: 25, windowMs: 24 * 60 * minuteMs },
  address: { most: 60, windowMs: 10 * minuteMs },
  account: { most: 100, windowMs: 60 * minuteMs },
} as const satisfies Record<string, Budget>;

export type SignIn = {
  /**
   * The person of a name, and whether the password is theirs.
   * @param address where the request comes from
   * @throws Problem `rate_limited`
   */
  readonly judge: (given: {
    readonly name: string;
    readonly password: string;
    readonly address: string;
  }) => Promise<{ readonly person: Person | null; readonly fits: boolean }>;
};

/** Makes what judges and counts. */
export function createSignIn(services: SignInServices): SignIn {
  const { config, db } = services;
  const shared = createSharedLimits(services);
  const take = async (use: Use, budget: Budget): Promise<void> => {
    const retryAfterSeconds = await shared.take(use, budget);
    if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
  };
  return {
    judge: async ({ name, password, address }) => {
      const signInName = readSignInName(name);
      const person = signInName && (await findPerson(db.kysely, signInName));
      const group = addressGroup(address);
      // By the account, not by one of its names; of an unknown one by what was typed.
      const account = person ? `person ${person.id}` : `name ${digest(JSON.stringify(signInName ?? name))}`;
      const uses: readonly (readonly [Use, Budget])[] = [
        [["sign-in", `${account} ${group}`], budgets.pair],
        [["sign-in of a day", `${account} ${group}`], budgets.pairOfDay],
        [["sign-ins of an address", group], budgets.address],
      ];
      const ofAccount: Use = ["sign-ins of an account", account];
      if (config.rateLimits) {
        for (const [use, budget] of uses) await take(use, budget);
        const isKnown = person !== null && (await hasBeenAt(services, person.id, group));
        if (!isKnown) await take(ofAccount, budgets.account);
      }
      const fits = await isPassword(password, person?.passwordHash ?? null);
      if (fits && config.rateLimits) for (const [use] of uses) await shared.giveBack(use);
      return { person, fits };
    },
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Whether a person has had a session at an address. */
async function hasBeenAt(
  { db, clock }: Pick<Services, "db" | "clock">,
  personId: number,
  group: string,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom("person_sessions")
    .select("id")
    .where("person_id", "=", personId)
    .where("address", "=", group)
    .where("created_at", ">", new Date(clock.now() - timing.knownAddressMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
