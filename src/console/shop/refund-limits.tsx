/** Above which amounts a refund needs a second person, and for whom. */
import { type SubmitEvent, useState } from "react";
import type { RefundLimitsModel } from "#contract/refund-approvals.ts";
import { limitedMakers } from "#core/refund-approval.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { SaveRow } from "./save-row.tsx";

const amounts = ["perInvoice", "perDay"] as const;
type Name = (typeof amounts)[number] | "appliesTo";

export function RefundLimits() {
  const { t } = useWording();
  const limits = useRead("GET /api/v1/refund-limits", {});
  return (
    <section className="part" aria-labelledby="shop-refund-limits">
      <div>
        <h2 id="shop-refund-limits">{t("approvals.title")}</h2>
        <p className="soft">{t("approvals.hint")}</p>
      </div>
      <Reading query={limits} rows={3}>
        {(shown) => <LimitsForm limits={shown} />}
      </Reading>
    </section>
  );
}

function LimitsForm({ limits }: { readonly limits: RefundLimitsModel }) {
  const { t } = useWording();
  const saving = useChange("PUT /api/v1/refund-limits");
  const [isChanged, setChanged] = useState(false);
  const [faults, setFaults] = useState<readonly Name[]>([]);
  // What is read again changes no field: something may be typed there.
  const [first] = useState(limits);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { body, wrong } = readLimits(new FormData(event.currentTarget));
    setFaults(wrong);
    if (wrong.length > 0) return;
    setChanged(false);
    saving.mutate({ body });
  };
  return (
    <form className="panel form" noValidate onSubmit={submit} onChange={() => setChanged(true)}>
      <div className="shop-fields">
        {amounts.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`approvals.${name}`)}
            inputMode="decimal"
            isLtr
            maxLength={24}
            defaultValue={first[name] ?? ""}
            fault={faults.includes(name) ? "fault.amount" : null}
          />
        ))}
      </div>
      <fieldset className="line" aria-describedby={faults.includes("appliesTo") ? "limits-fault" : undefined}>
        <legend>{t("approvals.appliesTo")}</legend>
        {limitedMakers.map((maker) => (
          <label key={maker} className="check">
            <input
              type="checkbox"
              name="appliesTo"
              value={maker}
              // A first limit is mostly for all but the owner.
              defaultChecked={
                first.appliesTo.length === 0 ? maker !== "owner" : first.appliesTo.includes(maker)
              }
            />
            <span>{t(`approvals.maker.${maker}`)}</span>
          </label>
        ))}
        {faults.includes("appliesTo") && (
          <p className="field-fault" id="limits-fault">
            {t("approvals.nobody")}
          </p>
        )}
      </fieldset>
      {saving.error && <Failed failure={saving.error} />}
      <SaveRow isSaving={saving.isPending} isSaved={saving.isSuccess && !isChanged} />
    </form>
  );
}

/** What was typed, and which fields hold no amount; nothing in a field is no limit. */
function readLimits(form: FormData): { readonly body: RefundLimitsModel; readonly wrong: readonly Name[] } {
  const wrong: Name[] = [];
  const read = (name: (typeof amounts)[number]): string | null => {
    const typed = String(form.get(name) ?? "").trim();
    const amount = typed === "" ? null : readTypedAmount(typed, "SAR");
    if (typed !== "" && amount === null) wrong.push(name);
    return amount;
  };
  const chosen = form.getAll("appliesTo");
  const appliesTo = limitedMakers.filter((maker) => chosen.includes(maker));
  const body = { perInvoice: read("perInvoice"), perDay: read("perDay"), appliesTo };
  if (appliesTo.length === 0 && (body.perInvoice !== null || body.perDay !== null)) wrong.push("appliesTo");
  return { body, wrong };
}
