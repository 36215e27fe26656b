/**
 * What of an answer is hidden from cashiers and developers is found by the names of its parts (seen-by-role.ts). Texts that are kept of
 * buyers are looked for themselves (texts-by-role.test.ts), in answers to what that test's shop has; this one asks the published
 * form of every answer, of whatever state and source: a field that sounds like a person's address or number is hidden, or is
 * here with the reason why it is not one of a buyer.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Role, roleMay } from "#core/roles.ts";
import { openApiText } from "./openapi-route.ts";
import { rightOfCall } from "./scopes.ts";
import { answerFor } from "./seen-by-role.ts";

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
} & Readonly<Partial<Record<"anyOf" | "oneOf" | "allOf", readonly Schema[]>>>;

type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const document: Document = JSON.parse(openApiText());

const sample = "noura@example.com";
const telling = /mobile|phone|whatsapp|e-?mail|address$/i;

/** Fields of no buyer, by call and the last two names of their path. */
const ofNoBuyer: readonly RegExp[] = [
  // The shop itself, and where it is notified.
  /^\w+ \/api\/v1\/merchant\S*: /,
  /notices\.emails$/,
  // Search finds clients for those alone who may read them (seen-by-role.test.ts).
  /^POST \/api\/v1\/search: hits\./,
  // Where a program of the shop's called from.
  /^GET \/api\/v1\/requests: items\.address$/,
  /^\w+ \/api\/v1\/keys\S*: (?:items\.)?lastUsedAddress$/,
];

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

/** Paths of all texts of an answer, each reference once on its way. */
function fieldsOf(schema: Schema, path: readonly string[] = [], seen: readonly string[] = []): string[][] {
  if (schema.$ref !== undefined && seen.includes(schema.$ref)) return [];
  const further = schema.$ref === undefined ? seen : [...seen, schema.$ref];
  const { type, anyOf = [], oneOf = [], allOf = [], items, properties = {} } = resolved(schema);
  return [
    ...([type].flat().includes("string") ? [[...path]] : []),
    ...[...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap((one) =>
      fieldsOf(one, path, further),
    ),
    ...Object.entries(properties).flatMap(([name, one]) => fieldsOf(one, [...path, name], further)),
  ];
}

/** Whether a text at this place of a call's answer is hidden. */
function isHidden(call: string, path: readonly string[], role: "cashier" | "developer"): boolean {
  const answer = path.reduceRight<unknown>((value, name) => ({ [name]: value }), sample);
  return !JSON.stringify(answerFor(role, call.split(" ")[1] ?? "", answer)).includes(sample);
}

/** The calls that a role may make, with the fields of their answers. */
function answersFor(role: Role): { readonly call: string; readonly fields: string[][] }[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) => {
      const call = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
      const may = rightOfCall[call]?.may;
      if (!may || !roleMay(role, may)) return [];
      const schemas = Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) => (schema ? [schema] : [])),
      );
      return [{ call, fields: schemas.flatMap((schema) => fieldsOf(schema)) }];
    }),
  );
}

for (const role of ["cashier", "developer"] as const)
  test(`a ${role} is shown no address or number of a person by a field that is not hidden`, () => {
    const answers = answersFor(role);
    assert.ok(answers.length > 40, `${answers.length} calls`);
    const shown = answers.flatMap(({ call, fields }) =>
      fields
        .filter((path) => telling.test(path.at(-1) ?? "") && !isHidden(call, path, role))
        .map((path) => `${call}: ${path.slice(-2).join(".")}`)
        .filter((field) => !ofNoBuyer.some((pattern) => pattern.test(field))),
    );
    assert.deepEqual([...new Set(shown)], []);
  });
