/** Where the body of a call takes a text that a person may type, read from its schema; and bodies that the schema takes. */
import fc from "fast-check";
import { z } from "zod";
import { drawnOf, type JsonSchema } from "./drawn-requests.ts";

/** A text in a body: the names that lead to it; `0` into a list, `any` under a name of the caller's. */
export type Place = readonly string[];

type Definitions = Readonly<Record<string, unknown>>;

/** The schema as JSON Schema, as a caller sends the body, with its parts in place of their names. */
export function jsonSchemaOf(body: z.ZodType): JsonSchema {
  const { $defs = {}, ...schema } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return inPlace(schema, $defs) as JsonSchema;
}

function inPlace(part: unknown, definitions: Definitions): unknown {
  if (Array.isArray(part)) return part.map((one) => inPlace(one, definitions));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as JsonSchema;
  const name = $ref?.replace("#/$defs/", "") ?? "";
  // A part that holds itself is any value from there on.
  const named = inPlace(definitions[name], { ...definitions, [name]: {} });
  return {
    ...Object(named),
    ...Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, inPlace(one, definitions)])),
  };
}

const branchesOf = (schema: JsonSchema): readonly JsonSchema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
];

/**
 * Every place where any text may stand: not those of a form of its own, of a list of words, or too short for a card.
 * @throws Error for a part of schemas that it does not know
 */
export function textPlacesOf(schema: JsonSchema, place: Place = []): Place[] {
  if ("$ref" in schema || "allOf" in schema)
    throw new Error(`${place.join(".")}: a form that this has to learn`);
  const { enum: words, pattern, format, maxLength = Number.POSITIVE_INFINITY } = schema;
  const branches = branchesOf(schema);
  const isAnything = schema.type === undefined && branches.length === 0;
  const isText = isAnything || [schema.type].flat().includes("string");
  const isFree = words === undefined && !("const" in schema) && pattern === undefined && format === undefined;
  const { properties = {}, items, additionalProperties } = schema;
  const places = [
    ...(isText && isFree && maxLength >= 13 ? [place] : []),
    ...branches.flatMap((branch) => textPlacesOf(branch, place)),
    ...Object.entries(properties).flatMap(([name, part]) => textPlacesOf(part, [...place, name])),
    ...(items ? textPlacesOf(items, [...place, "0"]) : []),
    ...(typeof additionalProperties === "object"
      ? textPlacesOf(additionalProperties, [...place, "any"])
      : []),
  ];
  return [...new Map(places.map((one) => [one.join("."), one])).values()];
}

/** The least body that the schema takes, with a text at a place of it. */
export function bodyWith(schema: JsonSchema, place: Place | null, text: string): unknown {
  if (place?.length === 0) return text;
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const has = (branch: JsonSchema): boolean =>
      place !== null && textPlacesOf(branch).some((one) => one.join(".") === place.join("."));
    return bodyWith(branches.find(has) ?? branches[0] ?? {}, place, text);
  }
  const [name, ...rest] = place ?? [];
  const { properties = {}, required = [], items, additionalProperties, minItems = 0 } = schema;
  const below = (part: JsonSchema, of: string): unknown => bodyWith(part, of === name ? rest : null, text);
  if (items)
    return Array.from({ length: Math.max(minItems, name === undefined ? 0 : 1) }, (_, index) =>
      below(items, String(index)),
    );
  if ([schema.type].flat().includes("object")) {
    const named = Object.entries(properties).filter(([of]) => of === name || required.includes(of));
    const own = typeof additionalProperties === "object" && name !== undefined && !(name in properties);
    return {
      ...Object.fromEntries(named.map(([of, part]) => [of, below(part, of)])),
      ...(own && { [name]: below(additionalProperties, name) }),
    };
  }
  return leastOf(schema);
}

/** Something that the schema takes, always the same. */
export function leastOf(schema: JsonSchema): unknown {
  const { minLength = 0, pattern, format } = schema;
  if (schema.type === "string" && !schema.enum && !("const" in schema) && !pattern && !format)
    return "نص".padEnd(minLength, "ص");
  return fc.sample(drawnOf({ paths: {}, components: {} }, schema), { seed: 1, numRuns: 1 })[0];
}
