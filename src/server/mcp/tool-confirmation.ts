/**
 * What stands between a model and what a person is asked about: a confirmation that is good for one key, one call and ten
 * minutes. It is signed, not stored. The call is made under an idempotency key made of it, so that one confirmation gives
 * money back once, however often it is shown.
 */
import { canonicalJson } from "../merchant-api/idempotency.ts";
import type { Services } from "../services.ts";

/** How long a person may think about it. */
const goodForMs = 10 * 60_000;

type Wish = {
  readonly keyId: number;
  readonly tool: string;
  readonly wish: Readonly<Record<string, unknown>>;
};

/**
 * A confirmation of this call for this key: when it ends, a number of its own, the ETag of what was asked about, the signature.
 * @param etag null where the call is not conditional
 */
export function confirmationOf(
  { signing, clock, ids }: Pick<Services, "signing" | "clock" | "ids">,
  wish: Wish,
  etag: string | null,
): string {
  const facts = [
    String(clock.now() + goodForMs),
    ids.token(12),
    Buffer.from(etag ?? "").toString("base64url"),
  ];
  return [...facts, signing.sign("refund-confirmation", partsOf(wish, facts))].join(".");
}

/**
 * @returns the idempotency key of the call and the ETag of what it changes; null when the confirmation is of another call or key,
 * or has ended
 */
export function readConfirmation(
  { signing, clock }: Pick<Services, "signing" | "clock">,
  wish: Wish,
  confirmation: string,
): { readonly idempotencyKey: string; readonly ifMatch: string | undefined } | null {
  const [end = "", nonce = "", etag = "", signature = ""] = confirmation.split(".");
  const isOurs = signing.verify("refund-confirmation", partsOf(wish, [end, nonce, etag]), signature);
  if (!isOurs || Number(end) <= clock.now()) return null;
  const ifMatch = Buffer.from(etag, "base64url").toString();
  return { idempotencyKey: `mcp-${nonce}`, ifMatch: ifMatch === "" ? undefined : ifMatch };
}

function partsOf({ keyId, tool, wish }: Wish, facts: readonly string[]): readonly string[] {
  return [String(keyId), tool, canonicalJson(wish), ...facts];
}
