/** What a written invoice can become beside being sent: a quote that its buyer accepts first, or one that repeats. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useChange } from "../calls/change.ts";
import { isoDay } from "../display/iso-day.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { readTypedCount } from "../forms/typed-count.ts";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import type { DraftBody } from "./invoice-draft-body.ts";

type OtherEndsProps = {
  /** The invoice as it is written; null where something is wrong, which the form shows then. */
  readonly read: () => DraftBody | null;
  /** It is something else now: the draft has served. */
  readonly onDone: () => Promise<void>;
};

type Open = { readonly end: "quote" | "repeat"; readonly body: DraftBody };

/**
 * The buttons stand in the invoice's form, the dialog beside it: its own form may not be inside of another one, which browsers send instead.
 */
export function useOtherEnds({ read, onDone }: OtherEndsProps): {
  readonly buttons: ReactNode;
  readonly dialog: ReactNode;
} {
  const { t } = useWording();
  const [open, setOpen] = useState<Open | null>(null);
  const press = (end: Open["end"]): void => {
    const body = read();
    if (body !== null) setOpen({ end, body });
  };
  const close = (): void => setOpen(null);
  const End = open?.end === "quote" ? QuoteDialog : RepeatDialog;
  return {
    buttons: (
      <div className="row-acts">
        <button type="button" className="act" onClick={() => press("quote")}>
          {t("quotes.make")}
        </button>
        <button type="button" className="act" onClick={() => press("repeat")}>
          {t("recurring.make")}
        </button>
      </div>
    ),
    dialog: open && <End body={open.body} onDone={onDone} onClose={close} />,
  };
}

type EndProps = Pick<OtherEndsProps, "onDone"> & { readonly body: DraftBody; readonly onClose: () => void };

/** A quote and one that repeats have days of their own. */
function without(body: DraftBody, names: readonly string[]): never {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) as never;
}

const dayMs = 24 * 60 * 60_000;
/** An offer is open for two weeks unless somebody says otherwise. */
const usualDays = 14;

function QuoteDialog({ body, onDone, onClose }: EndProps) {
  const { t } = useWording();
  const navigate = useNavigate();
  const making = useChange("POST /api/v1/quotes");
  const typed = useKeptTyping("quote", { plain: ["validUntil", "dueDays"] });
  const make = async (data: FormData): Promise<Faults | null> => {
    const validUntil = String(data.get("validUntil") ?? "");
    if (validUntil < isoDay(new Date())) return { validUntil: "quotes.wrongDay" };
    const dueDays = dueDaysOf(data);
    if (dueDays === "wrong") return { dueDays: "quotes.wrongDays" };
    const invoice = without(body, ["dueDate", "expiresAt", "send", "supplyDate"]);
    const given = { invoice, validUntil, ...(dueDays !== null && { dueDays }) };
    const { quoteNumber } = await making.mutateAsync({ body: given });
    typed.drop();
    await onDone();
    void navigate({ to: "/invoices/quotes/$quoteNumber", params: { quoteNumber } });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(make, () => ({}));
  return (
    <EndDialog
      title={t("quotes.make")}
      hint={t("quotes.hint")}
      {...{ form, failure, isBusy, submit, onClose }}
    >
      {typed.keeper}
      <Field
        name="validUntil"
        label={t("quotes.validUntil")}
        type="date"
        isRequired
        min={isoDay(new Date())}
        defaultValue={isoDay(new Date(Date.now() + usualDays * dayMs))}
        fault={faults["validUntil"]}
      />
      <DueDays fault={faults["dueDays"]} />
    </EndDialog>
  );
}

function RepeatDialog({ body, onDone, onClose }: EndProps) {
  const { t } = useWording();
  const navigate = useNavigate();
  const making = useChange("POST /api/v1/recurring-invoices");
  // Its name may be a person's.
  const typed = useKeptTyping("recurring", {
    plain: ["every", "startsOn", "endsOn", "dueDays"],
    sealed: ["name"],
  });
  const make = async (data: FormData): Promise<Faults | null> => {
    const said = (name: string): string => String(data.get(name) ?? "").trim();
    const startsOn = said("startsOn");
    if (startsOn < isoDay(new Date())) return { startsOn: "quotes.wrongDay" };
    if (said("name") === "") return { name: "recurring.nameMissing" };
    if (said("endsOn") !== "" && said("endsOn") < startsOn) return { endsOn: "recurring.endBeforeStart" };
    const dueDays = dueDaysOf(data);
    if (dueDays === "wrong") return { dueDays: "quotes.wrongDays" };
    const given = {
      name: said("name"),
      invoice: without(body, ["dueDate", "expiresAt", "supplyDate"]),
      every: said("every") as "week" | "month" | "year",
      startsOn,
      endsOn: said("endsOn") === "" ? null : said("endsOn"),
      ...(dueDays !== null && { dueDays }),
    };
    const { id } = await making.mutateAsync({ body: given });
    typed.drop();
    await onDone();
    void navigate({ to: "/invoices/recurring/$recurringId", params: { recurringId: String(id) } });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(make, () => ({}));
  return (
    <EndDialog
      title={t("recurring.make")}
      hint={t("recurring.hint")}
      {...{ form, failure, isBusy, submit, onClose }}
    >
      {typed.keeper}
      <Field
        name="name"
        label={t("recurring.name")}
        isRequired
        autoFocus
        maxLength={100}
        fault={faults["name"]}
      />
      <div className="field-pair">
        <label className="field">
          <span>{t("recurring.every")}</span>
          <select name="every" className="control" defaultValue="month">
            {(["week", "month", "year"] as const).map((unit) => (
              <option key={unit} value={unit}>
                {t(`recurring.every_${unit}`)}
              </option>
            ))}
          </select>
        </label>
        <Field
          name="startsOn"
          label={t("recurring.startsOn")}
          type="date"
          isRequired
          min={isoDay(new Date())}
          defaultValue={isoDay(new Date())}
          fault={faults["startsOn"]}
        />
      </div>
      <Field name="endsOn" label={t("recurring.endsOn")} type="date" fault={faults["endsOn"]} />
      <DueDays fault={faults["dueDays"]} />
    </EndDialog>
  );
}

function DueDays({ fault }: { readonly fault: TextKey | undefined }) {
  const { t } = useWording();
  return (
    <Field
      name="dueDays"
      label={t("quotes.dueDays")}
      hint={t("quotes.dueDaysHint")}
      inputMode="numeric"
      isLtr
      maxLength={3}
      fault={fault}
    />
  );
}

/** Days as they were typed, with any digits; null for none. */
function dueDaysOf(data: FormData): number | null | "wrong" {
  return readTypedCount(String(data.get("dueDays") ?? ""), { least: 0, most: 365 });
}

type Checked = ReturnType<typeof useCheckedForm>;

type EndDialogProps = Pick<Checked, "form" | "failure" | "isBusy" | "submit"> & {
  readonly title: string;
  readonly hint: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

function EndDialog({ title, hint, form, failure, isBusy, submit, onClose, children }: EndDialogProps) {
  const { t } = useWording();
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <p className="soft">{hint}</p>
        {children}
        {failure && <Failed failure={failure} />}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t("product.save" satisfies TextKey)}
        </button>
      </form>
    </Dialog>
  );
}
