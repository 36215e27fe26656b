/**
 * A theme that is being made, in the address of a page that shows it (docs/decisions/0145): nothing of it is stored, and only what
 * the merchant API has signed is shown, for an hour.
 */
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";

export type TriedTheme = {
  readonly merchantId: number;
  /** As it would be stored. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A picture of the merchant in place of the logo, null for none; left out: the logo. */
  readonly imageId?: string | null | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

type Parts = Pick<Services, "signing"> & { readonly clock: Pick<Services["clock"], "now"> };

/** What stands in the address, and when it ends. */
export function writeTriedTheme(
  { signing, clock }: Parts,
  tried: Omit<TriedTheme, "expiresAt">,
): { readonly text: string; readonly expiresAt: number } {
  const expiresAt = clock.now() + timing.triedThemeLifetimeMs;
  const content = Buffer.from(JSON.stringify({ ...tried, expiresAt })).toString("base64url");
  return { text: `${content}.${signing.sign("theme", [content])}`, expiresAt };
}

/** Reads it back; null for what was not written here, or has ended. */
export function readTriedTheme({ signing, clock }: Parts, text: string): TriedTheme | null {
  const [content = "", signature = ""] = text.split(".", 2);
  if (!signing.verify("theme", [content], signature)) return null;
  const tried = JSON.parse(Buffer.from(content, "base64url").toString()) as TriedTheme;
  return tried.expiresAt > clock.now() ? tried : null;
}
