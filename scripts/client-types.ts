/**
 * The types of the client (src/sdk/api.d.mts), from the OpenAPI document of the merchant API. Its schemas are of few kinds, all
 * written by our own contract; one of another kind throws. (openapi-typescript needs the compiler API that TypeScript 7
 * does not have; docs/decisions/0101.)
 */

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

type Operation = {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
};

/**
 * The declarations: a type for every schema, and `Calls` with what is given to each call and what it answers.
 * @param openApi the document as JSON
 */
export function clientTypes(openApi: string): string {
  const document: Document = JSON.parse(openApi);
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema, "")};\n`,
  );
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      callOf(document, `${method.toUpperCase()} ${path}`, operation),
    ),
  );
  return [
    "/** Generated from docs/openapi.json by `npm run docs`: what the merchant API takes and gives. */\n",
    ...schemas,
    `export type Calls = {\n${calls.join("")}};\n`,
  ].join("\n");
}

function callOf(document: Document, name: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : (document.components.parameters[lastOf(one.$ref)] ?? missing(one.$ref)),
  );
  const given = [
    group(parameters, "path"),
    group(parameters, "query"),
    bodyOf(operation.requestBody),
    // A POST always has one: the client makes it.
    parameters.some((one) => one.name === "Idempotency-Key") ? "idempotencyKey?: string | undefined" : "",
    ...parameters.filter((one) => one.name === "If-Match").map(() => "ifMatch: string"),
  ].filter((line) => line !== "");
  const lines = given.map((line) => `      readonly ${line};\n`).join("");
  return [
    comment(operation.summary, "  "),
    `  readonly ${JSON.stringify(name)}: {\n`,
    lines === "" ? "    readonly given: {};\n" : `    readonly given: {\n${lines}    };\n`,
    `    readonly answer: ${answerOf(operation)};\n  };\n`,
  ].join("");
}

/** Parts of the path, or of the query; optional as a whole when each of them is. */
function group(parameters: readonly Parameter[], place: string): string {
  const own = parameters.filter((one) => one.in === place);
  if (own.length === 0) return "";
  const lines = own.map((one) => {
    const type = typeOf(one.schema, "        ");
    // A number in a path is written as what the list gave: an id is a text or a number.
    const written = place === "path" ? withNumber(type) : `${type}${one.required ? "" : " | undefined"}`;
    const optional = one.required ? "" : "?";
    return `${comment(one.description, "        ")}        readonly ${one.name}${optional}: ${written};\n`;
  });
  const isOptional = own.every((one) => !one.required);
  return `${place}${isOptional ? "?" : ""}: {\n${lines.join("")}      }${isOptional ? " | undefined" : ""}`;
}

const withNumber = (type: string): string => (type === "string" ? "string | number" : type);

function bodyOf(body: Operation["requestBody"]): string {
  if (!body?.content) return "";
  const optional = body.required ? "" : "?";
  const json = body.content["application/json"]?.schema;
  if (json) return `body${optional}: ${typeOf(json, "      ")}`;
  const types = Object.keys(body.content).map((type) => JSON.stringify(type));
  return `body${optional}: Uint8Array | Blob;\n      /** Of the file; a Blob has its own. */\n      readonly contentType?: ${types.join(" | ")} | undefined`;
}

function answerOf({ responses }: Operation): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content = {} }]) => {
      const schema = content["application/json"]?.schema;
      return schema ? typeOf(schema, "    ") : "Response";
    });
  return [...new Set(types)].join(" | ");
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return lastOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(" | ");
  const types = [schema.type].flat();
  return types.map((type) => typeOfKind(schema, type, indent)).join(" | ");
}

function typeOfKind(schema: Schema, type: string | undefined, indent: string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `ReadonlyArray<${schema.items ? typeOf(schema.items, indent) : "unknown"}>`;
    case "object":
      return objectOf(schema, indent);
    case undefined:
      return "unknown";
    default:
      throw new Error(`a schema of the type ${type} has no type of the client`);
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
    return `Readonly<Record<string, ${value}>>`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? "" : "?";
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(schema.description, inner)}${inner}readonly ${key}${optional}: ${typeOf(schema, inner)};\n`;
  });
  return lines.length === 0 ? "Readonly<Record<string, never>>" : `{\n${lines.join("")}${indent}}`;
}

function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return "";
  return `${indent}/** ${text.replace(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n`;
}

const lastOf = (ref: string): string => ref.split("/").at(-1) ?? "";

function missing(ref: string): never {
  throw new Error(`the document has no ${ref}`);
}
