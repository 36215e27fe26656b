/** Notes that surplus was given back at the bank or the provider: all that arrived, which nothing here can send. */
import type { SubmitEvent } from "react";
import type { PaymentModel } from "#contract/payments.ts";
import { useChange } from "../calls/change.ts";
import { Amount } from "../display/amount.tsx";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { shownAmount } from "./shown-amount.ts";

type Props = { readonly payment: PaymentModel; readonly onClose: () => void };

export default function SurplusDialog({ payment, onClose }: Props) {
  const { t } = useWording();
  const { id } = payment;
  // A reference may name somebody.
  const typed = useKeptTyping(`surplus-${id}`, { sealed: ["reason"] });
  const recording = useChange("POST /api/v1/payments/:paymentId/surplus-refund", () => {
    typed.drop();
    onClose();
  });
  const wrongReason = faultAt(recording.error, "reason");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    recording.mutate({ params: { paymentId: id }, body: reason === "" ? {} : { reason } });
  };
  return (
    <Dialog title={t("surplus.title")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        {typed.keeper}
        <p>
          {t("surplus.arrived")} <Amount amount={shownAmount(payment)} currency={payment.currency} />
        </p>
        <p>{t("surplus.first")}</p>
        <Field
          name="reason"
          label={t("surplus.reference")}
          hint={t("surplus.referenceHint")}
          maxLength={500}
          fault={wrongReason}
        />
        <p className="soft">{t("surplus.effect")}</p>
        {recording.error && !wrongReason && <Failed failure={recording.error} />}
        <button type="submit" className="button button-primary" disabled={recording.isPending}>
          {t("surplus.send")}
        </button>
      </form>
    </Dialog>
  );
}
