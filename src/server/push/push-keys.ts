/** The keys by which push services know this installation: one of each master secret that is believed, the current one first. */
import { keyIdLength } from "../secrets/master-secret.ts";
import type { Services } from "../services.ts";
import { type ServerKey, serverKeyOf } from "./push-message.ts";

/** All that subscriptions may have been made for. */
export function pushKeys({ signing }: Pick<Services, "signing">): readonly ServerKey[] {
  return signing
    .digests("push", ["server key"])
    .map((digest) => serverKeyOf(Buffer.from(digest.slice(keyIdLength), "base64url")));
}
