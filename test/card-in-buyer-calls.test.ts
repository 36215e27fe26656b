/**
 * A card number in any text of a call of buyers that is no method's, over HTTP; those of methods are asked the same in
 * `payments/misplaced-card-numbers.test.ts`, forms in `card-in-page-forms.test.ts`. A text that is added is asked, or listed here.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientEmailCalls } from "#contract/client-email.ts";
import type { CallShape } from "#contract/contract.ts";
import { productCalls } from "#contract/product.ts";
import type { ProblemField } from "#core/problem.ts";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import { publishedCalls } from "#server/merchant-api/published-calls.ts";
import { issueInvoice, post, startTestApp, type TestApp } from "./app-harness.ts";
import { tracesInDatabase } from "./card-traces.ts";
import { checkoutBody, makeLink, openLink } from "./product-links.ts";
import { jsonSchemaOf, type Place, textPlacesOf } from "./texts-of-calls.ts";

const card = "4111111111111111";
const writings = [card, "4111 1111 1111 1111", "٤١١١-١١١١-١١١١-١١١١"];

type BuyerCall = keyof typeof clientEmailCalls | "POST /rest/pay/product/";

/** What is asked, by call: where it is sent, and a body that is right. */
const asked: Readonly<
  Record<BuyerCall, (app: TestApp) => Promise<{ readonly url: string; readonly body: object }>>
> = {
  "POST /rest/pay/product/": async (app) => {
    const text = { key: "any", type: "text", label: { ar: "الاسم على الكيكة" } };
    const { linkIdentity } = await makeLink(app, { link: { askedFields: [text] } });
    const company = {
      ...{ name: "شركة النخيل", number: "399999999900003", buildingNumber: "2929" },
      ...{ street: "العليا", district: "الورود", city: "الرياض", postalCode: "12345" },
    };
    const body = checkoutBody(await openLink(app, linkIdentity), { company, answers: { any: "نورة" } });
    return { url: "/rest/pay/product/", body };
  },
  "POST /rest/pay/registerClientEmail/:orderNumber": async (app) => ({
    url: `/rest/pay/registerClientEmail/${await digitalOrder(app)}`,
    body: { email: "noura@example.com", emailType: "EmailOtp" },
  }),
  "POST /rest/pay/confirmClientEmail/:orderNumber": async (app) => ({
    url: `/rest/pay/confirmClientEmail/${await digitalOrder(app)}`,
    body: { email: "noura@example.com", emailType: "EmailOtp", otp: "123456", signature: "x" },
  }),
};

async function digitalOrder(app: TestApp): Promise<string> {
  const line = { title: "كتاب", quantity: 1, unitPrice: "50.00", isDigital: true };
  return await issueInvoice(app, { lines: [line] });
}

/** Texts that may have the digits of a card, and why. */
const textsOfDigits: Readonly<Record<string, string>> = {
  merchantUsername: "looked for and not kept",
  productNumber: "looked for and not kept",
  couponCode: "looked for and not kept",
  customerMobile: "taken as a mobile alone",
  "company.number": "taken as a VAT number or a registration alone",
  "company.vatNumber": "taken as a VAT number or a registration alone",
  amount: "taken as an amount alone",
  productPrice: "compared and not kept",
  prefill: "sealed by the server",
  signature: "made by the server",
  otp: "compared and not kept",
};

function withText(body: unknown, [name = "", ...rest]: Place, text: string): object {
  const inner = Object(body)[name];
  return { ...Object(body), [name]: rest.length === 0 ? text : withText(inner, rest, text) };
}

/** Calls without a text that a person writes and we keep. */
const withoutTexts: Readonly<Record<string, string>> = {
  "POST /rest/pay/prepareSession": "takes a card, and gives it to the gateway",
  "POST /rest/pay/process3dSecure": "numbers of ours alone",
  "POST /rest/pay/checkPaymentStatus": "the number of an order alone",
  "POST /rest/pay/apple/validateMerchant/:orderNumber": "an address of the wallet's",
};

test("each call of buyers that takes a body is asked here or as a method's, or has no text that is kept", () => {
  const ofMethods = new Set<string>(
    catalog.flatMap(({ id }) => methodEntry(id).calls.map(({ path }) => path)),
  );
  const others = publishedCalls.flatMap((map) =>
    Object.entries(map).flatMap(([key, { audience, body }]: [string, CallShape]) =>
      audience === "buyer" && body && !ofMethods.has(key) ? [key] : [],
    ),
  );
  const known = [...Object.keys(asked), ...Object.keys(withoutTexts)];
  assert.deepEqual(others.toSorted(), known.toSorted());
});

for (const key of Object.keys(asked) as BuyerCall[])
  test(`${key} refuses a card number in each text that people write, by its field`, async () => {
    await using app = await startTestApp();
    const { url, body } = await asked[key](app);
    const shape: CallShape = { ...clientEmailCalls, ...productCalls }[key];
    assert.ok(shape.body);
    const places = textPlacesOf(jsonSchemaOf(shape.body)).filter(
      (place) => !Object.hasOwn(textsOfDigits, place.join(".")),
    );
    assert.ok(places.length > 0);
    for (const place of places)
      for (const writing of writings) {
        // An address is refused as none at all where the digits are no part of one.
        const text = place.at(-1) === "email" ? `${card}@example.com` : writing;
        const refused = await post(app, url, withText(body, place, text));
        const { fields = [] }: { fields?: ProblemField[] } = refused.json();
        const [path, where] = [place.join("."), `${place} ${writing}: ${refused.body}`];
        // Digits alone are no name, either.
        assert.ok(
          fields.some(({ code }) => code === "card_number_misplaced"),
          where,
        );
        assert.ok(
          fields.every((field) => field.path === path),
          where,
        );
        assert.ok(!refused.body.includes(text), refused.body);
      }
    assert.deepEqual(await tracesInDatabase(app.db.pool, [card]), []);
    assert.ok(!app.logLines.join().includes(card), "it was logged");
  });
