/** Asks the device for a passkey, over the form that waits: the server's question, and what the device signed. */
import type { CallReply } from "#contract/contract.ts";
import { askProof, type ProofCalls } from "./ask-proof.ts";

type Asked = CallReply<ProofCalls["GET /sign-in/challenge"]>;

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function toText(buffer: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * What the device says, in the JSON form of WebAuthn (older browsers have none of their own).
 * @throws when the person closes the device's question, or there is no answer
 */
export async function askPasskey(): Promise<object> {
  const response = await askProof("GET /sign-in/challenge");
  const asked = (await response.json()) as Asked;
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...asked,
    challenge: toBytes(asked.challenge),
    allowCredentials: asked.allowCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
  };
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (credential === null) throw new Error("no passkey was used");
  const { clientDataJSON, authenticatorData, signature } =
    credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
    },
  };
}
