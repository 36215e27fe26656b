/** Notes that an invoice was paid without a provider: how, and what the slip says. Two presses, since the word is the shop's alone. */
import type { SubmitEvent } from "react";
import type { Invoice } from "#contract/invoices.ts";
import { waysByHand } from "#core/payment-by-hand.ts";
import { useChange } from "../calls/change.ts";
import { Amount } from "../display/amount.tsx";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

type Props = { readonly invoice: Invoice; readonly onClose: () => void };

export default function RecordPaymentDialog({ invoice, onClose }: Props) {
  const { t } = useWording();
  const { orderNumber, dueTotal, currency } = invoice;
  // A note may name somebody.
  const typed = useKeptTyping(`payment-${orderNumber}`, { plain: ["way", "reference"], sealed: ["note"] });
  const recording = useChange("POST /api/v1/invoices/:orderNumber/payments", typed.drop);
  const wrongReference = faultAt(recording.error, "reference");
  const wrongNote = faultAt(recording.error, "note");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const [reference, note] = [text("reference"), text("note")];
    const way = waysByHand.find((one) => one === text("way")) ?? waysByHand[0];
    const body = { amount: dueTotal, way, ...(reference && { reference }), ...(note && { note }) };
    recording.mutate({ params: { orderNumber }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t("record.title")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        {typed.keeper}
        <p>
          {t("record.received")} <Amount amount={dueTotal} currency={currency} />
        </p>
        <fieldset className="line">
          <legend>{t("record.how")}</legend>
          {waysByHand.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="way" value={one} defaultChecked={one === waysByHand[0]} />
              <span>{t(`record.way.${one}`)}</span>
            </label>
          ))}
        </fieldset>
        <Field
          name="reference"
          label={t("record.reference")}
          hint={t("record.referenceHint")}
          maxLength={100}
          fault={wrongReference}
        />
        <Field
          name="note"
          label={t("record.note")}
          hint={t("record.noteHint")}
          maxLength={500}
          fault={wrongNote}
        />
        <p className="soft">{t("record.effect")}</p>
        {recording.error && !wrongReference && !wrongNote && <Failed failure={recording.error} />}
        <button type="submit" className="button button-primary" disabled={recording.isPending}>
          {t("record.send")}
        </button>
      </form>
    </Dialog>
  );
}
