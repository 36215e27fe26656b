/** What is given back, and how: all, half, a sum or lines; what remains and what else happens is said before the press. */
import { type SubmitEvent, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { RefundApproval } from "#contract/refund-approvals.ts";
import type { Refund } from "#contract/refunds.ts";
import type { ReturnRequest } from "#contract/return-requests.ts";
import { formatDecimal, type Minor, minor, parseDecimal, timesRatio } from "#core/money.ts";
import { wayByHand } from "#core/payment-by-hand.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { RefundLines } from "./refund-lines.tsx";
import {
  type Chosen,
  chosenOf,
  type LineLeft,
  returnable,
  takesAmounts,
  type Wish,
  wishOfAmount,
  wishOfLines,
} from "./refund-wish.ts";

export function RefundForm({ invoice, lines, wanted, wasRefused, onAnswer }: FormProps) {
  const { t } = useWording();
  const { orderNumber, currency, taxInvoice } = invoice;
  const cameByHand = isPaidByHand(invoice);
  const left = leftOf(invoice);
  const pieces = returnable(lines);
  const hasLines = pieces.length > 1 || pieces.some(({ restQty }) => restQty > 1_000);
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(wanted, pieces));
  const isOfAmount = (takesAmounts(lines) || !hasLines) && Object.keys(chosen).length === 0;
  const [way, setWay] = useState<"amount" | "lines">(isOfAmount ? "amount" : "lines");
  const [amount, setAmount] = useState(formatDecimal(left, currency));
  const [isTried, setTried] = useState(false);
  const kept = useKeptTyping(`refund-${orderNumber}`, { sealed: ["reason"] });
  const refunding = useChange("POST /api/v1/invoices/:orderNumber/refunds", kept.drop);
  const wish = way === "amount" ? wishOfAmount(amount, currency, left) : wishOfLines(chosen, pieces, left);
  const wrongReason = faultAt(refunding.error, "reason");
  // Known by the first refusal: which methods give money back is the provider's affair.
  const [isByHand, setByHand] = useState(wasRefused);
  if (refunding.error?.code === "refund_not_supported" && !isByHand) setByHand(true);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if ("fault" in wish) return;
    const form = new FormData(event.currentTarget);
    const reason = String(form.get("reason") ?? "").trim();
    const body = {
      ...wish.body,
      ...(reason !== "" && { reason }),
      ...((cameByHand || form.has("byHand")) && { byHand: true as const }),
    };
    refunding.mutate({ params: { orderNumber }, body }, { onSuccess: onAnswer });
  };
  const choose = (change: () => void): void => {
    setTried(false);
    change();
  };
  const fault = isTried && "fault" in wish ? wish : null;
  return (
    <form className="form" noValidate onSubmit={submit}>
      {kept.keeper}
      {hasLines && (
        <div className="choices">
          <ChoiceButton isChosen={way === "amount"} onChoose={() => choose(() => setWay("amount"))}>
            {t("refund.anAmount")}
          </ChoiceButton>
          <ChoiceButton isChosen={way === "lines"} onChoose={() => choose(() => setWay("lines"))}>
            {t("refund.lines")}
          </ChoiceButton>
        </div>
      )}
      {way === "lines" ? (
        <RefundLines
          lines={pieces}
          chosen={chosen}
          onChosen={(changed) => choose(() => setChosen(changed))}
          fault={
            fault && { text: fault.fault, ...(fault.position !== undefined && { position: fault.position }) }
          }
        />
      ) : (
        <AmountField
          amount={amount}
          onAmount={(sum) => choose(() => setAmount(sum))}
          half={formatDecimal(timesRatio(left, 1, 2), currency)}
          whole={formatDecimal(left, currency)}
          fault={fault?.fault ?? null}
        />
      )}
      <Field
        name="reason"
        label={t("refund.reason")}
        hint={t("refund.reasonHint")}
        maxLength={500}
        fault={wrongReason}
      />
      <WhatHappens wish={wish} left={left} currency={currency} hasCreditNote={taxInvoice !== null} />
      <Limits />
      {refunding.error && !wrongReason && <Failed failure={refunding.error} />}
      {cameByHand && <p className="notice">{t("refund.ownWay")}</p>}
      {isByHand && !cameByHand && (
        <label className="check">
          <input type="checkbox" name="byHand" />
          <span>{t("refund.byHand")}</span>
        </label>
      )}
      <button type="submit" className="button button-primary" disabled={refunding.isPending}>
        {t(refunding.isPending ? "refundState.in_flight" : cameByHand ? "refund.record" : "refund.send")}
      </button>
    </form>
  );
}

