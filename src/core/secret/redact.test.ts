import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasCardNumber } from "../card/card-in-text.ts";
import { isSecretName, redactBody, redactCardNumbers, redactDigits } from "./redact.ts";

const arabic = "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩";
const persian = "۴۵۰۸۷۵۰۰۱۵۷۴۱۰۱۹";

/** What stands for a card number in every form in which one is written or pasted; `#` is where it goes. */
const cardTexts: readonly [string, string][] = [
  ["4508750015741019", "#"],
  ["Declined card 4508750015741019.", "Declined card #."],
  ["x.4508750015741019", "x.#"],
  ["1.4508750015741019", "1.#"],
  ["4508750015741019.0", "#.0"],
  ["PAN4508750015741019x", "PAN#x"],
  ["4508 7500 1574 1019 and 3718-816344-98004", "# and #"],
  ["4508\u00a07500\u00a01574\u00a01019", "#"],
  ["4508\u202f7500\u20091574\t1019", "#"],
  ["4508  7500  1574  1019", "#"],
  ["4508 - 7500 - 1574 - 1019", "#"],
  ["4508–7500–1574–1019", "#"],
  ["4508.7500.1574.1019.", "#."],
  ["3718.816344.98004", "#"],
  ["45 08 75 00 15 74 10 19", "#"],
  ["45\u00a008\u00a075\u00a000\u00a015\u00a074\u00a010\u00a019", "#"],
  ["45–08–75–00–15–74–10–19", "#"],
  ["4508\u200e 7500\u200e 1574\u200e 1019", "#"],
  [arabic, "#"],
  [`البطاقة ${arabic}.`, "البطاقة #."],
  ["٤٥٠٨ ٧٥٠٠ ١٥٧٤ ١٠١٩", "#"],
  [persian, "#"],
  ["４５０８７５００１５７４１０１９", "#"],
  ["4508\r\n7500\r\n1574\r\n1019", "#"],
  ["٤٥٠٨7500۱۵۷۴1019", "#"],
  ["6304 0000 0000 0000 000", "#"],
];

for (const [text, expected] of cardTexts) {
  test(`a card number goes from ${JSON.stringify(text)}`, () => {
    assert.equal(redactDigits(text), expected.replaceAll("#", "***"));
    assert.equal(redactCardNumbers(text), expected.replaceAll("#", "[PAN]"));
  });
}

test("the log takes more for a card than what people may type: it loses a barcode, too, whose check digit is a card's", () => {
  for (const number of ["6281000000083", "356938035643809", "50628100000048"]) {
    assert.ok(!hasCardNumber(number));
    assert.equal(redactCardNumbers(`scanned ${number}`), "scanned [PAN]");
  }
});

/** Digits beside a card number that the two rules see differently. */
const companions: readonly [text: string, ofCards: string, ofDigits: string][] = [
  ["4508750015741019 12", "[PAN] 12", "***"],
  ["12 4508750015741019", "12 [PAN]", "***"],
  ["4508 7500 1574 1019 100 01-39", "[PAN] 100 01-39", "***"],
  ["4508750015741019 5123450000000008", "[PAN] [PAN]", "***"],
  [`${arabic} ١٢`, "[PAN] ١٢", "***"],
];

for (const [text, ofCards, ofDigits] of companions) {
  test(`"${text}" is no longer a number that fails the check digit rule`, () => {
    assert.equal(redactCardNumbers(text), ofCards);
    assert.equal(redactDigits(text), ofDigits);
  });
}

const readable: readonly string[] = [
  "12345678901",
  "Approved 00, amount 1250.00",
  "1250.00 1300.00 1400.00 SAR",
  "1250.00  1300.00  1400.00",
  "١٢٥٠٫٠٠ ريال",
  "at 2026-11-20T08:30:00.123Z",
  "2026-11-20 08:30:00.123456",
  "from 2026-11-20 - to 2026-11-27",
  "2026-11-20 - 2026-11-27",
  "1763625600.123456",
  "order 3F7K2M9QX4T8WB1Z of 0551234567",
  "+966 55-123-456",
  "attempt mi7k2x9qa0000b3f8d1c5e7h2",
  "10.0.0.1:5432 and 192.168.100.200",
  "0.30000000000",
];

