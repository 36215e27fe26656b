/** The codes that a buyer types, by what each wallet states of them: how many digits, and how many wrong ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "#core/limits.ts";
import { loadBegunPayment } from "#server/payments/begun-payment.ts";
import { pay, sendOtp, standing, start, wallets } from "#test/code-wallets.ts";
import { wrongCode } from "#test/otp-services.ts";

for (const wallet of wallets) {
  const { name } = wallet;

  test(`${name}: a wrong code may be typed again, as often as the buyer reads; then the code is locked and another one pays`, async (t) => {
    const { app, orderNumber } = await start(t);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    assert.equal(session.triesLeft, wallet.mostGuesses);
    for (let guess = 0; guess < wallet.mostGuesses; guess += 1) {
      const begun = await loadBegunPayment(app.services, orderNumber, null);
      assert.equal(begun?.kind === "code" && begun.triesLeft, wallet.mostGuesses - guess);
      const refused = await pay(app, orderNumber, wallet, session, wrongCode);
      assert.equal(refused.json().code, "otp_wrong", refused.body);
    }
    const locked = await pay(app, orderNumber, wallet, session);
    assert.equal(locked.json().code, "otp_locked", locked.body);
    const counted = await app.db.kysely
      .selectFrom("payment_attempts")
      .select("code_guesses")
      .executeTakeFirstOrThrow();
    assert.equal(counted.code_guesses, wallet.mostGuesses);
    const another = app.db.kysely
      .updateTable("payment_attempts")
      .set({ code_guesses: limits.codeGuessesPerAttempt + 1 });
    await assert.rejects(another.execute(), { code: "23514" }, "the database holds our own limit, too");
    const again = await sendOtp(app, orderNumber, wallet);
    assert.equal(again.json().triesLeft, wallet.mostGuesses, "a try of its own");
    assert.equal((await pay(app, orderNumber, wallet, again.json())).statusCode, 200);
    const { attempts, ...paid } = await standing(app, orderNumber);
    assert.deepEqual(paid, { order: "PAID", captures: 1 });
    // The job that collects has given up the first one at a provider that can cancel; one that takes fewer guesses than the core may have ended it itself.
    const isEndedThere = wallet.mostGuesses < limits.codeGuessesPerAttempt && attempts[0] === "declined";
    assert.match(
      attempts.join(),
      isEndedThere ? /^declined,captured$/ : /^(?:superseded|cancelled),captured$/,
    );
  });

  test(`${name}: another code brings no further guesses, and the last one locks it`, async (t) => {
    const { app, orderNumber } = await start(t);
    const first = (await sendOtp(app, orderNumber, wallet)).json();
    assert.equal((await pay(app, orderNumber, wallet, first, wrongCode)).json().code, "otp_wrong");
    const second = (await sendOtp(app, orderNumber, wallet)).json();
    assert.equal(second.triesLeft, wallet.mostGuesses - 1);
    for (let left = second.triesLeft; left > 0; left -= 1)
      assert.equal((await pay(app, orderNumber, wallet, second, wrongCode)).json().code, "otp_wrong");
    assert.equal((await pay(app, orderNumber, wallet, second)).json().code, "otp_locked");
  });

  test(`${name}: a code with a digit too few or too many is refused by its field, and costs no guess`, async (t) => {
    const { app, orderNumber } = await start(t);
    const session = (await sendOtp(app, orderNumber, wallet)).json();
    for (const length of [wallet.digits.fewest - 1, wallet.digits.most + 1]) {
      const refused = await pay(app, orderNumber, wallet, session, "9".repeat(length));
      assert.equal(refused.json().code, "validation_failed", refused.body);
      assert.deepEqual(
        refused.json().fields.map(({ path }: { path: string }) => path),
        [wallet.code],
      );
    }
    const { code_guesses } = await app.db.kysely
      .selectFrom("payment_attempts")
      .select("code_guesses")
      .executeTakeFirstOrThrow();
    assert.equal(code_guesses, 0);
    assert.equal((await pay(app, orderNumber, wallet, session)).statusCode, 200);
  });
}
