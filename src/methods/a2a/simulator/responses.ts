/** Accounts as the simulated bank shows them, and the messages about them. */

import { createHmac } from "node:crypto";
import { formatDecimal } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Webhook } from "#sim/webhooks.ts";
import type { BankAccount } from "./account.ts";
import type { Credit, VirtualAccount } from "./virtual-accounts.ts";

/** One account with its credits. */
export function accountBody(one: VirtualAccount, account: Pick<BankAccount, "beneficiaryName">) {
  return {
    vibanId: one.id,
    reference: one.reference,
    iban: one.iban,
    accountNumber: one.accountNumber,
    bankCode: "99",
    bankName: { ar: "بنك الاختبار", en: "Test Bank" },
    beneficiaryName: account.beneficiaryName,
    expectedAmount: formatDecimal(one.expected, one.currency),
    currency: one.currency,
    status: one.status,
    createdAt: new Date(one.createdAt).toISOString(),
    expiresAt: new Date(one.expiresAt).toISOString(),
    credits: one.credits.map((credit) => creditBody(credit, one.currency)),
  };
}

function creditBody(credit: Credit, currency: string) {
  return {
    creditId: credit.id,
    amount: formatDecimal(credit.amount, currency),
    currency,
    senderName: "نورة العتيبي",
    senderIban: "SA** **** **** **** **** 7519",
    narration: "",
    rail: "IPS",
    bankReference: credit.bankReference,
    bookedAt: new Date(credit.bookedAt).toISOString(),
    status: credit.status,
  };
}

export type Notifier = (one: VirtualAccount, credit: Credit | undefined) => readonly Webhook[];

/** Makes the message about a credit, or about the end of an account. Each try is signed with its own time. */
export function createNotifier(
  { clock, ids }: Pick<SimulatorTools, "clock" | "ids">,
  account: Pick<BankAccount, "webhookSecret">,
): Notifier {
  return (one, credit) => {
    const type = credit === undefined ? "viban.expired" : typesOf[credit.status];
    const body = JSON.stringify({
      eventId: ids.uuid(),
      type,
      createdAt: new Date(clock.now()).toISOString(),
      data: {
        vibanId: one.id,
        iban: one.iban,
        reference: one.reference,
        ...(credit && { credit: creditBody(credit, one.currency) }),
      },
    });
    const headers = () => {
      const seconds = Math.floor(clock.now() / 1000);
      const signature = createHmac("sha256", account.webhookSecret)
        .update(`${seconds}.${body}`)
        .digest("hex");
      return { "x-viban-signature": `t=${seconds},v1=${signature}` };
    };
    return [{ url: one.notificationUrl, body, headers }];
  };
}

const typesOf = { BOOKED: "viban.credit", RETURNED: "viban.credit.returned" } as const;
