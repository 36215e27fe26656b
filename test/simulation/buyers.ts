/** What buyers do in a world, each step with its own impatience. */
import type { LightMyRequestResponse } from "fastify";
import type { OrderPageModel } from "#contract/order.ts";
import { cards, gatewayBody } from "../app-harness.ts";
import { mobileFields } from "../otp-services.ts";
import { redirectServices } from "../redirect-services.ts";
import { referenceBody, referenceServices } from "../reference-services.ts";
import { walletServices } from "../wallet-services.ts";
import type { CardStep, CodeStep, DeviceStep, RedirectStep, ReferenceStep } from "./plan.ts";
import type { Order, World } from "./world.ts";

type Reply = LightMyRequestResponse | null;

/** When the page of the result asks, milliseconds after it was loaded. */
const pollTimesMs = [2_000, 4_000, 6_000, 8_000, 10_000, 15_000, 25_000];

async function send(world: World, node: number, url: string, payload: object): Promise<Reply> {
  return await world.call(node, { method: "POST", url, payload });
}

function read(reply: Reply): Record<string, unknown> {
  return reply === null ? {} : Object(reply.json());
}

/** Notes the answer that a buyer received about their payment. */
function hear(world: World, order: Order, who: string, reply: Reply): void {
  const { statusCode, code } = read(reply);
  const said = reply === null ? "no answer" : `${reply.statusCode} ${String(code ?? statusCode ?? "")}`;
  world.note(`buyer of ${order.name} (${who}): ${said}`);
  if (reply?.statusCode === 200 && statusCode === 200) world.toldPaid.add(order.orderNumber);
}

async function loadModel(world: World, node: number, order: Order): Promise<OrderPageModel | null> {
  const reply = await world.call(node, { method: "GET", url: `/rest/pay/order/${order.orderNumber}` });
  return reply?.statusCode === 200 ? reply.json() : null;
}

/** Asks for the state as the page of the result does. */
export async function askStatus(
  world: World,
  { node }: { readonly node: number },
  order: Order,
  times: number,
): Promise<void> {
  let before = 0;
  for (const moment of pollTimesMs.slice(0, times)) {
    await world.sleep(moment - before);
    before = moment;
    const { orderNumber } = order;
    hear(world, order, "asks", await send(world, node, "/rest/pay/checkPaymentStatus", { orderNumber }));
  }
}

/** Pays by card, with the bank's page where the card asks for it. */
export async function payByCard(world: World, step: CardStep, order: Order): Promise<void> {
  const { node, presses } = step;
  const other = presses > 1 ? world.plan.nodes - 1 - node : node;
  const model = await loadModel(world, node, order);
  if (model === null) return;
  const prepared = await send(world, node, "/rest/pay/prepareSession", {
    orderNumber: order.orderNumber,
    cardNumber: cards[step.card],
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA ALOTAIBI",
    cvv: "100",
  });
  const session = Object(read(prepared)["session"]);
  if (session.id === undefined) return hear(world, order, "prepares a card", prepared);
  const body = gatewayBody(model, session.id);
  const replies = await Promise.all(
    Array.from({ length: presses }, (_, press) =>
      send(world, press === 0 ? node : other, "/rest/pay/openGateway", body),
    ),
  );
  for (const reply of replies) hear(world, order, "pays by card", reply);
  const asked = replies.map(read).find(({ secure3DHtmlKey }) => secure3DHtmlKey !== undefined);
  if (asked) await passBank(world, step, order, asked);
  await askStatus(world, step, order, step.polls);
}

async function passBank(
  world: World,
  step: CardStep,
  order: Order,
  { secure3DHtmlKey, signature }: Record<string, unknown>,
): Promise<void> {
  const { orderNumber, id } = order;
  const url = `/rest/pay/get3DPage/${orderNumber}?key=${secure3DHtmlKey}&signature=${signature}`;
  const page = await world.call(step.node, { method: "GET", url });
  const action = /action="([^"]+)"/.exec(page?.body ?? "")?.[1];
  const creq = /name="creq" value="([^"]+)"/.exec(page?.body ?? "")?.[1];
  await world.sleep(step.thinksMs);
  if (action === undefined || creq === undefined || step.choice === "leave") return;
  const shown = await world.visit(form(action, { creq }));
  await world.visit(form(String(shown.headers.location), { choice: "successful" }));
  const { rows } = await world.reader.query<{ return_token: string }>(
    "select return_token from payment_attempts where order_id = $1 order by created_at desc, id desc limit 1",
    [id],
  );
  const paymentSessionId = rows[0]?.return_token;
  for (let load = 0; load < step.returns; load += 1) {
    const body = { orderNumber, paymentSessionId };
    hear(world, order, "is back", await send(world, step.node, "/rest/pay/process3dSecure", body));
  }
}

