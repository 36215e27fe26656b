/** UR Pay on the bank's page, as its buyers go through it (`URPAY_DRIVER=arb`). */
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { loadModel, post, type TestApp } from "./app-harness.ts";

/** Asks for the page of a payment. */
export async function askForBankPage(app: TestApp, orderNumber: string): Promise<LightMyRequestResponse> {
  const { transactionId, signature, total } = await loadModel(app, orderNumber);
  return await post(app, "/rest/pay/urpay/sendOtp", {
    orderNumber,
    clientName: "نورة العتيبي",
    clientMobile: "0551234567",
    clientCountryCode: "SA",
    transactionId,
    signature,
    total,
    urpayMobile: "551234567",
    urpayMobileCountryCode: "966",
  });
}

/** Starts a payment; gives the address of the bank's page. */
export async function openBankPage(app: TestApp, orderNumber: string): Promise<URL> {
  const reply = await askForBankPage(app, orderNumber);
  assert.equal(reply.statusCode, 200, reply.body);
  return new URL(reply.json().redirectUrl);
}

/** Presses a button of the bank's page. */
export async function pressAtBank(page: URL, fields: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams({ PaymentID: page.searchParams.get("PaymentID") ?? "", ...fields });
  const response = await fetch(page, { method: "POST", body });
  assert.equal(response.status, 200, await response.text());
}
