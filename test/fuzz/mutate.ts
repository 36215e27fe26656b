/** Changes of a valid request: plain data, so that they can be printed, left out and made again. */
import { gzipSync } from "node:zlib";
import type { Random } from "../simulation/random.ts";
import { hostileTextFor, hostileValue } from "./hostile.ts";
import { type Body, type Plain, toWire, type Wire } from "./request.ts";

type Place = readonly (string | number)[];

export type Change =
  | { readonly kind: "set"; readonly at: Place; readonly value: unknown }
  | { readonly kind: "drop"; readonly at: Place }
  | { readonly kind: "segment"; readonly index: number; readonly text: string }
  | { readonly kind: "query"; readonly name: string; readonly value: string }
  | { readonly kind: "header"; readonly name: string; readonly value: string }
  | { readonly kind: "method"; readonly method: string }
  | { readonly kind: "bytes"; readonly how: keyof typeof byteChanges; readonly at: number }
  | { readonly kind: "head"; readonly how: keyof typeof heads };

const types = [
  "text/plain", "application/json; charset=utf-16", "application/json; charset=utf-8", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
  "application/xml", "", "application/JSON", "application/json;;;", "application/problem+json", "image/png", "a".repeat(300),
] as const; // biome-ignore format: a table

const headers: readonly (readonly [string, readonly string[]])[] = [
  ["content-type", types],
  ["content-encoding", ["gzip", "br", "identity", "x"]],
  ["accept", ["text/html", "application/json;q=0", "*/*;q=x", "image/avif"]],
  ["accept-language", ["en", "ar", "ar-SA;q=0.9,en;q=x", "x".repeat(2_000), "*", "../../etc"]],
  ["if-match", ["*", '"x"', "W/", '"', "*, *"]],
  ["if-none-match", ["*", '"x"', '"'.repeat(50)]],
  ["if-modified-since", ["x", "Mon, 99 Foo 0000 00:00:00 GMT"]],
  ["range", ["bytes=0-", "bytes=-1", "bytes=9-1,2-3", "x=1", "bytes=0-0,0-0,0-0"]],
  ["idempotency-key", ["", "a", "k".repeat(300), "نورة", "same-for-all-of-them"]],
  ["authorization", ["Bearer", "Bearer x", "Basic eDp4", "Bearer  a b", `Bearer ${"x".repeat(3_000)}`]],
  ["cookie", ["wasl_session=x", "a=b; a=c; =; ;", "wasl_csrf=\u00ff", `x=${"y".repeat(3_900)}`]],
  ["origin", ["null", "https://evil.example", "http://localhost:3000", "x"]],
  ["sec-fetch-site", ["cross-site", "same-origin", "none", "x"]],
  ["host", ["evil.example", "localhost:3000", "console.localhost:3000", "localhost:99999", "[::1]", "a b", ""]],
  ["x-forwarded-for", ["1.2.3.4", "::ffff:1.2.3.4, x", ",".repeat(500), "unknown"]],
  ["x-forwarded-proto", ["https", "x, y"]],
  ["x-request-id", ["\u00ff", "a".repeat(1_000)]],
  ["user-agent", ["", "<script>alert(1)</script>", "WhatsApp/2", "Googlebot/2.1", "x".repeat(4_000)]],
  ["wasl-shop", ["0", "-1", "1", "999999999999", "x"]],
  ["mcp-protocol-version", ["0", "2026-07-28", "x".repeat(200)]],
  ["x-hub-signature-256", ["sha256=", "sha256=zz"]],
  ["expect", ["100-continue", "x"]],
  ["connection", ["upgrade", "content-type", "close, x"]],
  ["upgrade", ["websocket", "h2c"]],
]; // biome-ignore format: a table

const segments = [
  "..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%00", "%", "%zz", "%c0%af", "%ff", "a%0d%0aX: y", "%E2%80%AE", "0", "-1", "99999999999999999999", "1e3", "0x1", "null", "*", "a".repeat(301),
  "a".repeat(6_000), "%D8%A7%D8%A8", "\u0665\u0665", ";x=1", "?x", "#x", ".", "", "%5c..%5c", "7Q2M4X9KD3RT6WBN", "__proto__",
] as const; // biome-ignore format: a table

