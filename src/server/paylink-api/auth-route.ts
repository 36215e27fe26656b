/** An API key is exchanged for a token: `apiId` is the beginning of the key that lists of keys show, `secretKey` the key. */
import type { FastifyInstance } from "fastify";
import { paylinkCalls } from "#contract/paylink.ts";
import { mountCall } from "../http/mount.ts";
import { apiKeyPrefix, hashApiKey, shownPartOf } from "../merchant-api/api-keys.ts";
import { type KeyGate, keyIdOf, type PresentedKey } from "../merchant-api/authenticate.ts";
import type { Services } from "../services.ts";
import { makeToken, tokenLifeMs } from "./token.ts";

/** Mounts the call. Wrong keys count against the address, right ones against the key, as at every call. */
export function mountAuth(
  scope: FastifyInstance,
  { clock, signing }: Pick<Services, "clock" | "signing">,
  gate: KeyGate,
): void {
  mountCall(scope, paylinkCalls, "POST /api/auth", async ({ body }, { request, reply }) => {
    const { apiId, secretKey, persistToken } = body;
    const key = secretKey.trim();
    const isOurs: PresentedKey["isOurs"] = (environment) =>
      key.startsWith(apiKeyPrefix(environment)) && apiId.trim() === shownPartOf(key, environment);
    const keyId = keyIdOf(await gate.pass({ by: { hash: hashApiKey(key) }, isOurs }, request, reply));
    const until = clock.now() + (persistToken ? tokenLifeMs.persistent : tokenLifeMs.usual);
    return { id_token: makeToken(signing, { keyId, until }) };
  });
}