/** A form that a browser sends to a provider. */
function form(address: string, fields: Record<string, string>) {
  const { pathname, search } = new URL(address, "http://localhost:3001");
  return {
    method: "POST" as const,
    url: pathname + search,
    headers: { host: "localhost:3001", "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  };
}

/** Pays by STC Pay or UR Pay with a code. */
export async function payByCode(world: World, step: CodeStep, order: Order): Promise<void> {
  const model = await loadModel(world, step.node, order);
  if (model === null) return;
  const { transactionId, signature, total } = model;
  const body = {
    orderNumber: order.orderNumber,
    clientName: "نورة العتيبي",
    clientMobile: "0551234567",
    clientCountryCode: "SA",
    shipmentCity: "الرياض",
    shipmentAddress: null,
    transactionId,
    signature,
    emailSignature: null,
    total,
    ...mobileFields(step.wallet),
  };
  const sent = await send(world, step.node, `/rest/pay/${step.wallet}/sendOtp`, body);
  hear(world, order, "wants a code", sent);
  const { paymentSessionId, signature: proof } = read(sent);
  if (paymentSessionId === undefined) return;
  await world.sleep(step.thinksMs);
  const code = { [`${step.wallet}PaymentOTP`]: "123456" };
  const payment = { ...body, paymentSessionId, signature: proof, ...code };
  await Promise.all(
    Array.from({ length: step.presses }, async (_, press) => {
      const node = press === 0 ? step.node : world.plan.nodes - 1 - step.node;
      hear(
        world,
        order,
        "types the code",
        await send(world, node, `/rest/pay/${step.wallet}/processPayment`, payment),
      );
    }),
  );
  await askStatus(world, step, order, step.polls);
}

/** Pays by a wallet of the device: one token, which the page may send twice. */
export async function payByDevice(world: World, step: DeviceStep, order: Order): Promise<void> {
  const model = await loadModel(world, step.node, order);
  if (model === null) return;
  const { path, token } = walletServices[step.wallet];
  const { transactionId, signature, total } = model;
  const body = {
    paymentPacket: {
      orderNumber: order.orderNumber,
      transactionId,
      signature,
      emailSignature: null,
      clientName: "نورة العتيبي",
      clientMobile: "0551234567",
      clientCountryCode: "SA",
      shipmentCity: "الرياض",
    },
    paymentToken: token({ expiry: step.isApproved ? "01/39" : "05/39" }),
    total,
  };
  await Promise.all(
    Array.from({ length: step.presses }, async (_, press) => {
      const node = press === 0 ? step.node : world.plan.nodes - 1 - step.node;
      const reply = await send(world, node, path, body);
      hear(world, order, `pays by ${step.wallet}`, reply);
    }),
  );
  await askStatus(world, step, order, step.polls);
}

/** Pays on the provider's own page. */
export async function payOnPage(world: World, step: RedirectStep, order: Order): Promise<void> {
  const model = await loadModel(world, step.node, order);
  if (model === null) return;
  const { transactionId, signature } = model;
  const { path, body } = redirectServices[step.method];
  const started = await send(world, step.node, path, {
    orderNumber: order.orderNumber,
    transactionId,
    signature,
    ...body,
  });
  hear(world, order, `goes to ${step.method}`, started);
  const address = Object.values(read(started)).find((value) => URL.canParse(String(value)));
  await world.sleep(step.thinksMs);
  if (address === undefined || step.choice === "leave") return;
  const left = await world.visit(form(String(address), { choice: step.choice, otp: "8888" }));
  const back = left.headers.location === undefined ? null : new URL(String(left.headers.location));
  for (let load = 0; back && load < step.returns; load += 1) {
    await world.call(step.node, { method: "GET", url: back.pathname + back.search });
    const { orderNumber } = order;
    hear(world, order, "is back", await send(world, step.node, "/rest/pay/process3dSecure", { orderNumber }));
  }
  await askStatus(world, step, order, step.polls);
}

/** Takes a bill or an account to transfer to, and pays it some time later, or never. */
export async function payByReference(world: World, step: ReferenceStep, order: Order): Promise<void> {
  const model = await loadModel(world, step.node, order);
  if (model === null) return;
  const { simulator, store } = referenceServices[step.method];
  const { transactionId, signature } = model;
  const issued = await send(world, step.node, `/rest/pay/${step.method}/authorize`, {
    ...referenceBody(step.method, order.orderNumber),
    transactionId,
    signature,
  });
  hear(world, order, `wants ${step.method}`, issued);
  if (step.paysAfterMs === null) return;
  await world.sleep(step.paysAfterMs);
  const state = Object((await world.visit({ method: "GET", url: "/_control/state" })).json());
  const [first] = state.simulators[simulator].stores[store].entries;
  if (first === undefined) return;
  const paid = await world.visit(form(`/${simulator}/bank/${first.id}`, { action: "pay" }));
  world.note(`buyer of ${order.name} pays the oldest ${step.method} reference: ${paid.statusCode}`);
}
