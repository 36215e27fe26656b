/** Our server calls no address of an inner network, whichever setting of a merchant's own account it stands in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { Http } from "#core/ports.ts";
import { systemClock } from "#server/ports.ts";
import { storedAccounts } from "#test/method-accounts.ts";
import { publicBaseUrl } from "./account-settings.ts";
import { catalog, type MethodId } from "./catalog.ts";
import { methodEntry } from "./registry.ts";
import { context } from "./tabby/documented-examples.ts";

type Stored = Readonly<Record<string, unknown>>;

type Subject = {
  readonly settings: z.ZodType;
  /** An account that is taken. */
  readonly example: Stored;
  /** The hosts that our server calls on an account. */
  readonly called: (stored: Stored) => Promise<readonly string[]>;
};

type Node = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: unknown;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: unknown;
  readonly enum?: readonly unknown[];
};

type Field = { readonly path: readonly string[]; readonly node: Node };

/** Every setting, also those that have a default and that no form asks for. */
function fieldsOf(node: Node, path: readonly string[] = []): readonly Field[] {
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]));
  const isOneText = ![node, ...(node.anyOf ?? [])].some(
    (one) => one.type === "object" || one.type === "array" || one.oneOf || one.properties || one.items,
  );
  assert.ok(isOneText, `${path.join(".")} is neither a group nor one value: teach this test to look into it`);
  return [{ path, node }];
}

function put(stored: Stored, [name = "", ...rest]: readonly string[], text: string): Stored {
  return { ...stored, [name]: rest.length === 0 ? text : put(Object(stored[name]), rest, text) };
}

const valueAt = (stored: Stored, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => Object(value)[name], stored);

/** Addresses that a setting may take: any bank's, and where it has published ones alone, those. */
function candidates({ example }: Subject, { path, node }: Field): readonly string[] {
  const own = [valueAt(example, path), ...(node.enum ?? [])].filter((value) => typeof value === "string");
  return [
    "https://elsewhere.bank.sa",
    "https://elsewhere.bank.sa/v1",
    ...own.filter((text) => URL.canParse(text)),
  ];
}

/**
 * The address that a setting takes, or null where the setting is none. One that takes any text of that length is an address
 * if our server calls it.
 */
async function addressIn(subject: Subject, field: Field): Promise<string | null> {
  const takes = (text: string): boolean =>
    subject.settings.safeParse(put(subject.example, field.path, text)).success;
  const address = candidates(subject, field).find(takes);
  if (address === undefined) return null;
  if (!takes("x".repeat(address.length))) return address;
  const called = await subject.called(put(subject.example, field.path, address));
  return called.includes(new URL(address).hostname) ? address : null;
}

/** Addresses that are not a public host's, alone and by what a careless pattern would read as the host that it knows. */
function innerAddresses(known: string): readonly string[] {
  const { hostname } = new URL(known);
  return [
    ...[`http://${hostname}`, `https://${hostname}:8443`, `https://user:pass@${hostname}`],
    ...[`https://${hostname}@169.254.169.254`, `https://169.254.169.254/?${hostname}`],
    ...[`https://169.254.169.254/${hostname}`, `https://169.254.169.254/#https://${hostname}`],
    ...["https://169.254.169.254", "https://169.254.169.254/latest/meta-data/", "https://127.0.0.1"],
    ...["https://10.0.0.1", "https://172.16.0.1", "https://192.168.1.1", "https://0.0.0.0"],
    ...["https://0x7f000001", "https://2130706433", "https://0177.0.0.1", "https://127.1"],
    ...["https://[::1]", "https://[fd00::1]", "https://[fe80::1]", "https://[::ffff:127.0.0.1]"],
    ...["https://localhost", "https://localhost.", "https://pay.localhost", "https://vault"],
    ...["https://db.internal", "https://DB.INTERNAL", "https://db.internal.", "https://printer.local"],
    ...["https://router.lan", "https://nas.home.arpa", "ftp://pay.bank.sa", "file:///etc/passwd"],
  ];
}

