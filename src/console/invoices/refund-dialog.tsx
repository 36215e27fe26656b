/** Gives money back: all, half or a sum; what remains and what else happens is said before the press. */
import { Link } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { RefundApproval } from "#contract/refund-approvals.ts";
import type { Refund } from "#contract/refunds.ts";
import { formatDecimal, minor, parseDecimal, timesRatio } from "#core/money.ts";
import { useChange, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { readTypedAmount } from "../forms/typed-amount.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";

type RefundProps = { readonly invoice: Invoice; readonly onClose: () => void };

export function RefundDialog({ invoice, onClose }: RefundProps) {
  const { t } = useWording();
  const { orderNumber, currency, paidTotal, refundedTotal, taxInvoice } = invoice;
  const left = minor((parseDecimal(paidTotal, currency) ?? 0) - (parseDecimal(refundedTotal, currency) ?? 0));
  const [amount, setAmount] = useState(formatDecimal(left, currency));
  const [fault, setFault] = useState<TextKey | null>(null);
  const [asked, setAsked] = useState(false);
  const refunding = useChange("POST /api/v1/invoices/:orderNumber/refunds");
  const typed = readTypedAmount(amount, currency);
  const typedMinor = typed === null ? null : parseDecimal(typed, currency);
  const rest = typedMinor === null || typedMinor > left ? null : minor(left - typedMinor);
  const isReasonWrong = refunding.error?.fields.some(({ path }) => path === "reason") ?? false;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (typed === null || rest === null) {
      setFault(typed === null ? "fault.amount" : "fault.tooMuch");
      return;
    }
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    refunding.mutate(
      { params: { orderNumber }, body: { amount: typed, ...(reason !== "" && { reason }) } },
      { onSuccess: (reply) => (isAsked(reply) ? setAsked(true) : onClose()) },
    );
  };
  const choose = (sum: string): void => {
    setFault(null);
    setAmount(sum);
  };
  const half = formatDecimal(timesRatio(left, 1, 2), currency);
  const whole = formatDecimal(left, currency);
  if (asked) return <Asked onClose={onClose} />;
  return (
    <Dialog title={t("invoice.act.refund")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <AmountField amount={amount} onAmount={choose} fault={fault} />
        <div className="choices">
          <Chip text={t("refund.half")} isChosen={amount === half} onChoose={() => choose(half)} />
          <Chip text={t("refund.all")} isChosen={amount === whole} onChoose={() => choose(whole)} />
        </div>
        <Field
          name="reason"
          label={t("refund.reason")}
          hint={t("refund.reasonHint")}
          maxLength={500}
          fault={isReasonWrong ? t("fault.notPrintable") : null}
        />
        {rest !== null && typed !== null && (
          <ul className="what-happens" aria-live="polite">
            <li>
              {t("refund.buyerGets")} <Amount amount={typed} currency={currency} />
            </li>
            <li>
              {t("refund.remains")} <Amount amount={formatDecimal(rest, currency)} currency={currency} />
            </li>
            {taxInvoice && <li>{t("refund.creditNote")}</li>}
          </ul>
        )}
        <Limits />
        {refunding.error && !isReasonWrong && <Failed failure={refunding.error} />}
        <button type="submit" className="button button-primary" disabled={refunding.isPending}>
          {t(refunding.isPending ? "refundState.in_flight" : "refund.send")}
        </button>
      </form>
    </Dialog>
  );
}

/** Above a limit of the shop nothing is given back until a second person has approved it. */
function isAsked(reply: Refund | RefundApproval): boolean {
  return "requestedBy" in reply;
}

function Asked({ onClose }: Pick<RefundProps, "onClose">) {
  const { t } = useWording();
  return (
    <Dialog title={t("approvals.title")} onClose={onClose}>
      <div className="form">
        <p role="status">{t("approvals.asked")}</p>
        <Link to="/payments/$part" params={{ part: "approvals" }} className="button button-primary">
          {t("approvals.look")}
        </Link>
      </div>
    </Dialog>
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
  readonly fault: TextKey | null;
}) {
  const { t } = useWording();
  const { amount, onAmount, fault } = props;
  return (
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
  );
}

function Chip(props: { readonly text: string; readonly isChosen: boolean; readonly onChoose: () => void }) {
  return (
    <button
      type="button"
      className={props.isChosen ? "choice active" : "choice"}
      aria-pressed={props.isChosen}
      onClick={props.onChoose}
    >
      {props.text}
    </button>
  );
}
