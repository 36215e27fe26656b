/**
 * Renews what this device was given, once for each load: the session that is open now is the one whose end ends it, and a key of the
 * installation that has changed is taken over. Nothing is asked of the person.
 */
import { call } from "../calls/call.ts";
import type { Wording } from "../i18n/texts.ts";
import { makeAddress, ownAddress } from "./device-push.ts";

export async function renewPush(shop: number, language: Wording["language"]): Promise<void> {
  const own = await ownAddress();
  if (own === null) return;
  const options = { shop, isQuiet: true };
  const { serverKey, items } = await call("GET /api/v1/me/push", {}, options);
  const renews = items.find(({ endpoint }) => endpoint === own.endpoint)?.id;
  if (serverKey === null || renews === undefined) return;
  const address = await makeAddress(serverKey);
  // A person who turns it off meanwhile has it off: what is gone is not renewed.
  if (address !== null)
    await call("POST /api/v1/me/push", { body: { ...address, language, renews } }, options);
}
