/**
 * What a browser and a device say when a passkey is made or used (WebAuthn, level 3). The user is verified by the device each time, by
 * finger, face or PIN: a passkey alone is two factors (NIST SP 800-63B-4, 3.1.7).
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { runInTransaction } from "#db/open.ts";
import type { Services } from "../services.ts";
import { queueAccountNotice } from "./account-notices.ts";
import { type ChallengeUse, isOurChallenge, newChallenge, takeChallenge } from "./passkey-challenges.ts";
import { addPasskey, credentialIdsOf, findPasskey, markPasskeyUsed } from "./passkeys.ts";
import { findPerson, type Person, signInNameOf } from "./persons.ts";

type CeremonyServices = Pick<Services, "config" | "db" | "clock" | "signing" | "log">;

/** Loaded when the first passkey comes: most starts need none of it. */
const library = () => import("@simplewebauthn/server");

const text = z.string().max(8_000);
const credential = {
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}),
};
const usedForm = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
});
const madeForm = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});

/** ES256, EdDSA and RS256, as COSE numbers them. */
const algorithms = [-7, -8, -257] as const;

function place({ consoleUrl }: CeremonyServices["config"]) {
  const url = new URL(consoleUrl ?? "");
  return { origin: url.origin, rpId: url.hostname };
}

/** What a browser is asked to use a passkey with, in the JSON form of WebAuthn. */
export function optionsToUse(services: CeremonyServices, credentialIds: readonly string[] = []) {
  return {
    challenge: newChallenge(services, "get"),
    rpId: place(services.config).rpId,
    userVerification: "required" as const,
    allowCredentials: credentialIds.map((id) => ({ id, type: "public-key" as const })),
  };
}

/** What a browser is asked to make one with. */
export async function optionsToMake(services: CeremonyServices, person: Person) {
  const { passkey_handle: handle } = await services.db.kysely
    .selectFrom("persons")
    .select("passkey_handle")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return {
    challenge: newChallenge(services, `create ${person.id}`),
    rp: { id: place(services.config).rpId, name: "Wasl" },
    user: {
      id: Buffer.from(handle.replaceAll("-", ""), "hex").toString("base64url"),
      name: signInNameOf(person),
      displayName: person.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" } as const,
    attestation: "none" as const,
    excludeCredentials: (await credentialIdsOf(services.db.kysely, person.id)).map((id) => ({
      id,
      type: "public-key" as const,
    })),
  };
}

/** Judges what a passkey signed, and uses the challenge up. Gives whose passkey it is; null for anything that does not hold. */
export async function takePasskey(services: CeremonyServices, sent: unknown): Promise<number | null> {
  const parsed = usedForm.safeParse(sent);
  const passkey = parsed.success ? await findPasskey(services.db.kysely, parsed.data.id) : null;
  if (!parsed.success || !passkey) return null;
  const { personId, id, counter, publicKey } = passkey;
  const judged = await judge(services, "get", async (expectedChallenge) => {
    const { origin, rpId } = place(services.config);
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parsed.data as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id: parsed.data.id, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  });
  if (judged === null) return null;
  const use = { personId, id, before: counter, counter: judged.newCounter, now: services.clock.now() };
  return (await markPasskeyUsed(services.db.kysely, use)) ? personId : null;
}

/** Judges a passkey that a device made for a person, and keeps it; false for anything that does not hold. */
export async function keepPasskey(
  services: CeremonyServices,
  { personId, name, sent }: { readonly personId: number; readonly name: string; readonly sent: unknown },
): Promise<boolean> {
  const parsed = madeForm.safeParse(sent);
  if (!parsed.success) return false;
  const made = await judge(services, `create ${personId}`, async (expectedChallenge) => {
    const { origin, rpId } = place(services.config);
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed.data as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    return registrationInfo?.credential ?? null;
  });
  if (made === null) return false;
  const { id: credentialId, publicKey, counter } = made;
  const { transports } = parsed.data.response;
  const now = services.clock.now();
  const passkey = { personId, credentialId, publicKey, counter, transports, name, now };
  return await runInTransaction(services.db.kysely, async (trx) => {
    const person = await findPerson(trx, { id: personId });
    if (!person || !(await addPasskey(trx, passkey))) return false;
    await queueAccountNotice(trx, services, person, "factorAdded");
    return true;
  });
}

/** What the library throws is about what was sent: not a fault of ours. */
async function judge<Result>(
  services: CeremonyServices,
  use: ChallengeUse,
  verify: (expected: (challenge: string) => boolean) => Promise<Result | null>,
): Promise<Result | null> {
  let seen = "";
  const isExpected = (challenge: string): boolean => {
    seen = challenge;
    return isOurChallenge(services, challenge, use);
  };
  const result = await verify(isExpected).catch((error: unknown) => {
    services.log.info("passkey refused", { error });
    return null;
  });
  return result !== null && (await takeChallenge(services, seen)) ? result : null;
}
