/**
 * The tools of the MCP server: a name for each call of the merchant API that a model is given, and nothing besides. What a tool
 * takes is what its call takes. Keys, accounts, webhooks and settings are not here: who runs the shop changes them
 * (docs/decisions/0103).
 */
import { z } from "zod";
import { needsIdempotencyKey } from "#contract/call-problems.ts";
import type { CallMap, CallShape } from "#contract/contract.ts";
import { idempotencyKey } from "#contract/merchant-common.ts";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { publishedCalls } from "../merchant-api/published-calls.ts";
import { rightOfCall } from "../merchant-api/scopes.ts";
import { confirmedTools } from "./confirmed-tools.ts";

type Json = { [name: string]: unknown };

/** Name of each tool, and the call behind it. */
const callOfTool = {
  get_merchant: "GET /api/v1/merchant",
  get_home: "GET /api/v1/home",
  search: "POST /api/v1/search",
  issue_invoice: "POST /api/v1/invoices",
  find_invoices: "GET /api/v1/invoices",
  get_invoice: "GET /api/v1/invoices/:orderNumber",
  edit_invoice: "PATCH /api/v1/invoices/:orderNumber",
  reissue_invoice: "POST /api/v1/invoices/:orderNumber/reissue",
  cancel_invoice: "POST /api/v1/invoices/:orderNumber/cancel",
  complete_invoice: "POST /api/v1/invoices/:orderNumber/complete",
  record_payment: "POST /api/v1/invoices/:orderNumber/payments",
  refund_invoice: "POST /api/v1/invoices/:orderNumber/refunds",
  send_message: "POST /api/v1/invoices/:orderNumber/messages",
  find_messages: "GET /api/v1/messages",
  keep_draft: "POST /api/v1/invoice-drafts",
  find_drafts: "GET /api/v1/invoice-drafts",
  get_draft: "GET /api/v1/invoice-drafts/:draftId",
  discard_draft: "DELETE /api/v1/invoice-drafts/:draftId",
  issue_draft: "POST /api/v1/invoice-drafts/:draftId/issue",
  find_payments: "GET /api/v1/payments",
  get_payment: "GET /api/v1/payments/:paymentId",
  find_refunds: "GET /api/v1/refunds",
  get_refund: "GET /api/v1/refunds/:refundId",
  find_return_requests: "GET /api/v1/return-requests",
  get_return_request: "GET /api/v1/return-requests/:requestId",
  answer_return_request: "POST /api/v1/return-requests/:requestId/answer",
  find_tax_documents: "GET /api/v1/tax-documents",
  get_tax_document: "GET /api/v1/tax-documents/:number",
  get_sales_report: "GET /api/v1/reports/sales",
  get_vat_report: "GET /api/v1/reports/vat",
  get_reconciliation_report: "GET /api/v1/reports/reconciliation",
  find_clients: "GET /api/v1/clients",
  get_client: "GET /api/v1/clients/:clientId",
  create_client: "POST /api/v1/clients",
  change_client: "PATCH /api/v1/clients/:clientId",
  merge_clients: "POST /api/v1/clients/:clientId/merge",
  get_client_statement: "GET /api/v1/clients/:clientId/statement",
  find_events: "GET /api/v1/events",
  find_products: "GET /api/v1/products",
  create_product: "POST /api/v1/products",
  get_product: "GET /api/v1/products/:productId",
  change_product: "PATCH /api/v1/products/:productId",
  find_product_links: "GET /api/v1/product-links",
  create_product_link: "POST /api/v1/product-links",
  get_product_link: "GET /api/v1/product-links/:linkIdentity",
  change_product_link: "PATCH /api/v1/product-links/:linkIdentity",
  find_coupons: "GET /api/v1/coupons",
  create_coupon: "POST /api/v1/coupons",
  change_coupon: "PATCH /api/v1/coupons/:couponId",
} as const;

/** The argument that a change is known again by; it becomes the header of its call. */
const keyArgument = "idempotencyKey";

const ofChange = z.object({ [keyArgument]: idempotencyKey });

/** What a tool takes besides that asks a person first: the answer to its question (tool-confirmation.ts). */
const ofConfirmed = z.object({
  confirmation: z.string().max(200).optional().meta({ description: "As the first call answered it." }),
});

