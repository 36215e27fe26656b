/**
 * One authenticated request to the gateway and what its answer proves. The API password goes into the Authorization
 * header here and nowhere else. Failures are logged by code; bodies never are.
 */
import { Buffer } from "node:buffer";
import type { z } from "zod";
import type { Http, Log } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import { type GatewayResult, readAnswer } from "./answer.ts";

export type MpgsSettings = {
  readonly http: Http;
  readonly log?: Log | undefined;
  /** Origin and path before `/api/rest`, without a final slash; one gateway host per installation. */
  readonly baseUrl: string;
  /** API version, the same as in the address of the browser's session script. */
  readonly version: string;
  readonly merchantId: string;
  readonly password: Secret;
};

export type GatewayRequest<T> = {
  /** Name for the log; of an operation, the gateway's own. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT";
  /** Segments below the merchant; each is escaped. */
  readonly path: readonly string[];
  readonly body?: object;
  readonly timeoutMs: number;
  /** Whether the answer is about what was asked; any other proves nothing. */
  readonly isExpected?: (answer: T) => boolean;
};

export type GatewayCall = <T>(schema: z.ZodType<T>, request: GatewayRequest<T>) => Promise<GatewayResult<T>>;

/** Longest answer read, bytes: an order with many transactions and the longest page of a bank fit in. */
const maxAnswerBytes = 2 * 1024 * 1024;

/** Builds the call of one merchant profile. */
export function createGatewayCall(settings: MpgsSettings): GatewayCall {
  const { http, log, baseUrl, version, merchantId, password } = settings;
  const root = `${baseUrl}/api/rest/version/${version}/merchant/${encodeURIComponent(merchantId)}`;
  return async (schema, request) => {
    const credentials = Buffer.from(`merchant.${merchantId}:${password.reveal()}`).toString("base64");
    const result = await http({
      method: request.method,
      url: `${root}/${request.path.map(encodeURIComponent).join("/")}`,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: "application/json",
        ...(request.body && { "content-type": "application/json" }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      timeoutMs: request.timeoutMs,
      maxBytes: maxAnswerBytes,
    });
    const read = readAnswer(schema, result);
    const isForeign = read.kind === "answer" && request.isExpected?.(read.value) === false;
    const answer = isForeign ? ({ kind: "unreadable", why: "answer about something else" } as const) : read;
    if (answer.kind !== "answer") log?.warn("gateway.no_result", { operation: request.operation, ...answer });
    return answer;
  };
}
