/**
 * Challenges that a passkey signs. They are signed by us and not kept, so that opening a page writes no row; one that was used is kept
 * until it expires, so that it counts once on every server.
 */
import { createHash, randomBytes } from "node:crypto";
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";

type ChallengeServices = Pick<Services, "clock" | "signing">;

/** What a challenge is for: showing who one is, or making a passkey for the person of this id. */
export type ChallengeUse = "get" | `create ${number}`;

/** A new challenge, as base64url for the browser. */
export function newChallenge({ clock, signing }: ChallengeServices, use: ChallengeUse): string {
  const nonce = randomBytes(16).toString("base64url");
  const until = String(clock.now() + timing.passkeyChallengeMs);
  const signature = signing.sign("passkey", [use, nonce, until]);
  return Buffer.from(`${nonce}.${until}.${signature}`).toString("base64url");
}

/** Whether a challenge is one of ours for this use, and not over. */
export function isOurChallenge(
  { clock, signing }: ChallengeServices,
  challenge: string,
  use: ChallengeUse,
): boolean {
  const [nonce = "", until = "", signature = ""] = textOf(challenge).split(".");
  return signing.verify("passkey", [use, nonce, until], signature) && clock.now() < Number(until);
}

/** Uses a challenge up that is one of ours; false when it was used before. */
export async function takeChallenge({ db, clock }: Pick<Services, "db" | "clock">, challenge: string) {
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto("used_challenges")
    .values({
      challenge_hash: createHash("sha256").update(textOf(challenge)).digest(),
      expires_at: new Date(clock.now() + timing.passkeyChallengeMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Removes used ones that have expired: they are refused for that.
 * @returns how many
 */
export async function removeOldChallenges({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("used_challenges")
    .where("expires_at", "<=", new Date(clock.now()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function textOf(challenge: string): string {
  return Buffer.from(challenge, "base64url").toString("latin1");
}
