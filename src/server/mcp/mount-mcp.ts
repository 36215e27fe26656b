/**
 * The MCP server at /mcp (Model Context Protocol, Streamable HTTP without sessions): what a model may do for a merchant, by an API
 * key of the merchant's (docs/mcp.md).
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "#core/problem.ts";
import { readJsonOnce } from "../http/request-form.ts";
import { merchantOf, requireApiKey } from "../merchant-api/authenticate.ts";
import type { Services } from "../services.ts";
import type { McpCaller } from "./mcp-server.ts";
import type { ToolRequest } from "./mcp-tools.ts";

/** Mounts it beside the merchant API, whose calls it makes inside this process. */
export function mountMcp(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    readJsonOnce(scope, "optional");
    requireApiKey(scope, services, { scopeOf: () => null });
    scope.route({
      method: ["GET", "POST", "DELETE"],
      url: "/mcp",
      handler: async (request, reply) => {
        requireOwnOrigin(request, services.config);
        // The first request pays for the protocol and the schemas of the tools, not the start.
        const sdk = await import("@modelcontextprotocol/server");
        const { createMcpServer } = await import("./mcp-server.ts");
        const caller = { merchant: merchantOf(request), ask: asker(app, request) };
        const handler = sdk.createMcpHandler(() => createMcpServer(sdk, services, caller), {
          // Nothing here changes by itself: there is nothing to subscribe to.
          maxSubscriptions: 0,
          onerror: (error) => services.log.info("mcp_refused", { requestId: request.id, error }),
        });
        const answer = await handler.fetch(webRequest(request, services.config.serverUrl), {
          parsedBody: request.body,
        });
        const type = answer.headers.get("content-type");
        if (type !== null) reply.type(type);
        return await reply
          .code(answer.status)
          .header("cache-control", "no-store")
          .send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
}

/** A page in a browser has no business here, whatever name it reached us by (MCP, "Security Warning" of the transport). */
function requireOwnOrigin(
  request: FastifyRequest,
  { serverUrl }: Pick<Services["config"], "serverUrl">,
): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== new URL(serverUrl).origin) throw new Problem("origin_not_allowed");
}

/** Calls of the merchant API by the same caller: its key, its address. */
function asker(app: FastifyInstance, request: FastifyRequest): McpCaller["ask"] {
  return async ({ method, url, body, idempotencyKey, ifMatch }: ToolRequest) => {
    const answer = await app.inject({
      method: method as "GET",
      url,
      remoteAddress: request.ip,
      headers: {
        host: request.headers.host ?? "",
        authorization: request.headers.authorization ?? "",
        "accept-language": "en",
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
      },
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      etag: answer.headers.etag?.toString() ?? null,
    };
  };
}

function webRequest({ method, url, headers }: FastifyRequest, serverUrl: string): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) given.set(name, [value].flat().join(", "));
  return new Request(new URL(url, serverUrl), { method, headers: given });
}
