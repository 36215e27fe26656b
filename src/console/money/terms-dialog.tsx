/** What a provider keeps and when it pays out, as its contract says: three fields, saved after proving again. */
import { type SubmitEvent, useState } from "react";
import type { AccountTerms } from "#contract/settlement.ts";
import { normaliseDigits } from "#core/text.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { useChange } from "../calls/change.ts";
import { MethodName } from "../display/method-name.tsx";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

type TermsProps = {
  readonly method: string;
  readonly terms: AccountTerms | null;
  readonly onClose: () => void;
};

const names = ["feeRate", "feeFixed", "settlementDays"] as const;
type Name = (typeof names)[number];
type Method = Parameters<
  ReturnType<typeof useChange<"PUT /api/v1/account-terms/:method">>["mutate"]
>[0]["params"]["method"];

export function TermsDialog({ method, terms, onClose }: TermsProps) {
  const { t } = useWording();
  const kept = useKeptTyping(`terms-${method}`, { plain: "all" });
  const saving = useChange("PUT /api/v1/account-terms/:method", kept.drop);
  const [faults, setFaults] = useState<readonly Name[]>([]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const read = readTerms(new FormData(event.currentTarget));
    const wrong = names.filter((name) => read[name] === null);
    setFaults(wrong);
    const { feeRate, feeFixed, settlementDays } = read;
    if (feeRate === null || feeFixed === null || settlementDays === null) return;
    saving.mutate(
      { params: { method: method as Method }, body: { feeRate, feeFixed, settlementDays } },
      {
        onSuccess: onClose,
        onError: ({ fields }) => setFaults(names.filter((name) => fields.some(({ path }) => path === name))),
      },
    );
  };
  const field = (name: Name, stored: string | undefined) => (
    <Field
      name={name}
      label={t(`terms.${name}`)}
      hint={t(`terms.${name}Hint`)}
      inputMode={name === "settlementDays" ? "numeric" : "decimal"}
      isLtr
      isRequired
      autoFocus={name === "feeRate"}
      maxLength={12}
      defaultValue={stored}
      fault={faults.includes(name) ? `terms.${name}Fault` : null}
    />
  );
  return (
    <Dialog title={t("terms.title")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        {kept.keeper}
        <p className="soft">
          <MethodName method={method} />: {t("terms.hint")}
        </p>
        {field("feeRate", terms?.feeRate)}
        {field("feeFixed", terms?.feeFixed ?? "0.00")}
        {field("settlementDays", terms ? String(terms.settlementDays) : undefined)}
        {saving.error && faults.length === 0 && <Failed failure={saving.error} />}
        <button type="submit" className="button button-primary" disabled={saving.isPending}>
          {t("shop.save")}
        </button>
      </form>
    </Dialog>
  );
}

/** What was typed, in digits of either script; null where it is no such number. */
function readTerms(form: FormData): {
  readonly feeRate: string | null;
  readonly feeFixed: string | null;
  readonly settlementDays: number | null;
} {
  const typed = (name: Name): string => normaliseDigits(String(form.get(name) ?? "").trim());
  const amount = (name: Name): string | null =>
    /^0*([.,\u066b]0*)?$/.test(typed(name)) && typed(name) !== ""
      ? "0.00"
      : readTypedAmount(typed(name), "SAR");
  const rate = amount("feeRate")?.replace(/%$/, "") ?? null;
  const days = typed("settlementDays");
  return {
    feeRate: rate !== null && Number(rate) <= 100 ? rate : null,
    feeFixed: amount("feeFixed"),
    settlementDays: /^\d{1,2}$/.test(days) && Number(days) <= 30 ? Number(days) : null,
  };
}
