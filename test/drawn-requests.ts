/**
 * Requests that an OpenAPI document allows, drawn at random from its schemas, and some that it does not: a part of another
 * type, a field more, any text in an address. What is drawn knows nothing but the document and the names that it is given.
 */
import fc from "fast-check";
import { endDays, endInstants } from "./ends-of-calendar.ts";

export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
};

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
};

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
};

export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export type DrawnRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text that is sent; undefined: none. */
  readonly body: string | undefined;
};

/** Names of things that there are, by the parameter of the path that names one. */
export type KnownNames = Readonly<Record<string, readonly string[]>>;

/** Texts that people and programs do send. */
const likelyTexts = [
  "نورة العتيبي",
  "0551234567",
  "٠٥٥١٢٣٤٥٦٧",
  "noura@example.com",
  "50.00",
  "2026-01-01",
  "1",
  " ",
  "\u0000",
  "a\u202eb",
  "😀",
  "%00",
  "../..",
  "'",
  "4111111111111111",
];

/** How deep references are followed: schemas may name themselves. */
const mostDeep = 12;

/** Draws requests of one operation. */
export function drawnRequests(
  document: OpenApiDocument,
  { path, operation, known }: { path: string; operation: Operation; known: KnownNames },
): fc.Arbitrary<DrawnRequest> {
  const parameters = (operation.parameters ?? []).map((given) =>
    given.$ref === undefined ? given : (resolve(document, given.$ref) as Parameter),
  );
  const of = (place: Parameter["in"]): Parameter[] => parameters.filter((each) => each.in === place);
  const text = (schema: JsonSchema): fc.Arbitrary<string> => drawnOf(document, schema).map(asText);
  const params = fc.record(
    Object.fromEntries(of("path").map(({ name, schema }) => [name, nameOf(known[name], text(schema))])),
  );
  const query = drawnQuery(document, of("query"));
  const hasIfMatch = of("header").some(({ name }) => name === "If-Match");
  const headers = hasIfMatch
    ? fc.constantFrom({ "if-match": "*" }, { "if-match": "*" }, { "if-match": '"x"' }, {})
    : fc.constant({});
  return fc
    .record({ params, query, headers, body: drawnBody(document, operation) })
    .map(({ params, query, headers, body }) => {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, asText(one)]),
      );
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
      return {
        url: pairs.length === 0 ? address : `${address}?${new URLSearchParams(pairs)}`,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        body,
      };
    });
}

/** What is needed and at most two more: of many filters at once some are not together. */
function drawnQuery(
  document: OpenApiDocument,
  parameters: readonly Parameter[],
): fc.Arbitrary<Record<string, unknown>> {
  const optional = parameters.flatMap(({ name, required }) => (required ? [] : [name]));
  const all = fc.record(
    Object.fromEntries(
      parameters.map(({ name, schema }) => [
        name,
        fc.oneof(
          { arbitrary: drawnOf(document, schema), weight: 5 },
          { arbitrary: fc.constant(name), weight: 1 },
        ),
      ]),
    ),
  );
  return fc
    .tuple(all, fc.subarray(optional, { maxLength: Math.min(2, optional.length) }))
    .map(([values, chosen]) =>
      Object.fromEntries(
        Object.entries(values).filter(([name]) => !optional.includes(name) || chosen.includes(name)),
      ),
    );
}

/** Without "." and "..", which a client takes out of an address before it sends it. */
function nameOf(known: readonly string[] | undefined, drawn: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const other = fc
    .oneof(drawn, fc.constantFrom(...likelyTexts))
    .map((text) => (/^\.{0,2}$/.test(text) ? "-" : text));
  if (known === undefined || known.length === 0) return other;
  return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 4 }, { arbitrary: other, weight: 1 });
}

