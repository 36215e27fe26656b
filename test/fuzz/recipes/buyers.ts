/** Stories of buyers: every way to pay, to its end, and what is read before and after. */
import { encodeResult } from "#core/payment-result.ts";
import { type OtpMethod, otpMethods, type WalletMethod } from "#methods/allowed.ts";
import { methodEntry } from "#methods/registry.ts";
import { issueInvoice, loadModel, post, type TestApp } from "../../app-harness.ts";
import { askStatus, callOfMerchant, visitBank } from "../../buyers.ts";
import { ways } from "../../kill-loop/load.ts";
import { goodCode, mobileFields, otpServices } from "../../otp-services.ts";
import { checkoutBody, makeCoupon, makeLink, openLink, orderNumberOf } from "../../product-links.ts";
import type { Random } from "../../simulation/random.ts";
import { walletMethods, walletServices } from "../../wallet-services.ts";
import { hostileText } from "../hostile.ts";
import type { Teller } from "../story.ts";

export type Story = (teller: Teller, random: Random) => Promise<unknown>;

/** An invoice, now and then one whose texts are hostile, so that whatever comes after reads them. */
async function issue(shop: TestApp, random: Random): Promise<string> {
  if (random.chance(0.6)) return await issueInvoice(shop);
  const text = (most: number): string => `${hostileText(random).slice(0, most - 2)} س`;
  return await issueInvoice(shop, {
    client: { name: text(100), mobile: "0551234567", countryCode: "SA" },
    note: text(2_000),
    lines: [{ title: text(200), description: text(2_000), quantity: 2, unitPrice: "50.00", vatRate: "15" }],
  }).catch(() => issueInvoice(shop));
}

const paid =
  (way: keyof typeof ways): Story =>
  async (shop, random) => {
    const order = await issue(shop, random);
    await ways[way]?.(shop, order, []);
    await askStatus(shop, order);
    return order;
  };

/** A wallet of the device; before its sheet opens, some have the shop validated. */
const byWallet =
  (wallet: WalletMethod): Story =>
  async (shop, random) => {
    const orderNumber = await issue(shop, random);
    const { validationPath } = methodEntry(wallet);
    const { path, token, validationUrl } = walletServices[wallet];
    if (validationPath !== null)
      await post(shop, validationPath.replace(":orderNumber", orderNumber), { validationUrl });
    const { transactionId, signature, total } = await loadModel(shop, orderNumber);
    const paymentPacket = {
      ...{ orderNumber, transactionId, signature, emailSignature: null, clientName: "نورة العتيبي" },
      ...{ clientMobile: "0551234567", clientCountryCode: "sa", shipmentCity: "الرياض" },
    };
    await post(shop, path, { paymentPacket, paymentToken: token(), total });
  };

const byCode =
  (wallet: OtpMethod): Story =>
  async (shop, random) => {
    const orderNumber = await issue(shop, random);
    const { transactionId, signature, total } = await loadModel(shop, orderNumber);
    const body = {
      ...{ orderNumber, transactionId, signature, total, emailSignature: null, clientName: "نورة العتيبي" },
      ...{
        clientMobile: "0551234567",
        clientCountryCode: "SA",
        shipmentCity: "الرياض",
        shipmentAddress: null,
      },
      ...mobileFields(wallet),
    };
    const sent = (await post(shop, `/rest/pay/${wallet}/sendOtp`, body)).json();
    const { paymentSessionId, signature: proof } = sent;
    await post(shop, `/rest/pay/${wallet}/processPayment`, {
      ...{ ...body, signature: proof ?? signature, paymentSessionId, [otpServices[wallet].code]: goodCode },
    });
    await askStatus(shop, orderNumber);
  };

/** The bank's page, the ways back from it, and the button above it. */
const atBank: Story = async (shop, random) => {
  const visit = await visitBank(shop, await issue(shop, random));
  await shop.app.inject(visit.page);
  await shop.app.inject({ method: "GET", url: visit.returnPath });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await shop.app.inject({
    method: "POST",
    url: visit.returnPath,
    headers: form,
    payload: "cres=eyJ0eXAiOiJDUmVzIn0&threeDSSessionData=x",
  });
  await shop.app.inject({
    url: `/pay/process3DSecure?msg=${encodeResult({ orderNumber: visit.orderNumber, paymentSessionId: visit.paymentSessionId })}`,
  });
};

const leavingTheBank: Story = async (shop, random) => {
  const { page, orderNumber } = await visitBank(shop, await issue(shop, random));
  await shop.app.inject({
    method: "POST",
    url: `/rest/pay/return/cancel/${orderNumber}${page.slice(page.indexOf("?"))}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "",
  });
};

const byEmail: Story = async (shop, random) => {
  const lines = [{ title: "كتاب", quantity: 1, unitPrice: "50.00", vatRate: "15", isDigital: true }];
  const order = await issueInvoice(shop, {
    lines,
    ...(random.chance(0.5) && { note: hostileText(random).slice(0, 2_000) }),
  });
  const email = "noura@example.com";
  const sent = await post(shop, `/rest/pay/registerClientEmail/${order}?lang=ar`, {
    email,
    emailType: "EmailOtp",
  });
  const { signature = "x" } = sent.statusCode === 200 ? sent.json() : {};
  await post(shop, `/rest/pay/confirmClientEmail/${order}`, {
    email,
    otp: "123456",
    signature,
    emailType: "EmailOtp",
  });
};

const fromLink: Story = async (shop, random) => {
  const link = await makeLink(shop, { product: { stockQty: 1_000 } });
  const code = `EID-${random.whole(0, 2 ** 40)}`;
  await makeCoupon(shop, { code });
  const { linkIdentity } = link;
  await shop.app.inject(`/pay/product/${linkIdentity}`);
  const model = await openLink(shop, linkIdentity);
  await shop.app.inject(`/rest/pay/product/${linkIdentity}/check-coupon/${code}`);
  const payload = checkoutBody(model, { couponCode: random.chance(0.5) ? code : null });
  const order = orderNumberOf(await shop.app.inject({ method: "POST", url: "/rest/pay/product/", payload }));
  await ways["card"]?.(shop, order, []);
};

const refunded: Story = async (shop, random) => {
  const order = await issue(shop, random);
  await ways["card"]?.(shop, order, []);
  await callOfMerchant(shop, order, { path: "refunds", body: { amount: "15.00", reason: "أُعيد بعضها" } });
  await callOfMerchant(shop, order, { path: "refunds", body: {} });
};

const cancelled: Story = async (shop, random) => {
  const order = await issue(shop, random);
  await callOfMerchant(shop, order, { path: "cancel" });
  await askStatus(shop, order);
};

export const buyerStories: Readonly<Record<string, Story>> = {
  ...Object.fromEntries(Object.keys(ways).map((way) => [`pay by ${way}`, paid(way)])),
  ...Object.fromEntries(otpMethods.map((wallet) => [`pay by ${wallet}`, byCode(wallet)])),
  ...Object.fromEntries(walletMethods.map((wallet) => [`pay by ${wallet}`, byWallet(wallet)])),
  "at the bank": atBank,
  "leaving the bank": leavingTheBank,
  "confirm an e-mail address": byEmail,
  "buy from a link": fromLink,
  refund: refunded,
  cancel: cancelled,
};