type FormProps = {
  readonly invoice: Invoice;
  readonly lines: readonly LineLeft[];
  readonly wanted: ReturnRequest["lines"];
  /** The provider has refused the last refund: it may be given back without it. */
  readonly wasRefused: boolean;
  readonly onAnswer: (reply: Refund | RefundApproval) => void;
};

/** What came without a provider goes back without one (docs/decisions/0173). */
function isPaidByHand({ attempts }: Invoice): boolean {
  return attempts.some(({ method, state }) => wayByHand(method) !== null && state === "captured");
}

/** What was paid and not given back. */
function leftOf({ paidTotal, refundedTotal, currency }: Invoice): Minor {
  return minor((parseDecimal(paidTotal, currency) ?? 0) - (parseDecimal(refundedTotal, currency) ?? 0));
}

type HappensProps = {
  readonly wish: Wish;
  /** Minor units. */
  readonly left: number;
  readonly currency: string;
  readonly hasCreditNote: boolean;
};

function WhatHappens({ wish, left, currency, hasCreditNote }: HappensProps) {
  const { t } = useWording();
  if ("fault" in wish) return null;
  return (
    <ul className="what-happens" aria-live="polite">
      <li>
        {t("refund.buyerGets")} <Amount amount={formatDecimal(wish.sum, currency)} currency={currency} />
      </li>
      <li>
        {t("refund.remains")}{" "}
        <Amount amount={formatDecimal(minor(left - wish.sum), currency)} currency={currency} />
      </li>
      {hasCreditNote && <li>{t("refund.creditNote")}</li>}
    </ul>
  );
}

/** The limits of who refunds, said before the press. */
function Limits() {
  const { t } = useWording();
  const { shop } = useSession();
  const { data } = useRead("GET /api/v1/refund-limits", {});
  if (!data?.appliesTo.some((maker) => maker === shop.role)) return null;
  const { perInvoice, perDay } = data;
  return (
    <p className="soft">
      {t("approvals.rule")}{" "}
      {perInvoice !== null && (
        <>
          {t("approvals.ofInvoice")} <Amount amount={perInvoice} currency="SAR" />{" "}
        </>
      )}
      {perDay !== null && (
        <>
          {t("approvals.ofDay")} <Amount amount={perDay} currency="SAR" />
        </>
      )}
    </p>
  );
}

function AmountField(props: {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly half: string;
  readonly whole: string;
  readonly fault: TextKey | null;
}) {
  const { t } = useWording();
  const { amount, onAmount, half, whole, fault } = props;
  return (
    <>
      <div className="field">
        <label htmlFor="refund-amount">{t("refund.amount")}</label>
        <input
          id="refund-amount"
          className="control control-large"
          inputMode="decimal"
          dir="ltr"
          maxLength={24}
          autoComplete="off"
          value={amount}
          onChange={({ target }) => onAmount(target.value)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? "refund-fault" : undefined}
        />
        {fault && (
          <p className="field-fault" id="refund-fault">
            {t(fault)}
          </p>
        )}
      </div>
      <div className="choices">
        <ChoiceButton isChosen={amount === half} onChoose={() => onAmount(half)}>
          {t("refund.half")}
        </ChoiceButton>
        <ChoiceButton isChosen={amount === whole} onChoose={() => onAmount(whole)}>
          {t("refund.all")}
        </ChoiceButton>
      </div>
    </>
  );
}
