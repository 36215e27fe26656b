/** The calls that prove who the person is. They do not go by `call`, whose own refusals ask for that proof. */
import type { CallInput, CallShape } from "#contract/contract.ts";
import type { proofCalls } from "#contract/proof.ts";

export type ProofCalls = typeof proofCalls;
type Body<Key extends keyof ProofCalls> = CallInput<Extract<ProofCalls[Key], CallShape>>["body"];

/**
 * Makes a call of the contract.
 * @param body absent where the call has none
 * @throws TypeError when the server does not answer
 */
export async function askProof<Key extends keyof ProofCalls>(
  key: Key,
  ...[body]: Body<Key> extends undefined ? [] : [body: Body<Key>]
): Promise<Response> {
  const [method = "", address = ""] = key.split(" ");
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  return await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
