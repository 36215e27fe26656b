/** A request before it is bytes: what a client means to send, in parts that can be changed one by one. */

export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "form"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "text"; readonly text: string }
  /** Bytes, each as the character of its number. */
  | { readonly kind: "bytes"; readonly text: string };

export type Plain = {
  readonly method: string;
  /** Encoded, without the query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
};

/** What goes over the line. */
export type Wire = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** What no HTTP client sends, and goes over a bare socket: the text before the headers' end is this. */
  readonly head?: string;
};

const mediaTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain",
  bytes: "application/octet-stream",
} as const;

/** Texts that stand for what JSON.stringify cannot write: numbers out of range, halves of pairs, deep nesting. */
export const literals: Readonly<Record<string, string>> = {
  "number 1e999": "1e999",
  "number -0": "-0",
  "number 1e-7": "1e-7",
  "number 2^53+1": "9007199254740993",
  "number 2^63": "9223372036854775808",
  "number of 400 digits": "9".repeat(400),
  "number with 40 places": `1.${"0".repeat(39)}1`,
  "not a number": "NaN",
  "hexadecimal number": "0x1F",
  "high half of a pair": '"a\\ud800b"',
  "low half of a pair": '"\\udc00"',
  "escaped NUL": '"a\\u0000b"',
  "bad escape": '"\\x41"',
  "raw line break": '"a\nb"',
  "nested 2,000 deep": `${"[".repeat(2_000)}${"]".repeat(2_000)}`,
  "objects 500 deep": `${'{"a":'.repeat(500)}1${"}".repeat(500)}`,
  "object with its own prototype": '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
  "the same member twice": '{"a":1,"a":2}',
};

/** The text in a value that `writeJson` replaces. */
export function literal(name: string): string {
  return `\ue000${name}\ue001`;
}

/** JSON with the literals put in. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  if (!text.includes("\ue000")) return text;
  return text.replace(/"\ue000([^\ue001]*)\ue001"/g, (_, name: string) => literals[name] ?? "null");
}

/** The bytes of a request; changes to bytes are made after it (`mutate.ts`). */
export function toWire({ method, path, query = {}, headers = {}, body }: Plain): Wire {
  const search = new URLSearchParams(query).toString();
  const named = Object.entries(headers);
  const isTyped = named.some(([name]) => name.toLowerCase() === "content-type");
  return {
    method,
    target: search === "" ? path : `${path}?${search}`,
    headers: body && !isTyped ? [...named, ["content-type", mediaTypes[body.kind]]] : named,
    body: body ? Buffer.from(bodyText(body), body.kind === "bytes" ? "latin1" : "utf8") : null,
  };
}

export function bodyText(body: Body): string {
  if (body.kind === "text" || body.kind === "bytes") return body.text;
  if (body.kind === "json") return writeJson(body.value);
  const pairs = Object.entries(body.fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : writeJson(value),
  ]);
  return new URLSearchParams(pairs).toString();
}
