import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "#core/language.ts";
import {
  type MessageKind,
  messageKindFacts,
  messageKinds,
  type ReferenceMessageKind,
} from "#core/messages/message-state.ts";
import { minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { MessageFacts } from "#db/messages-schema.ts";
import { type MessageSubject, reasonNotToSend } from "./message-subject.ts";
import { messageTexts } from "./message-texts.ts";
import { amountOf, linkOf } from "./message-words.ts";

/** An invoice of which part was paid, and part of that given back. */
const subject: MessageSubject = {
  merchantId: 1,
  world: "live",
  orderId: 1,
  orderNumber: "7Q2M4X9KD3RT6WBN",
  number: "1042",
  shop: "متجر الواحة",
  shopEmail: "shop@example.com",
  isShopOpen: true,
  status: "PAID",
  takesNoPayment: false,
  currency: "SAR",
  total: minor(10_000),
  paid: minor(4_000),
  refunded: minor(700),
  due: minor(6_000),
  dueAt: null,
  expiresAt: null,
  reference: null,
};

const stated: Readonly<Record<MessageKind, readonly [amount: number | null, path: string]>> = {
  payment_link: [6_000, "order/7Q2M4X9KD3RT6WBN"],
  receipt: [4_000, "order/7Q2M4X9KD3RT6WBN"],
  refund_notice: [700, "order/7Q2M4X9KD3RT6WBN"],
  reminder_before_due: [6_000, "order/7Q2M4X9KD3RT6WBN"],
  reminder_after_due: [6_000, "order/7Q2M4X9KD3RT6WBN"],
  sadad_number: [6_000, "info/7Q2M4X9KD3RT6WBN"],
  transfer_details: [6_000, "info/7Q2M4X9KD3RT6WBN"],
  documents_link: [null, "mine/0link"],
  return_answer: [null, "order/7Q2M4X9KD3RT6WBN"],
  quote: [6_000, "quote/7Q2M4X9KD3RT6WBN"],
  payment_notice: [4_000, "order/7Q2M4X9KD3RT6WBN"],
};

function written(kind: MessageKind, facts: MessageFacts = {}) {
  return { kind, subject, facts, language: "ar", webUrl: "https://pay.example.sa" } as const;
}

test("each message states the amount that it is about, and leads to the page that shows it", () => {
  for (const kind of messageKinds) {
    const message = written(kind, kind === "documents_link" ? { documents: "0link" } : {});
    const [amount, path] = stated[kind];
    assert.equal(amountOf(message), amount, kind);
    assert.equal(linkOf(message), `https://pay.example.sa/pay/${path}?lang=ar`, kind);
  }
});

test("a refund's messages state what it has given back, and a notice of an unpaid invoice all of it", () => {
  for (const kind of ["refund_notice", "payment_notice"] as const)
    assert.equal(amountOf(written(kind, { refunded: 300 })), 300, kind);
  const unpaid = { ...written("payment_notice"), subject: { ...subject, paid: minor(0) } };
  assert.equal(amountOf(unpaid), 10_000);
});

const sent: Readonly<Record<Exclude<MessageKind, ReferenceMessageKind>, readonly OrderStatus[]>> = {
  payment_link: ["PENDING"],
  receipt: ["PAID", "REFUNDED"],
  refund_notice: ["PAID", "REFUNDED"],
  reminder_before_due: ["PENDING"],
  reminder_after_due: ["PENDING"],
  documents_link: ["PENDING", "PAID", "CANCELLED", "REFUNDED"],
  return_answer: ["PAID", "REFUNDED"],
  quote: ["PENDING"],
  payment_notice: ["PENDING", "PAID", "CANCELLED", "REFUNDED"],
};

test("a message is sent while it is true of its order, and nothing asks for the payment of an invoice that has expired", () => {
  for (const [kind, statuses] of Object.entries(sent) as [MessageKind, readonly OrderStatus[]][])
    for (const status of ["PENDING", "PAID", "CANCELLED", "REFUNDED"] as const)
      assert.equal(
        reasonNotToSend({ ...subject, status }, kind, 0) === null,
        statuses.includes(status),
        `${kind} ${status}`,
      );
  const ended = { ...subject, status: "PENDING", expiresAt: new Date(5) } as const;
  assert.equal(reasonNotToSend(ended, "payment_link", 4), null);
  assert.equal(reasonNotToSend(ended, "payment_link", 5), "not_payable");
});

test("a message that states no amount has no place for one in its texts", () => {
  for (const language of languages) {
    const { mail, sms, whatsapp } = messageTexts[language];
    for (const [kind, texts] of [mail, sms, whatsapp].flatMap((each) => Object.entries(each)))
      if (messageKindFacts[kind as MessageKind]?.amount === "none")
        assert.doesNotMatch(JSON.stringify(texts), /\{amount\}/, `${language} ${kind}`);
  }
});
