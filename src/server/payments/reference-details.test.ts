/** What mails and messages say of a number to pay by. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TransferReply } from "#methods/reference-replies.ts";
import { methodTexts } from "#methods/texts.ts";
import { detailsOf } from "./reference-details.ts";

const stated: TransferReply = {
  paymentSessionId: "SA5399000900000000000123",
  accountNumber: "900000000000123",
  bankName: { ar: "بنك", en: "Bank" },
  beneficiaryName: "متجر النخيل",
  received: 0,
  remaining: 115,
  currency: "SAR",
  expiresAt: null,
};

test("the bank and the account number of a transfer have a row each, and none where its method does not state them", () => {
  for (const language of ["ar", "en"] as const) {
    const t = methodTexts[language].a2a;
    const labelsOf = (reply: TransferReply) =>
      detailsOf({ method: "a2a", reply })
        .rows(language)
        .map(({ label }) => label);
    assert.deepEqual(labelsOf(stated), [t.amount, t.bankName, t.receiverName, t.iban, t.accountNumber]);
    const bare = { ...stated, bankName: null, accountNumber: null };
    assert.deepEqual(labelsOf(bare), [t.amount, t.receiverName, t.iban]);
  }
});
