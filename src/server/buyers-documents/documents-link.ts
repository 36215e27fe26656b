/** The link to all documents that a buyer has of a shop: who is in it, and until when. */
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";

type Parts = Pick<Services, "signing"> & { readonly clock: Pick<Services["clock"], "now"> };

/** A client of a shop's directory, by the entry. */
export type LinkOf = { readonly merchantId: number; readonly entryId: number };

const purpose = "documents-link";

/** Makes what stands in the address. */
export function writeDocumentsLink({ signing, clock }: Parts, { merchantId, entryId }: LinkOf): string {
  const until = clock.now() + timing.documentsLinkLifetimeMs;
  const parts = [String(merchantId), String(entryId), String(until)];
  return [...parts, signing.sign(purpose, parts)].join(".");
}

/** Reads it back; null for what is none of ours, or is over. */
export function readDocumentsLink({ signing, clock }: Parts, text: string): LinkOf | null {
  const [merchantId = "", entryId = "", until = "", signature = "", ...more] = text.split(".");
  if (more.length > 0 || !signing.verify(purpose, [merchantId, entryId, until], signature)) return null;
  if (clock.now() >= Number(until)) return null;
  return { merchantId: Number(merchantId), entryId: Number(entryId) };
}