function drawnBody(document: OpenApiDocument, { requestBody }: Operation): fc.Arbitrary<string | undefined> {
  const schema = requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return fc.constant(undefined);
  const right = drawnOf(document, schema);
  const wrong = fc.tuple(right, fc.nat(), fc.jsonValue()).map(([body, place, value]) => {
    if (typeof body !== "object" || body === null) return value;
    const names = [...Object.keys(body), "aFieldMore"];
    return { ...body, [names[place % names.length] ?? ""]: value };
  });
  return fc.oneof(
    { arbitrary: right.map((body) => JSON.stringify(body)), weight: 6 },
    { arbitrary: wrong.map((body) => JSON.stringify(body)), weight: 3 },
    { arbitrary: fc.constantFrom(undefined, "", "{", "null", "[]"), weight: 1 },
  );
}

/** Draws values that a schema allows; nearly, where it says less than the server knows. */
export function drawnOf(document: OpenApiDocument, schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const deeper = (part: JsonSchema): fc.Arbitrary<unknown> => drawnOf(document, part, depth + 1);
  const { $ref, enum: choices, examples = [] } = schema;
  if (depth > mostDeep) return fc.constant(null);
  const drawn =
    $ref !== undefined
      ? deeper(resolve(document, $ref) as JsonSchema)
      : "const" in schema
        ? fc.constant(schema.const)
        : choices !== undefined
          ? fc.constantFrom(...choices)
          : (schema.anyOf ?? schema.oneOf) !== undefined
            ? fc.oneof(...(schema.anyOf ?? schema.oneOf ?? []).map(deeper))
            : fc.oneof(...[schema.type ?? "string"].flat().map((type) => drawnType(schema, type, deeper)));
  if (examples.length === 0) return drawn;
  return fc.oneof(drawn, fc.constantFrom(...examples));
}

type Deeper = (part: JsonSchema) => fc.Arbitrary<unknown>;

function drawnType(schema: JsonSchema, type: string, deeper: Deeper): fc.Arbitrary<unknown> {
  const { minimum = -(2 ** 31), maximum = 2 ** 53 - 1 } = schema;
  if (type === "string") return drawnText(schema);
  if (type === "integer")
    return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, minimum + 40) }), fc.constant(maximum));
  if (type === "number") return fc.double({ min: minimum, max: maximum, noNaN: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") {
    const { minItems = 0, maxItems = 4, items = {} } = schema;
    return fc.array(deeper(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
  }
  return drawnObject(schema, deeper);
}

function drawnObject(schema: JsonSchema, deeper: Deeper): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const own = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, deeper(part)])),
    { requiredKeys: required.filter((name) => name in properties) },
  );
  if (typeof additionalProperties !== "object") return own;
  const names = propertyNames ? deeper(propertyNames).map(asText) : fc.string({ maxLength: 20 });
  const others = fc.dictionary(names, deeper(additionalProperties), { maxKeys: 3 });
  return fc.tuple(others, own).map(([left, right]) => ({ ...left, ...(right as object) }));
}

function drawnText({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const instants = fc
    .date({ noInvalidDate: true, min: new Date("1970-01-01"), max: new Date("2099-01-01") })
    .map((date) => date.toISOString());
  const orEnds = (usual: fc.Arbitrary<string>, ends: readonly string[]): fc.Arbitrary<string> =>
    fc.oneof({ arbitrary: usual, weight: 2 }, { arbitrary: fc.constantFrom(...ends), weight: 1 });
  if (format === "date-time") return orEnds(instants, endInstants);
  const days = instants.map((instant) => instant.slice(0, 10));
  if (format === "date") return orEnds(days, endDays);
  if (format === "email") return fc.constantFrom("noura@example.com", "a@b.sa");
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  const likely = likelyTexts.filter(fits);
  const any = fc.oneof(fc.string(length), fc.string({ ...length, unit: "binary" }));
  return likely.length === 0 ? any : fc.oneof(any, fc.constantFrom(...likely));
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** What a reference inside the document leads to. */
export function resolve(document: OpenApiDocument, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce<unknown>((place, name) => (place as Record<string, unknown>)[name], document);
}