/** The settings with an address by path, and the inner addresses that each takes. */
async function examine(subject: Subject): Promise<Readonly<Record<string, readonly string[]>>> {
  const fields = fieldsOf(z.toJSONSchema(subject.settings, { io: "input" }) as Node);
  const found: Record<string, readonly string[]> = {};
  for (const field of fields) {
    const address = await addressIn(subject, field);
    if (address === null) continue;
    found[field.path.join(".")] = innerAddresses(address).filter(
      (inner) => subject.settings.safeParse(put(subject.example, field.path, inner)).success,
    );
  }
  return found;
}

/** A payment that any provider may be asked about. */
const payment = {
  ...context,
  attempt: { ...context.attempt, reference: "11111111-1111-4111-8111-111111111111" },
};

function ofMethod(id: MethodId): Subject {
  return {
    settings: methodEntry(id).settings,
    example: storedAccounts[id][0],
    called: async (stored) => {
      const hosts: string[] = [];
      const http: Http = async ({ url }) => {
        hosts.push(new URL(url).hostname);
        return { kind: "not_sent", reason: "nobody answers" };
      };
      const { provider } = methodEntry(id).ofMerchant(stored, { http, clock: systemClock }, "any");
      await provider.check(payment);
      return hosts;
    },
  };
}

for (const { id } of catalog) {
  test(`no setting of a merchant's own account of ${id} takes an address of an inner network`, async () => {
    for (const [path, taken] of Object.entries(await examine(ofMethod(id))))
      assert.deepEqual(
        taken,
        [],
        `${path}: an address per merchant is a publicBaseUrl of account-settings.ts`,
      );
  });
}

test("addresses are found by themselves: the bank's of a merchant's choice, and published ones of groups and defaults", async () => {
  const found = await Promise.all(
    catalog.map(async ({ id }) => [id, Object.keys(await examine(ofMethod(id)))] as const),
  );
  const addresses = Object.fromEntries(found);
  assert.deepEqual(addresses["a2a"], ["baseUrl"]);
  assert.deepEqual(addresses["card"], ["baseUrl"]);
  assert.deepEqual(addresses["applepay"], ["gateway.baseUrl"]);
  assert.deepEqual(addresses["stcpay"], ["baseUrl"]);
  assert.deepEqual(addresses["sadad"], []);
});

const unguarded: readonly [string, z.ZodType<string>][] = [
  ["an address of any kind", z.url()],
  ["a text", z.string().min(1).max(500)],
  ["https alone", z.url({ protocol: /^https$/ })],
  ["a pattern with an open end", z.string().regex(/^https:\/\/.*pay\.bank\.sa/)],
];

for (const [what, address] of unguarded) {
  test(`a method that takes ${what} as an address would be found`, async () => {
    const called = async ({ baseUrl }: Stored) => [new URL(String(baseUrl)).hostname];
    const example = { baseUrl: "https://pay.bank.sa", name: "shop" };
    const settings = z.strictObject({ baseUrl: address, name: z.string().max(200) });
    const found = await examine({ settings, example, called });
    assert.deepEqual(Object.keys(found), ["baseUrl"]);
    assert.ok(found["baseUrl"]?.some((inner) => inner.includes("169.254.169.254")));
    const guarded = z.strictObject({ ...settings.shape, baseUrl: publicBaseUrl });
    assert.deepEqual(await examine({ settings: guarded, example, called }), { baseUrl: [] });
  });
}

const taken: readonly [string, string | null][] = [
  ["https://viban.bank.example", "https://viban.bank.example"],
  ["https://viban.bank.example/api//", "https://viban.bank.example/api"],
  ["https://viban.bank.example?x=1", null],
  ["https://viban.bank.example/#x", null],
];

for (const [address, expected] of taken) {
  test(`a merchant's own account is ${expected === null ? "never" : "well"} at ${address}`, () => {
    assert.equal(publicBaseUrl.safeParse(address).data ?? null, expected);
  });
}