export type McpTool = {
  readonly name: string;
  /** "METHOD /path" */
  readonly call: string;
  readonly scope: ApiKeyScope;
  readonly description: string;
  /** JSON Schema of its arguments: those of the address, the query and the body side by side. */
  readonly inputSchema: Json & { readonly type: "object" };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Where each argument goes. */
  readonly places: { readonly params: ReadonlySet<string>; readonly query: ReadonlySet<string> };
};

/** Every tool by its name. */
export const mcpTools: ReadonlyMap<string, McpTool> = new Map(
  Object.entries(callOfTool).map(([name, call]) => [name, toTool(name, call)]),
);

/** A call as it is made: the address with its query, the body, the idempotency key. */
export type ToolRequest = {
  readonly method: string;
  readonly url: string;
  readonly body: Json | undefined;
  readonly idempotencyKey: string | undefined;
  /** The ETag of what it changes, where it is made only while that is so. */
  readonly ifMatch?: string | undefined;
};

/** The request that a tool stands for. What is wrong with the arguments is the call's to say. */
export function requestOf(tool: McpTool, given: Json): ToolRequest {
  const [method = "", path = ""] = tool.call.split(" ");
  const { [keyArgument]: key, ...rest } = given;
  const url = path.replace(/:(\w+)/g, (_text, name: string) => encodeURIComponent(String(rest[name] ?? " ")));
  const query = new URLSearchParams();
  const body: Json = {};
  for (const [name, value] of Object.entries(rest)) {
    if (tool.places.params.has(name)) continue;
    if (!tool.places.query.has(name)) body[name] = value;
    else for (const each of [value].flat()) query.append(name, String(each));
  }
  return {
    method,
    url: query.size === 0 ? url : `${url}?${query}`,
    body: method === "GET" || method === "DELETE" ? undefined : body,
    idempotencyKey: typeof key === "string" ? key : undefined,
  };
}

function toTool(name: string, call: string): McpTool {
  const shape = shapeOf(call);
  const scope = rightOfCall[call]?.scope;
  if (!scope) throw new Error(`${call} has no scope`);
  const own = confirmedTools[name] ? ofConfirmed : needsIdempotencyKey(call, shape) ? ofChange : undefined;
  return {
    name,
    call,
    scope,
    description: describe(name, shape),
    inputSchema: schemaOf(shape, own),
    annotations: {
      readOnlyHint: scope === "read",
      destructiveHint: confirmedTools[name] !== undefined,
      idempotentHint: true,
      openWorldHint: false,
    },
    places: { params: namesOf(shape.params), query: namesOf(shape.query) },
  };
}

function describe(name: string, { summary }: CallShape): string {
  const rule = confirmedTools[name]?.rule;
  return rule === undefined ? `${summary}.` : `${summary}. ${rule}`;
}

function shapeOf(call: string): CallShape {
  for (const map of publishedCalls) {
    const shape = map[call as keyof CallMap];
    if (shape) return shape;
  }
  throw new Error(`the contract has no call ${call}`);
}

function namesOf(schema: z.ZodType | undefined): ReadonlySet<string> {
  return new Set(Object.keys(jsonOf(schema).properties));
}

function schemaOf(shape: CallShape, own: z.ZodType | undefined): McpTool["inputSchema"] {
  const parts = [shape.params, shape.query, shape.body, own].map(jsonOf);
  const names = parts.flatMap(({ properties }) => Object.keys(properties));
  if (new Set(names).size < names.length) throw new Error(`two arguments of one name: ${names.join(", ")}`);
  const defs = Object.assign({}, ...parts.map(({ $defs }) => $defs ?? {}));
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
    additionalProperties: false,
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  };
}

type ObjectSchema = {
  readonly properties: Json;
  readonly required?: readonly string[];
  readonly $defs?: Json;
};

type JsonSchema = Partial<ObjectSchema> & {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
};

/** The schema of an object, taken out of its name and of "or nothing at all". */
function jsonOf(schema: z.ZodType | undefined): ObjectSchema {
  if (!schema) return { properties: {} };
  const root = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
  const object = (part: JsonSchema): JsonSchema | undefined =>
    part.$ref !== undefined
      ? root.$defs?.[part.$ref.slice("#/$defs/".length)]
      : part.properties
        ? part
        : part.anyOf?.map(object).find((each) => each !== undefined);
  const { properties, required } = object(root) ?? {};
  if (properties === undefined) throw new Error("a tool takes an object");
  return { properties, ...(required && { required }), ...(root.$defs && { $defs: root.$defs }) };
}
