/** People who sign in to the console, for tests: over the app of the harness, on the console's host. */
import type { LightMyRequestResponse } from "fastify";
import type { Role } from "#core/roles.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { ensurePerson, setMembership, setPassword } from "#server/people/persons.ts";
import { systemIds } from "#server/ports.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "./app-harness.ts";

export const consoleUrl = "http://console.localhost:3000";
const consoleHost = new URL(consoleUrl).host;
export const testPassword = "dates from al-Ahsa 7";

/** One hash for all: hashing is slow, as it should be. */
const hash = hashPassword(testPassword);

export type Cookie = string;

export type Shop = TestApp & {
  /** Makes a person of the shop with the password of the tests; gives the address. */
  readonly addPerson: (role: Role, merchantId?: number) => Promise<string>;
  /** Sends to the console's host as its own page would. */
  readonly send: (url: string, options?: SendOptions) => Promise<LightMyRequestResponse>;
  /** Signs in by the form; gives the cookie. */
  readonly signIn: (email: string) => Promise<Cookie>;
};

export type SendOptions = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly cookie?: Cookie | undefined;
  readonly shop?: number | undefined;
  /** A form's values. */
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
};

/** Starts one; `await using` ends it. */
export async function startShop(options: TestAppOptions = {}): Promise<Shop> {
  const app = await startTestApp(options);
  let people = 0;
  const send: Shop["send"] = async (url, { method, cookie, shop, form, json, headers, address } = {}) => {
    const isWrite = (method ?? (form || json ? "POST" : "GET")) !== "GET";
    return await app.app.inject({
      method: method ?? (isWrite ? "POST" : "GET"),
      url,
      ...(address !== undefined && { remoteAddress: address }),
      headers: {
        host: consoleHost,
        "sec-fetch-site": "same-origin",
        ...(isWrite && { origin: consoleUrl, "idempotency-key": systemIds.token(12) }),
        ...(cookie !== undefined && { cookie }),
        ...(shop !== undefined && { "wasl-shop": String(shop) }),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
      ...(json !== undefined && { payload: json as object }),
    });
  };
  return {
    ...app,
    send,
    addPerson: async (role, merchantId = app.merchantId) => {
      people += 1;
      const email = `${role}${people}@shop.example`;
      const { kysely } = app.db;
      const person = await ensurePerson(kysely, { email, name: `${role} ${people}` });
      await setMembership(kysely, { merchantId, personId: person.id, role });
      const now = new Date(app.clock.now());
      await setPassword(kysely, { personId: person.id, hash: await hash, now });
      return email;
    },
    signIn: async (email) => {
      const answer = await send("/sign-in", { form: { name: email, password: testPassword, next: "/" } });
      if (answer.statusCode !== 303) throw new Error(`not signed in: ${answer.statusCode} ${answer.body}`);
      return cookieOf(answer);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf(answer: LightMyRequestResponse): Cookie {
  const set = [answer.headers["set-cookie"]].flat().find((text) => text?.includes("wasl_session="));
  return set?.split(";", 1)[0] ?? "";
}