for (const text of readable) {
  test(`"${text}" stays readable`, () => {
    assert.equal(redactDigits(text), text);
    assert.equal(redactCardNumbers(text), text);
  });
}

const readableInLogs: readonly string[] = [
  "966551234562",
  "+966 55 123 4562",
  "4508750015741018",
  "1763625600004",
  "1763625600004.5",
  "order 0000000000000001",
];

for (const text of readableInLogs) {
  test(`"${text}" is no card number and stays readable in the log`, () =>
    assert.equal(redactCardNumbers(text), text));
}

test("digits of 12 and more go from a provider's text, whatever they are", () => {
  assert.equal(redactDigits("123456789012"), "***");
  assert.equal(redactDigits("966551234567"), "***");
});

test("no card number survives in the log, whatever stands around it and however it is grouped", () => {
  const separator = fc.constantFrom("", " ", "-", ".", "\u00a0", "  ", " - ");
  fc.assert(
    fc.property(fc.stringMatching(/^[^\d٠-٩۰-۹]*$/), separator, fc.string(), (before, between, after) => {
      const card = ["4508", "7500", "1574", "1019"].join(between);
      // Digits that follow at once may make it a longer number, which is another one.
      const text = `${before}${card},${after}`;
      assert.ok(!redactCardNumbers(text).includes(card), text);
    }),
  );
});

test("long texts without a card number take no time", () => {
  for (const text of ["1 ".repeat(50_000), "1234 ".repeat(20_000), "1234  x".repeat(20_000)]) {
    const startedAt = performance.now();
    redactCardNumbers(text);
    redactDigits(text);
    assert.ok(performance.now() - startedAt < 5_000);
  }
});

test("no run of 12 to 19 digits survives, whatever stands around it", () => {
  const digits = fc.stringMatching(/^\d{12,19}$/);
  fc.assert(
    fc.property(fc.string(), digits, fc.string(), (before, run, after) => {
      assert.ok(!redactDigits(`${before}${run}${after}`).includes(run));
    }),
  );
});

test("a JSON body keeps its amounts and codes and loses its secrets at every depth", () => {
  const body = {
    order: { amount: "10.00", currency: "SAR" },
    session: { id: "SESSION0002816562472I0271878F98", version: "4302083301" },
    sourceOfFunds: {
      provided: { card: { number: "5123450000000008", securityCode: "100", expiry: { month: "01" } } },
    },
    list: [{ paymentToken: "abc", note: "card 5123450000000008" }],
    credentials: { password: "p", clientSecret: "s", apiKey: "k", smsOtp: 1234 },
    digits: 5123450000000008,
    // Longer than a number can be held exactly, and one with a fraction.
    longDigits: 6304000000000000000,
    fraction: 3718818871050.5,
  };
  assert.deepEqual(JSON.parse(redactBody(JSON.stringify(body))), {
    order: { amount: "10.00", currency: "SAR" },
    session: { id: "***", version: "4302083301" },
    sourceOfFunds: { provided: { card: { number: "***", securityCode: "***", expiry: "***" } } },
    list: [{ paymentToken: "***", note: "card ***" }],
    credentials: { password: "***", clientSecret: "***", apiKey: "***", smsOtp: "***" },
    digits: "***",
    longDigits: "***",
    fraction: "***",
  });
});

test("a body that is not JSON loses its digit runs", () => {
  assert.equal(redactBody("PAN=5123450000000008&x=1"), "PAN=***&x=1");
  assert.equal(redactBody("PAN=٤٥٠٨٧٥٠٠١٥٧٤١٠١٩&x=1"), "PAN=***&x=1");
  assert.equal(redactBody(""), "");
});

test("names of headers and members that carry secrets are known", () => {
  for (const name of [
    "Authorization",
    "x-notification-secret",
    "X-API-Key",
    "Cookie",
    "cvv",
    "access_token",
    "OtpValue",
    "trandata",
  ]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ["content-type", "amount", "gatewayCode", "transaction"])
    assert.ok(!isSecretName(name), name);
});
