/** Faults that believe, or tell, too much. */
import type { Mutant } from "../mutant.ts";

export const trust: readonly Mutant[] = [
  {
    id: "guards-swapped",
    kind: "trust",
    what: "that a payment is in progress is told before the signature is checked",
    file: "src/server/payments/guards.ts",
    search: `  requireSignature(services, order, { ...body, isBrowser });
  if (isPaymentInProgress(order, services.clock.now())) throw new Problem("payment_in_progress");`,
    replace: `  if (isPaymentInProgress(order, services.clock.now())) throw new Problem("payment_in_progress");
  requireSignature(services, order, { ...body, isBrowser });`,
    tests: ["src/server/payments/guard-order.test.ts"],
  },
  {
    id: "message-believed",
    kind: "trust",
    what: "a provider's message settles the payment without the provider being asked",
    file: "src/server/payments/webhooks.ts",
    search: "          if (about) await askForNews(services, about);\n",
    replace: `          const { bookOutcome } = await import("./book-outcome.ts");
          const row = about && (await services.db.kysely.selectFrom("payment_attempts").selectAll()
            .where("attemptId" in about ? "id" : "provider_reference", "=", "attemptId" in about ? about.attemptId : about.reference)
            .executeTakeFirst());
          if (row && about) {
            const { amount, currency } = row;
            const reference = row.provider_reference ?? row.id;
            await bookOutcome(services, row, { kind: "captured", reference, money: { amount, currency } }, "check");
            await askForNews(services, about);
          }
`,
    tests: ["src/server/payments/redirects.test.ts", "src/server/payments/races/returns.test.ts"],
  },
  {
    id: "one-key",
    kind: "trust",
    what: "one key signs for all purposes",
    file: "src/server/secrets/signing.ts",
    search: "createSecretKey(master.derive(purpose))",
    replace: 'createSecretKey(master.derive("order"))',
    tests: ["src/server/secrets/signing.test.ts"],
  },
  {
    id: "short-cards-logged",
    kind: "trust",
    what: "cards of 13 to 15 digits stay in the log",
    file: "src/core/secret/redact.ts",
    search: "digits.length >= 13 &&",
    replace: "digits.length >= 16 &&",
    tests: ["src/core/secret/redact.test.ts"],
  },
  {
    id: "cards-kept",
    kind: "trust",
    what: "a card number in a text of a merchant's call is kept",
    file: "src/server/merchant-api/validation.ts",
    search: "mayHoldCards ? [] : misplacedCards(result.data)",
    replace: "mayHoldCards ? misplacedCards(result.data) : []",
    tests: ["test/card-in-merchant-calls.test.ts"],
  },
  {
    id: "accounts-told",
    kind: "trust",
    what: "a forged message is answered otherwise where the merchant has no account",
    file: "src/server/payments/webhooks.ts",
    search: 'if (!provider?.readWebhook) throw new Problem("webhook_rejected");',
    replace: 'if (!provider?.readWebhook) throw new Problem("not_found");',
    tests: ["src/server/payments/webhook-addresses.test.ts"],
  },
  {
    id: "address-host-believed",
    kind: "trust",
    what: "an address may name another host than the Host header",
    file: "src/server/http/request-form.ts",
    search: "if (named !== undefined && named.toLowerCase() !== host?.toLowerCase())",
    replace: "if (named === host && named === undefined && host === undefined)",
    tests: ["src/server/http/request-form.test.ts"],
  },
  {
    id: "token-without-end",
    kind: "trust",
    what: "a token of Paylink's API is good after its end",
    file: "src/server/paylink-api/token.ts",
    search: "isSigned && Number(until) * 1000 > now",
    replace: "isSigned && now > 0",
    tests: ["src/server/paylink-api/token.test.ts"],
  },
  {
    id: "token-known-by-its-text",
    kind: "trust",
    what: "a token of Google Pay is distinguished by its text: with a space added it pays a second order",
    file: "src/methods/googlepay/calls.ts",
    search: "identity: parsed.data.signedMessage",
    replace: "identity: text",
    tests: ["src/server/payments/wallet-payment.test.ts"],
  },
  {
    id: "token-logged",
    kind: "trust",
    what: "the token of a device's wallet is in the log",
    file: "src/methods/device-wallets/provider.ts",
    search: "start: (context, input) => steps.start(context, walletStart.parse(input)),",
    replace: `start: (context, input) => {
      ports.log?.info("start", { sent: walletStart.parse(input).paymentToken.reveal() });
      return steps.start(context, walletStart.parse(input));
    },`,
    tests: ["src/server/payments/wallet-payment.test.ts"],
  },
  {
    id: "notice-to-who-took-over",
    kind: "trust",
    what: "the notice of a changed e-mail goes to the new address",
    file: "src/server/people/account-notices.ts",
    search: "...{ kind: notice, to, language:",
    replace: "...{ kind: notice, to: person?.email ?? to, language:",
    tests: ["src/server/people/account-notices.test.ts"],
  },
  {
    id: "notice-of-what-was-rolled-back",
    kind: "trust",
    what: "a notice is queued before the address is judged: also of one that is not changed",
    file: "src/server/console/own-address.ts",
    search: "      const address = await useProof(",
    replace:
      '      await queueAccountNotice(trx, services, person, "addressChanged");\n      const address = await useProof(',
    tests: ["src/server/people/account-notices.test.ts"],
  },
  {
    id: "address-in-the-row-of-a-failure",
    kind: "trust",
    what: "the mail library's message, with its address, is kept in the row of a notice and logged",
    file: "src/server/people/account-mail.ts",
    search: 'giveUp(parts, job, { why, lane: "healthy" })',
    replace: 'giveUp(parts, job, { why: String(error), lane: "healthy" })',
    tests: ["src/server/people/account-notices.test.ts"],
  },
];
