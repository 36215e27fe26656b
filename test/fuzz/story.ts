/**
 * Stories: what a merchant, a buyer or a program does, call after call, by the helpers of all other tests. One is played up to a
 * call, where it waits: a request that is valid where the system stands.
 */
import type { TestApp } from "../app-harness.ts";
import type { Body, Plain } from "./request.ts";

export type Call = {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object | string;
};

/** A test's app as stories use it: calls, the database, the key, the simulators. */
export type Teller = TestApp & {
  /** Calls that make what a story begins with: sent each time, and never taken. */
  readonly before: TestApp;
};

/** Sends a valid request; for the calls that come before the one that is taken. */
export type SendValid = (request: Plain) => Promise<{
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}>;

/** One playing of a story, which waits at each of its calls until it is asked for the next. */
export type Telling = {
  /** Lets it send the call at which it waits, as it is. Gives the next one, or null at its end. */
  readonly next: () => Promise<Plain | null>;
};

/** Begins to play a story by `next`. Its calls come one after the other; those that make what it begins with are sent. */
export function tell(
  story: (teller: Teller) => Promise<unknown>,
  { shop, send }: { readonly shop: TestApp; readonly send: SendValid },
): Telling {
  let arrival = Promise.withResolvers<Plain | null>();
  let goOn: (() => void) | null = null;
  const sent = async (request: Plain): Promise<unknown> => {
    const answer = await send(request);
    return { ...answer, json: () => JSON.parse(answer.body) };
  };
  const waiting = async (call: Call | string): Promise<unknown> => {
    const request = toPlain(call);
    await new Promise<void>((resolve) => {
      goOn = resolve;
      arrival.resolve(request);
    });
    return await sent(request);
  };
  const by = (inject: (call: Call | string) => Promise<unknown>): TestApp => ({
    ...shop,
    app: { inject } as unknown as TestApp["app"],
  });
  const begin = (): void =>
    void story({ ...by(waiting), before: by((call) => sent(toPlain(call))) }).then(
      () => arrival.resolve(null),
      (error: unknown) => arrival.reject(error),
    );
  return {
    next: async () => {
      const resume = goOn ?? begin;
      arrival = Promise.withResolvers();
      resume();
      return await arrival.promise;
    },
  };
}

function toPlain(call: Call | string): Plain {
  const {
    method = "GET",
    url,
    headers = {},
    payload,
  }: Call = typeof call === "string" ? { url: call } : call;
  const mark = url.indexOf("?");
  const query = mark < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark + 1)));
  const path = mark < 0 ? url : url.slice(0, mark);
  return { method, path, query, headers, ...(payload !== undefined && { body: bodyOf(payload, headers) }) };
}

function bodyOf(payload: object | string, headers: Readonly<Record<string, string>>): Body {
  if (payload instanceof Buffer) return { kind: "bytes", text: payload.toString("latin1") };
  if (typeof payload !== "string") return { kind: "json", value: payload };
  if (headers["content-type"]?.includes("form-urlencoded"))
    return { kind: "form", fields: Object.fromEntries(new URLSearchParams(payload)) };
  return { kind: "text", text: payload };
}

type Made = { readonly value: Promise<unknown>; uses: number };
const made = new WeakMap<TestApp["db"], Map<string, Made>>();

/** What was made before under a name; made again after so many uses, or when it failed. */
export async function madeOnce<T>(
  { db }: TestApp,
  { name, uses }: { readonly name: string; readonly uses: number },
  make: () => Promise<T>,
): Promise<T> {
  const own = made.get(db) ?? new Map<string, Made>();
  made.set(db, own);
  const known = own.get(name);
  if (known && known.uses < uses) {
    known.uses += 1;
    return (await known.value) as T;
  }
  const value = make();
  own.set(name, { value, uses: 1 });
  value.catch(() => own.delete(name));
  return await value;
}
