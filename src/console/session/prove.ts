/** Shows the server who the person is, over the form that waits: signs them in again, or confirms that it is still them. */
import type { Me } from "#contract/people.ts";
import { addressOf } from "../calls/address-of.ts";
import { askProof } from "./ask-proof.ts";
import type { Asked } from "./gate.ts";
import { signInName } from "./sign-in-name.ts";

export type Proof = {
  /** What the person signs in with. */
  readonly name: string;
  readonly password: string;
  /** Of the second factor, of the app or on paper; empty where none was asked for. */
  readonly code: string;
  /** What a passkey signed, in place of both. */
  readonly credential?: object;
};

/** `code_needed`: the person has a second factor, perhaps since a moment ago in another tab. */
export type Proven = "proven" | "wrong" | "code_needed" | "rate_limited";

/**
 * Who has no session any more signs in as on the page of it; who has one only says again that it is them.
 * @throws TypeError when the server does not answer
 */
export async function prove(asked: Asked, proof: Proof): Promise<Proven> {
  return asked === "ended" ? await signIn(proof) : await confirm(proof);
}

async function signIn({ name, password, code, credential }: Proof): Promise<Proven> {
  if (credential) {
    const refused = refusalOf(
      await sendForm("/sign-in/passkey", { credential: JSON.stringify(credential), next: "/" }),
    );
    // A passkey of another person opened a session of theirs: it proves nothing of this one.
    return refused ?? ((await nameOfSession()) === name ? "proven" : "wrong");
  }
  const refused = refusalOf(await sendForm("/sign-in", { name, password, next: "/" }));
  if (refused !== null) return refused;
  if (code !== "") {
    const refusedCode = refusalOf(await sendForm("/second-factor", { code, next: "/" }));
    if (refusedCode !== null) return refusedCode;
  }
  // Where a form leads on to is hidden from scripts: whether the session is whole is asked.
  return (await readMe()) === null ? "code_needed" : "proven";
}

async function confirm(proof: Proof): Promise<Proven> {
  const { password, code, credential } = proof;
  const given = credential ? { credential } : { password, ...(code !== "" && { code }) };
  const response = await askProof("POST /sign-in/again", given);
  if (response.ok) return "proven";
  // The session has ended while the dialog was open.
  if (response.status === 401) return await signIn(proof);
  const refused = refusalOf(response) ?? "wrong";
  if (refused !== "wrong" || code !== "" || credential) return refused;
  return (await readMe())?.person.hasSecondFactor === true ? "code_needed" : "wrong";
}

async function sendForm(address: string, fields: Record<string, string>): Promise<Response> {
  return await fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

/** A form that worked leads on, which scripts see as the status 0. */
function refusalOf({ status }: Response): "wrong" | "rate_limited" | null {
  if (status < 400) return null;
  if (status >= 500) throw new TypeError("the server did not answer");
  return status === 429 ? "rate_limited" : "wrong";
}

async function readMe(): Promise<Me | null> {
  const headers = { accept: "application/json" };
  const response = await fetch(addressOf("GET /api/v1/me"), { headers, cache: "no-store" });
  return response.ok ? ((await response.json()) as Me) : null;
}

async function nameOfSession(): Promise<string | null> {
  const me = await readMe();
  return me && signInName(me.person);
}
