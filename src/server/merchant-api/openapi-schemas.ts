/** From the zod schemas that validate to the JSON schemas of the OpenAPI document; named ones become components. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

export type Json = { [name: string]: unknown };

export type SchemaCollector = {
  /** The JSON schema of what callers send (`input`) or receive (`output`); named parts are references. */
  readonly schemaOf: (schema: z.ZodType, io: "input" | "output") => Json;
  /** The named schemas that were met so far, by name. */
  readonly components: () => Json;
};

/**
 * Collects named schemas (`meta({ id })`) while schemas are converted.
 * @returns the collector; its `schemaOf` throws when one name stands for two shapes
 */
export function collectSchemas(): SchemaCollector {
  const named = new Map<string, unknown>();
  const add = (name: string, schema: unknown): void => {
    const known = named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(
        `the name ${name} stands for two schemas; what is sent and what is answered need their own`,
      );
    }
    named.set(name, schema);
  };
  return {
    schemaOf: (schema, io) => {
      const { $schema: _, $defs, ...root } = toJson(schema, io);
      for (const [name, part] of Object.entries(($defs ?? {}) as Json)) add(name, part);
      return root;
    },
    components: () => Object.fromEntries([...named].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function toJson(schema: z.ZodType, io: "input" | "output"): Json {
  const converted = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Answers may grow new members; a client that refused them would break.
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      // Said by the format, and unreadable.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text);
}
