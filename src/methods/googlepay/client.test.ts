import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallOutcome } from "#web/browser/api.ts";
import type { Payer } from "#web/payment/panel.ts";
import { encodeToken, payWithSheet, readyClient, type SheetEnd } from "./client.ts";
import { type GooglePaySettings, readSettings } from "./google-pay-api.ts";

const settings: GooglePaySettings = {
  environment: "TEST",
  scriptUrl: "https://pay.google.com/gp/p/js/pay.js",
  gatewayMerchantId: "WASL",
  merchantId: null,
};

type Device = {
  readonly isReady?: boolean | "throws";
  /** What fetching the script does: brings the interface, brings nothing, or fails. */
  readonly script?: "api" | "nothing" | "error";
  readonly isThere?: boolean;
};

/** A window as a browser has it, as far as it matters here. */
function pageOf({ isReady = true, script = "api", isThere = false }: Device) {
  const fetched: string[] = [];
  const environments: string[] = [];
  class PaymentsClient {
    constructor(options: { readonly environment: string }) {
      environments.push(options.environment);
    }

    async isReadyToPay(): Promise<{ result: boolean }> {
      if (isReady === "throws") throw { statusCode: "DEVELOPER_ERROR" };
      return { result: isReady };
    }

    async loadPaymentData(): Promise<never> {
      throw new Error("not asked here");
    }
  }
  const api = { payments: { api: { PaymentsClient } } };
  const page: Record<string, unknown> = isThere ? { google: api } : {};
  const listeners = new Map<string, () => void>();
  const element = {
    src: "",
    async: false,
    addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
  };
  page["document"] = {
    createElement: () => element,
    head: {
      append: () => {
        fetched.push(element.src);
        if (script === "api") page["google"] = api;
        listeners.get(script === "error" ? "error" : "load")?.();
      },
    },
  };
  return { page: page as unknown as Window & typeof globalThis, fetched, environments };
}

test("Google's script is fetched once, and its client asked whether this browser can pay", async () => {
  const { page, fetched, environments } = pageOf({});
  assert.ok(await readyClient(settings, page));
  assert.deepEqual([fetched, environments], [[settings.scriptUrl], ["TEST"]]);
});

test("a client that is there already is not fetched again", async () => {
  const { page, fetched } = pageOf({ isThere: true });
  assert.ok(await readyClient(settings, page));
  assert.deepEqual(fetched, []);
});

for (const [what, device] of [
  ["cannot pay so", { isReady: false }],
  ["says that we asked wrongly", { isReady: "throws" }],
  ["cannot fetch the script", { script: "error" }],
  ["gets something else for the script", { script: "nothing" }],
] as const) {
  test(`a browser that ${what} has no button`, async () => {
    assert.equal(await readyClient(settings, pageOf(device).page), null);
  });
}

const payer: Payer = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  transactionId: "t",
  signature: "s",
  emailSignature: null,
  clientName: "نورة",
  clientEmail: null,
  clientMobile: "+966551234567",
  clientCountryCode: "SA",
  shipmentCity: "الرياض",
  shipmentAddress: "طريق الملك فهد",
  agreementAccepted: false,
  channel: "info",
};
const token = '{"signature":"\u003d","signedMessage":"نورة"}';
const data = { paymentMethodData: { tokenizationData: { token } } };

async function pay(outcome: CallOutcome<unknown>) {
  const sent: unknown[] = [];
  const end = await payWithSheet(Promise.resolve(data), {
    payer,
    total: 115,
    browser: { colorDepth: 24 },
    call: async (path, { body = {} }: { body?: object }) => {
      sent.push([path, body]);
      return outcome as CallOutcome<never>;
    },
  });
  return { end, sent };
}

test("the body is the one of Spec 7: the packet with its shipping address, the token encoded, the total", async () => {
  const { sent } = await pay({ kind: "offline" });
  const { shipmentAddress: shippingAddress, ...packet } = payer;
  const body = {
    paymentPacket: { ...packet, shippingAddress },
    paymentToken: Buffer.from(token).toString("base64"),
    total: 115,
    browser: { colorDepth: 24 },
  };
  assert.deepEqual(sent, [["POST /rest/pay/google/processPayment", body]]);
});

const result = { msg: "paid", statusCode: 200, orderNumber: "1" };
const refused = {
  kind: "refused",
  refusal: { code: "payment_declined", text: "no", fields: [] },
} as const;

const ends: readonly [string, CallOutcome<unknown>, unknown][] = [
  ["paid", { kind: "ok", reply: result }, { kind: "result", result, stands: true }],
  [
    "asked about by the bank",
    { kind: "ok", reply: { secure3DHtmlKey: "k", signature: "s", orderNumber: "1" } },
    { kind: "challenge", secure3DHtmlKey: "k", signature: "s" },
  ],
  ["declined", refused, refused],
  [
    "not answered, after which money may have moved",
    { kind: "no_answer", isTimeout: true },
    { kind: "unknown" },
  ],
  ["not sent", { kind: "offline" }, { kind: "offline" }],
];

for (const [what, outcome, end] of ends) {
  test(`a payment that is ${what} ends so`, async () => {
    assert.deepEqual((await pay(outcome)).end, end);
  });
}

const closed: readonly [string, unknown, SheetEnd][] = [
  ["closes the sheet", { statusCode: "CANCELED" }, { kind: "cancelled" }],
  ["asks wrongly", { statusCode: "DEVELOPER_ERROR" }, { kind: "not_opened" }],
  ["fails otherwise", new Error("?"), { kind: "not_opened" }],
];

for (const [what, error, end] of closed) {
  test(`nothing is sent when a sender ${what}`, async () => {
    const call = () => assert.fail("nothing is to be sent");
    const approval = Promise.reject(error);
    assert.deepEqual(await payWithSheet(approval, { payer, total: 115, browser: {}, call }), end);
  });
}

test("a token with letters of every script survives its encoding", () => {
  assert.equal(Buffer.from(encodeToken(token), "base64").toString("utf8"), token);
});

test("settings of the page are complete or not there", () => {
  const { merchantId: _none, ...given } = settings;
  assert.deepEqual(readSettings(given), settings);
  assert.equal(readSettings({ ...given, merchantId: "BCR" })?.merchantId, "BCR");
  assert.equal(readSettings(undefined), null);
  assert.equal(readSettings({}), null);
  assert.equal(readSettings({ ...given, environment: "LIVE" }), null);
  assert.equal(readSettings({ ...given, scriptUrl: "" }), null);
});
