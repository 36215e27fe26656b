import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { problemsOfCall } from "#contract/call-problems.ts";
import type { CallMap, CallShape } from "#contract/contract.ts";
import { amount } from "#contract/merchant-common.ts";
import { newInvoice } from "#contract/new-invoice.ts";
import { problemStatus, problemStatuses } from "#core/problem.ts";
import { buildOpenApi } from "./openapi.ts";
import { openApiText, pagesOpenApiText } from "./openapi-route.ts";
import { publishedCalls } from "./published-calls.ts";

const document = JSON.parse(openApiText());
const pages = JSON.parse(pagesOpenApiText());
const entries = publishedCalls.flatMap((map) => Object.entries<CallShape>(map));

/** Every object in a document, with its address. */
function* objectsOf(value: unknown, address = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [address, value as Record<string, unknown>];
  for (const [name, part] of Object.entries(value)) {
    yield* objectsOf(part, `${address}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

type Answer = { readonly $ref?: string; readonly description?: string };

type Operation = { readonly responses: Readonly<Record<string, Answer>> };

/** The calls that a document describes, as the contract names them. */
function operationsOf(described: typeof document): Map<string, Operation> {
  return new Map(
    Object.entries<Record<string, Operation>>(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`, operation] as const,
      ),
    ),
  );
}

test("merchants' calls and those of the pages are two documents, and internal ones are in none", () => {
  for (const [described, audience] of [
    [document, "merchant"],
    [pages, "buyer"],
  ] as const) {
    const expected = entries.flatMap(([key, shape]) => (shape.audience === audience ? [key] : []));
    assert.deepEqual([...operationsOf(described).keys()].toSorted(), [...new Set(expected)].toSorted());
  }
});

test("a parameter that a merchant's call does not know is refused: a filter with a wrong name never lists everything", () => {
  const ignoring = entries.flatMap(([key, { audience, query }]) => {
    if (audience !== "merchant" || query === undefined) return [];
    const issues = query.safeParse({ unknownFilter: "x" }).error?.issues ?? [];
    return issues.some(({ code }) => code === "unrecognized_keys") ? [] : [key];
  });
  assert.deepEqual(ignoring, []);
});

test("each answer that a call can give stands in its entry, with every code of it", () => {
  for (const described of [document, pages]) {
    const operations = operationsOf(described);
    for (const [key, shape] of entries) {
      const operation = operations.get(key);
      if (operation === undefined) continue;
      assert.ok(!("default" in operation.responses), key);
      for (const status of Object.keys(shape.replies)) assert.ok(status in operation.responses, key);
      for (const code of problemsOfCall(key, shape)) {
        const answer: Answer | undefined = operation.responses[problemStatus(code)];
        const shared: string | undefined = answer?.$ref?.split("/").at(-1);
        const said: Answer | undefined =
          shared === undefined ? answer : described.components.responses[shared];
        assert.ok(said?.description?.includes(`\`${code}\``), `${key}: ${code}`);
      }
    }
  }
});

test("every reference leads somewhere, every operation id is its own, every path parameter is declared", () => {
  for (const described of [document, pages]) checkReferences(described);
});

function checkReferences(described: typeof document): void {
  const addresses = new Set<string>();
  const references: string[] = [];
  for (const [address, part] of objectsOf(described)) {
    addresses.add(address);
    if (typeof part["$ref"] === "string") references.push(part["$ref"]);
  }
  assert.deepEqual(
    references.filter((reference) => !addresses.has(reference)),
    [],
  );
  const ids = [...objectsOf(described)].flatMap(([, part]) => part["operationId"] ?? []);
  assert.equal(new Set(ids).size, ids.length);
  for (const [path, methods] of Object.entries<
    Record<string, { parameters?: { name: string; in: string }[] }>
  >(described.paths)) {
    for (const operation of Object.values(methods)) {
      const declared =
        operation.parameters?.filter((parameter) => parameter.in === "path").map(({ name }) => name) ?? [];
      assert.deepEqual(
        declared,
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
        path,
      );
    }
  }
}

test("merchant calls ask for the key, creating ones for an idempotency key, and the codes have one list", () => {
  const issue = document.paths["/api/v1/invoices"].post;
  assert.deepEqual(issue.security, [{ apiKey: [] }]);
  assert.deepEqual(issue.parameters, [{ $ref: "#/components/parameters/IdempotencyKey" }]);
  const cancel = document.paths["/api/v1/invoices/{orderNumber}/cancel"].post;
  assert.deepEqual(cancel.parameters.at(-1), { $ref: "#/components/parameters/OptionalIdempotencyKey" });
  assert.equal(cancel.requestBody.required, false);
  assert.equal(issue.requestBody.required, true);
  assert.equal(document.components.securitySchemes.apiKey.scheme, "bearer");
  assert.equal(document.components.parameters.IdempotencyKey.required, true);
  assert.deepEqual(document.components.schemas.Problem.properties.code.enum, Object.keys(problemStatuses));
  for (const code of Object.keys(problemStatuses))
    assert.ok(document.info.description.includes(`\`${code}\``), code);
});

test("uploads and files are described by their media types, and an upload needs no idempotency key", () => {
  const upload = document.paths["/api/v1/images"].post;
  assert.deepEqual(Object.keys(upload.requestBody.content), ["image/png", "image/jpeg", "image/webp"]);
  assert.equal(upload.parameters, undefined);
  const types = (path: string): string[] => Object.keys(pages.paths[path].get.responses["200"].content);
  assert.deepEqual(types("/openApi/loadInvoiceQRCode/{orderNumber}"), ["image/png"]);
  assert.deepEqual(types("/openApi/loadMerchantImage/{merchantId}"), ["image/png", "image/jpeg"]);
  assert.deepEqual(types("/web/getDesktopOrderFile/{orderNumber}"), ["application/pdf"]);
});

test("requests refuse unknown members and answers may grow", () => {
  assert.equal(document.components.schemas.NewInvoice.additionalProperties, false);
  assert.equal(document.components.schemas.NewInvoiceLine.additionalProperties, false);
  assert.ok(!("additionalProperties" in document.components.schemas.Invoice));
});

test("the examples are valid", () => {
  for (const example of document.components.schemas.NewInvoice.examples) newInvoice.parse(example);
  for (const example of document.components.schemas.Amount.examples) amount.parse(example);
});

test("one name for two shapes is refused", () => {
  const thing = z.strictObject({ a: z.string() }).meta({ id: "ThingOfThisTest" });
  const calls: CallMap = {
    "POST /api/v1/images": { summary: "x", audience: "merchant", body: thing, replies: { 200: thing } },
  };
  assert.throws(
    () => buildOpenApi([calls], { audience: "merchant", version: "1" }),
    /ThingOfThisTest stands for two schemas/,
  );
});