/** Changes of the bytes of a body; `at` is a part from 0 to 1 of its length. */
const byteChanges = {
  cut: (body: Buffer, at: number) => body.subarray(0, Math.floor(at * body.length)),
  "byte that is no UTF-8": (body: Buffer, at: number) => inserted(body, at, Buffer.from([0xff])),
  "cut character": (body: Buffer, at: number) => inserted(body, at, Buffer.from([0xe2, 0x82])),
  "overlong character": (body: Buffer, at: number) => inserted(body, at, Buffer.from([0xc0, 0xaf])),
  NUL: (body: Buffer, at: number) => inserted(body, at, Buffer.from([0])),
  "byte order mark": (body: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  "UTF-16": (body: Buffer) => Buffer.from(body.toString("utf8"), "utf16le"),
  gzip: (body: Buffer) => gzipSync(body),
  twice: (body: Buffer) => Buffer.concat([body, body]),
  "first member twice": (body: Buffer) => Buffer.from(repeatFirstMember(body.toString("utf8"))),
  "a flipped bit": (body: Buffer, at: number) => flipped(body, at),
  empty: () => Buffer.alloc(0),
  "white space around": (body: Buffer) => Buffer.concat([Buffer.from(" \n\t"), body, Buffer.from("\n\n")]),
} as const;

/** What no client sends, as the head of a request to `target`. */
const heads = {
  "no host": (t: string) => `GET ${t} HTTP/1.1\r\nconnection: close\r\n\r\n`,
  "two hosts": (t: string) => head(t, "host: localhost:3000\r\nhost: evil.example"),
  "HTTP/1.0": (t: string) => `GET ${t} HTTP/1.0\r\nhost: localhost:3000\r\n\r\n`,
  "HTTP/0.9": (t: string) => `GET ${t}\r\n\r\n`,
  "HTTP/2.0": (t: string) => `GET ${t} HTTP/2.0\r\nhost: localhost:3000\r\n\r\n`,
  "whole address": (t: string) => head(`http://localhost:3000${t}`, "host: localhost:3000"),
  "another whole address": (t: string) => head(`http://evil.example${t}`, "host: localhost:3000"),
  "both lengths": (t: string) => head(t, "content-length: 3\r\ntransfer-encoding: chunked", "POST"),
  "two lengths": (t: string) => head(t, "content-length: 3\r\ncontent-length: 4", "POST"),
  "negative length": (t: string) => head(t, "content-length: -1", "POST"),
  "length that is no number": (t: string) => head(t, "content-length: 0x10", "POST"),
  "bad chunk": (t: string) => `${head(t, "transfer-encoding: chunked\r\ncontent-type: application/json", "POST")}zz\r\n{}\r\n0\r\n\r\n`,
  "long chunk extension": (t: string) => `${head(t, "transfer-encoding: chunked\r\ncontent-type: application/json", "POST")}2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  "chunks and trailers": (t: string) => `${head(t, "transfer-encoding: chunked\r\ncontent-type: application/json\r\ntrailer: host", "POST")}2\r\n{}\r\n0\r\nhost: x\r\n\r\n`,
  "folded header": (t: string) => head(t, "x-a: 1\r\n 2"),
  "space before the colon": (t: string) => head(t, "x-a : 1"),
  "NUL in a header": (t: string) => head(t, "x-a: a\u0000b"),
  "line feeds alone": (t: string) => `GET ${t} HTTP/1.1\nhost: localhost:3000\n\n`,
  "two hundred headers": (t: string) => head(t, Array.from({ length: 200 }, (_, index) => `x-${index}: 1`).join("\r\n")),
  "a header of 20,000": (t: string) => head(t, `x-a: ${"a".repeat(20_000)}`),
  "bytes over 127": (t: string) => head(t, "x-a: \u00ff\u00fe"),
  "raw bytes in the address": (t: string) => head(`${t}\u00d8\u00a7`, "x-a: 1"),
  "NUL in the address": (t: string) => head(`${t}\u0000`, "x-a: 1"),
  "small method": (t: string) => head(t, "x-a: 1", "get"),
  "unknown method": (t: string) => head(t, "x-a: 1", "WASL"),
  "trace": (t: string) => head(t, "x-a: 1", "TRACE"),
  "connect": () => head("localhost:22", "x-a: 1", "CONNECT"),
  "options of all": () => head("*", "x-a: 1", "OPTIONS"),
  "web socket": (t: string) => head(t, "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13"),
  "two requests": (t: string) => `GET ${t} HTTP/1.1\r\nhost: localhost:3000\r\n\r\n${head("/healthz", "x-a: 1")}`,
  "nothing": () => "\r\n\r\n",
  "TLS": () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
} as const; // biome-ignore format: a table

function head(target: string, headers: string, method = "GET"): string {
  const host = /^host:/im.test(headers) ? "" : "host: localhost:3000\r\n";
  const end = /^connection:/im.test(headers) ? "" : "connection: close\r\n";
  return `${method} ${target} HTTP/1.1\r\n${host}${end}${headers}\r\n\r\n`;
}

function inserted(body: Buffer, at: number, bytes: Buffer): Buffer {
  const place = Math.floor(at * body.length);
  return Buffer.concat([body.subarray(0, place), bytes, body.subarray(place)]);
}

function flipped(body: Buffer, at: number): Buffer {
  const copy = Buffer.from(body);
  const place = Math.floor(at * body.length);
  if (place < copy.length) copy[place] = (copy[place] ?? 0) ^ 0x10;
  return copy;
}

function repeatFirstMember(text: string): string {
  const name = /^\{("[^"]*")/.exec(text)?.[1];
  return name === undefined ? text : text.replace("{", `{${name}:null,`);
}

/** Draws the changes of one input: mostly one, sometimes none or two. */
export function drawChanges(random: Random, request: Plain): readonly Change[] {
  const part = random.part();
  const count = part < 0.08 ? 0 : part < 0.88 ? 1 : 2;
  return Array.from({ length: count }, () => drawChange(random, request));
}

function drawChange(random: Random, request: Plain): Change {
  const part = random.part();
  const places = request.body ? placesOf(request.body) : [];
  if (places.length > 0 && part < 0.74) {
    const at = random.pick(places);
    if (random.chance(0.06)) return { kind: "drop", at };
    return { kind: "set", at, value: hostileValue(random, valueAt(request.body, at)) };
  }
  if (places.length > 0 && part < 0.79)
    return {
      kind: "bytes",
      how: random.pick(Object.keys(byteChanges) as (keyof typeof byteChanges)[]),
      at: random.part(),
    };
  if (part < 0.83) {
    const [name, values] = random.pick(headers);
    return { kind: "header", name, value: random.pick(values) };
  }
  if (part < 0.85)
    return {
      kind: "method",
      method: random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]),
    };
  if (part < 0.865) return { kind: "head", how: random.pick(Object.keys(heads) as (keyof typeof heads)[]) };
  return drawAddressChange(random, request);
}

function drawAddressChange(random: Random, { path, query = {} }: Plain): Change {
  const names = Object.keys(query);
  if (random.chance(names.length > 0 ? 0.7 : 0.3)) {
    const name =
      random.chance(0.85) && names.length > 0
        ? random.pick(names)
        : random.pick(["lang", "limit", "cursor", "theme", "x[y]", "__proto__", "msg", "from"]);
    const value = hostileTextFor(random, Object.hasOwn(query, name) ? (query[name] ?? "") : "");
    return { kind: "query", name, value: value.slice(0, 5_000) };
  }
  const index = random.whole(1, path.split("/").length - 1);
  return { kind: "segment", index, text: random.pick(segments) };
}

/** Where something stands in a body, whatever it is. */
function placesOf(body: Body): Place[] {
  if (body.kind === "text" || body.kind === "bytes") return [[]];
  const root = bodyRoot(body);
  const places: Place[] = [];
  const walk = (value: unknown, at: Place): void => {
    if (at.length > 0) places.push(at);
    if (typeof value === "object" && value !== null && at.length < 6)
      for (const [name, part] of Object.entries(value))
        walk(part, [...at, Array.isArray(value) ? Number(name) : name]);
  };
  walk(root, []);
  return places.length === 0 ? [[]] : places;
}

function bodyRoot(body: Body): unknown {
  if (body.kind === "json") return body.value;
  return body.kind === "form" ? body.fields : body.text;
}

function valueAt(body: Body | undefined, at: Place): unknown {
  const root = body && bodyRoot(body);
  return at.reduce<unknown>((value, name) => Object(value)[name], root);
}

/** The bytes of a request with the changes made in it. A change that no longer has its place does nothing. */
export function applyChanges(request: Plain, changes: readonly Change[]): Wire {
  let plain = request;
  for (const change of changes) plain = changed(plain, change);
  let wire = toWire(plain);
  for (const change of changes) {
    if (change.kind === "bytes" && wire.body)
      wire = { ...wire, body: byteChanges[change.how](wire.body, change.at) };
    if (change.kind === "head") wire = { ...wire, body: null, head: heads[change.how](wire.target) };
  }
  return wire;
}

function changed(request: Plain, change: Change): Plain {
  const { path, query, headers, body } = request;
  switch (change.kind) {
    case "set":
    case "drop":
      return body ? { ...request, body: changedBody(body, change) } : request;
    case "segment":
      return { ...request, path: path.split("/").with(change.index, change.text).join("/") };
    case "query":
      return { ...request, query: { ...query, [change.name]: change.value } };
    case "header":
      return { ...request, headers: { ...headers, [change.name]: change.value } };
    case "method":
      return { ...request, method: change.method };
    default:
      return request;
  }
}

function changedBody(body: Body, change: Extract<Change, { kind: "set" | "drop" }>): Body {
  if (body.kind === "text" || body.kind === "bytes")
    return change.kind === "set" ? { ...body, text: textOf(change.value) } : body;
  if (body.kind === "json") return { kind: "json", value: replaced(body.value, change.at, change) };
  return { kind: "form", fields: Object(replaced(body.fields, change.at, change)) };
}

/** A value may be an object whose own `toString` is none. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

function replaced(
  value: unknown,
  [name, ...rest]: Place,
  change: Extract<Change, { kind: "set" | "drop" }>,
): unknown {
  if (name === undefined) return change.kind === "set" ? change.value : undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const index = Number(name);
    // Not a place of it: an earlier change made a list of what had fields.
    if (!(index < value.length)) return value;
    return rest.length === 0 && change.kind === "drop"
      ? value.toSpliced(index, 1)
      : value.with(index, replaced(value[index], rest, change));
  }
  const part = replaced(Object(value)[name], rest, change);
  return { ...value, [name]: part };
}
