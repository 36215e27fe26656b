/**
 * What stands between a model and a refund: a confirmation that is good for one key, one refund and ten minutes. It is
 * signed, not stored. The refund is claimed under an idempotency key made of it, so that one confirmation gives
 * money back once, however often it is shown.
 */
import { canonicalJson } from "../merchant-api/idempotency.ts";
import type { Services } from "../services.ts";

/** How long a person may think about it. */
const goodForMs = 10 * 60_000;

type Wish = { readonly keyId: number; readonly refund: Readonly<Record<string, unknown>> };

/** A confirmation of this refund for this key: when it ends, a number of its own, the signature. */
export function confirmationOf(
  { signing, clock, ids }: Pick<Services, "signing" | "clock" | "ids">,
  wish: Wish,
): string {
  const end = String(clock.now() + goodForMs);
  const nonce = ids.token(12);
  return [end, nonce, signing.sign("refund-confirmation", partsOf(wish, end, nonce))].join(".");
}

/**
 * @returns the idempotency key of the refund; null when the confirmation is of another refund or key, or has ended
 */
export function keyOfConfirmation(
  { signing, clock }: Pick<Services, "signing" | "clock">,
  wish: Wish,
  confirmation: string,
): string | null {
  const [end = "", nonce = "", signature = ""] = confirmation.split(".");
  const isOurs = signing.verify("refund-confirmation", partsOf(wish, end, nonce), signature);
  return isOurs && Number(end) > clock.now() ? `mcp-${nonce}` : null;
}

function partsOf({ keyId, refund }: Wish, end: string, nonce: string): readonly string[] {
  return [String(keyId), canonicalJson(refund), end, nonce];
}
