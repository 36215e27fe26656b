import type { CallKey } from "./call.ts";

/** The address of a reading call without parameters, for what does not go by `call`. One that is no call does not compile. */
export function addressOf(key: Extract<CallKey, `GET ${string}`>): string {
  return key.slice("GET ".length);
}
