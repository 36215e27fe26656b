/** Stories of what sends reports: providers of messages, browsers, and the test page. */
import { createHmac } from "node:crypto";
import { issueInvoice } from "../../app-harness.ts";
import { asMerchant } from "../../product-links.ts";
import type { Story } from "./buyers.ts";

const whatsapp = "/rest/messages/whatsapp/installation";

/** Of the simulated account: public, worth nothing. */
const verifyToken = "whatsapp-verify-token-of-tests";
const appSecret = "whatsapp-app-secret-of-tests";

const fromMeta: Story = async (shop) => {
  const query = { "hub.mode": "subscribe", "hub.verify_token": verifyToken, "hub.challenge": "1158201444" };
  await shop.app.inject(`${whatsapp}?${new URLSearchParams(query)}`);
  const order = await issueInvoice(shop.before);
  const message = { kind: "payment_link", channel: "whatsapp", language: "ar" };
  const { id } = (await asMerchant(shop.before, "POST", `/invoices/${order}/messages`, message)).json();
  const value = {
    statuses: [
      { id: "wamid.1", status: "delivered", biz_opaque_callback_data: String(id) },
      { id: "wamid.2", status: "failed", errors: [{ code: 131_026 }] },
    ],
    messages: [{ from: "966551234568", text: { body: "توقف" } }],
  };
  const payload = JSON.stringify({ entry: [{ changes: [{ value }] }] });
  const signature = createHmac("sha256", appSecret).update(payload).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
  await shop.app.inject({ method: "POST", url: whatsapp, headers, payload });
};

const fromUnifonic: Story = async (shop) => {
  const order = await issueInvoice(shop.before);
  const message = { kind: "payment_link", channel: "sms", language: "ar" };
  const { id } = (await asMerchant(shop.before, "POST", `/invoices/${order}/messages`, message)).json();
  await shop.app.inject({
    ...{ method: "POST", url: `/rest/messages/sms/installation/unifonic-webhook-secret?id=${id}` },
    payload: { MessageID: "3200017891630", DLR: "Delivered", CorrelationID: String(id) },
  });
};

const fromBrowsers: Story = async (shop) => {
  const blocked = { "blocked-uri": "https://script.example/x.js", "effective-directive": "script-src" };
  const send = async (type: string, content: object) =>
    await shop.app.inject({
      ...{ method: "POST", url: "/csp-report" },
      ...{ headers: { "content-type": type }, payload: JSON.stringify(content) },
    });
  await send("application/csp-report", {
    "csp-report": { ...blocked, "document-uri": "https://pay.example/pay/info/x" },
  });
  const body = { effectiveDirective: "script-src", blockedURL: "https://script.example/x.js" };
  await send("application/reports+json", [{ type: "csp-violation", body }]);
};

const testPage: Story = async (shop) => {
  const apiResponse = { gatewayRecommendation: "PROCEED", order: { authenticationStatus: "AUTHENTICATED" } };
  await shop.app.inject({ method: "PUT", url: "/pay/info3/3dsreceipt", payload: { apiResponse } });
};

export const reportStories: Readonly<Record<string, Story>> = {
  "reports of Meta": fromMeta,
  "reports of Unifonic": fromUnifonic,
  "reports of browsers": fromBrowsers,
  "the test page": testPage,
};
