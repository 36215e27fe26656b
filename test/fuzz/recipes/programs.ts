/** Stories of other programs and of people at the console: Paylink's calls, models over MCP, sign-in forms. */
import { testPassword } from "../../console.ts";
import { laravelOrder, odooOrder, wooCommerceOrder } from "../../paylink-shop.ts";
import { madeOnce } from "../story.ts";
import type { Story } from "./buyers.ts";
import { consoleHeaders, ownersSession, personEmail } from "./people.ts";

const paylink: Story = async (shop, random) => {
  const pair = { apiId: shop.apiKey.slice(0, 16), secretKey: shop.apiKey };
  const send = async (url: string, payload: object, token?: string) =>
    await shop.app.inject({
      method: "POST",
      url,
      payload,
      headers: token === undefined ? {} : { authorization: token },
    });
  await send("/api/auth", { ...pair, persistToken: false });
  const token = await madeOnce(shop, { name: "Paylink token", uses: 200 }, async () => {
    const answer = await shop.before.app.inject({
      method: "POST",
      url: "/api/auth",
      payload: { ...pair, persistToken: true },
    });
    return `Bearer ${answer.json().id_token}`;
  });
  const number = `NK-${random.whole(0, 2 ** 45)}`;
  const issued = await send("/api/addInvoice", { ...laravelOrder(), orderNumber: number }, token);
  const { transactionNo } = issued.json();
  await send("/api/addInvoice", { ...wooCommerceOrder(), orderNumber: number.slice(3) }, token);
  await send("/api/addInvoice", { ...odooOrder(), orderNumber: `S${number}` }, token);
  await shop.app.inject({ url: `/api/getInvoice/${transactionNo}`, headers: { authorization: token } });
  await send("/api/payInvoice", { ...laravelOrder(), orderNumber: number }, token);
  await send("/api/cancelInvoice", { transactionNo }, token);
};

const models: Story = async (shop) => {
  const headers = { authorization: `Bearer ${shop.apiKey}`, accept: "application/json, text/event-stream" };
  const call = async (method: string, params: object) =>
    await shop.app.inject({
      method: "POST",
      url: "/mcp",
      headers,
      payload: { jsonrpc: "2.0", id: 1, method, params },
    });
  const clientInfo = { name: "test", version: "1" };
  await call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  await call("tools/list", {});
  const tool = async (name: string, args: object) => await call("tools/call", { name, arguments: args });
  await tool("find_invoices", { limit: 5, status: "PAID" });
  const idempotencyKey = "model-1234567890";
  const lines = [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }];
  await tool("issue_invoice", { idempotencyKey, lines, client: { name: "نورة", mobile: "0551234567" } });
  await tool("search", { query: "نورة", idempotencyKey });
  for (const method of ["GET", "DELETE"] as const) await shop.app.inject({ method, url: "/mcp", headers });
};

const atConsole: Story = async (shop) => {
  const headers = await consoleHeaders(shop);
  const show = async (url: string, more: object = {}) =>
    await shop.app.inject({ url, headers: { ...headers, ...more } });
  const send = async (url: string, fields: Record<string, string>, more: object = {}) =>
    await shop.app.inject({
      method: "POST",
      url,
      headers: {
        ...headers,
        "content-type": "application/x-www-form-urlencoded",
        ...more,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  await show("/sign-in?next=/invoices&lang=ar");
  await show("/reset");
  await show("/reset/0123456789abcdef0123456789abcdef");
  await show("/invitation/0123456789abcdef0123456789abcdef");
  await send("/reset", { email: "stranger@shop.example", lang: "ar" });
  await send("/sign-in/passkey", { credential: "{}", next: "/" });
  const fields = { name: personEmail, password: testPassword, next: "/", lang: "ar" };
  const cookie = await ownersSession(shop);
  for (const url of [
    "/",
    "/prove?next=/",
    "/second-factor",
    "/password",
    "/passkeys",
    "/api/v1/me",
    "/api/v1/invoices?limit=5",
    "/sign-out",
  ])
    await show(url, { cookie });
  const asApp = { cookie, "content-type": "application/json", "idempotency-key": "console-1234567890" };
  const call = async (method: "POST" | "PATCH", url: string, payload: object) =>
    await shop.app.inject({ method, url, headers: { ...headers, ...asApp }, payload });
  await call("POST", "/api/v1/search", { query: "نورة" });
  await call("POST", "/api/v1/invoices", {
    lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }],
  });
  await send("/sign-in", fields);
};

export const programStories: Readonly<Record<string, Story>> = {
  "Paylink's calls": paylink,
  "a model's calls": models,
  "at the console": atConsole,
};
