// A whole shop. `node examples/shop.mjs` needs WASL_KEY, WASL_WEBHOOK_SECRET, and WASL_URL where Wasl is not on this machine.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { WASL_URL = "http://localhost:3000", WASL_KEY, WASL_WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
const orders = new Map(); // a table in a real shop: number of the order → { orderNumber, isPaid }
const secret = Buffer.from(WASL_WEBHOOK_SECRET.slice(6), "base64");

async function issueInvoice(number, origin) {
  const answer = await fetch(`${WASL_URL}/api/v1/invoices`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${WASL_KEY}`,
      "content-type": "application/json",
      "idempotency-key": number, // sent again, it answers with the same invoice
    },
    body: JSON.stringify({
      externalOrderNumber: number,
      client: { name: "نورة العتيبي", mobile: "0551234567" },
      lines: [{ title: "تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" }],
      callbackUrl: `${origin}/orders/${number}`,
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
}
function isFromWasl({ "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures }, body) {
  const ours = createHmac("sha256", secret).update(`${id}.${time}.${body}`).digest();
  const given = String(signatures)
    .split(" ")
    .map((text) => Buffer.from(text.slice(3), "base64"));
  const isOurs = given.some((each) => each.length === ours.length && timingSafeEqual(each, ours));
  return isOurs && Math.abs(Date.now() / 1000 - time) < 300;
}

async function answer(request, url) {
  const number = url.pathname.split("/")[2];
  if (url.pathname === "/") return [200, '<form method="post" action="/buy"><button>Buy</button></form>'];
  if (url.pathname === "/buy") {
    const bought = randomUUID();
    const invoice = await issueInvoice(bought, url.origin);
    orders.set(bought, { orderNumber: invoice.orderNumber, isPaid: false });
    return [303, "", { location: invoice.url }];
  }
  if (url.pathname === "/hook") {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    if (!isFromWasl(request.headers, body)) return [400, ""];
    const { type, data } = JSON.parse(body);
    const order = orders.get(data.invoice?.externalOrderNumber);
    if (type === "invoice.paid" && order) order.isPaid = true; // may come twice: does no harm
    return [204, ""];
  }
  return orders.has(number) ? [200, orders.get(number).isPaid ? "Paid" : "Not paid yet"] : [404, ""];
}
const server = createServer(async (request, response) => {
  const url = new URL(request.url, `http://${request.headers.host}`);
  const [status, body, headers] = await answer(request, url).catch(({ message }) => [502, message]);
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
});
server.listen(Number(PORT), () => console.log(`the shop is on http://localhost:${server.address().port}`));
