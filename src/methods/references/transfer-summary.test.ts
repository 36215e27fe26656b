/** The account of a transfer on the payment page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { startPageRenderer } from "#test/page-renderer.ts";
import { toAllowedFlags } from "../allowed.ts";
import type { TransferReply } from "../reference-replies.ts";
import { methodTexts } from "../texts.ts";

const stated: TransferReply = {
  paymentSessionId: "SA5399000900000000000123",
  accountNumber: "900000000000123",
  bankName: { ar: "بنك الاختبار", en: "Test Bank" },
  beneficiaryName: "متجر النخيل",
  received: 0,
  remaining: 115,
  currency: "SAR",
  expiresAt: null,
};

test("the page shows the bank and the account number of a transfer, and no row of what is not stated", async () => {
  const renderer = await startPageRenderer();
  try {
    const order = { ...orderPage(), ...toAllowedFlags(["a2a", "mada"]) };
    const labelsOf = async (reply: TransferReply): Promise<readonly string[]> => {
      const openReferences = [{ method: "a2a" as const, reply }];
      const html = await renderer.html(`/pay/info/${order.orderNumber}`, { order, openReferences });
      return [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt>/g)].map(([, label = ""]) => label);
    };
    const { bankName, receiverName, accountNumber } = methodTexts.ar.a2a;
    const asked = [bankName, receiverName, accountNumber];
    const shown = (await labelsOf(stated)).filter((label) => asked.includes(label));
    assert.deepEqual(shown, asked);
    const bare = await labelsOf({ ...stated, bankName: null, accountNumber: null });
    assert.deepEqual(
      bare.filter((label) => asked.includes(label)),
      [receiverName],
    );
  } finally {
    await renderer.close();
  }
});
