/** A name of the person's own that is changed in a dialog; an empty one is asked for at its field, before and after it was sent. */
import { type ReactNode, type SubmitEvent, useState } from "react";
import type { CallFailure } from "../calls/call.ts";
import { Failed } from "../display/states.tsx";
import { Field, type FieldProps } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

type NameDialogProps = {
  readonly title: string;
  /** The field of the name, with what it is now as its default. */
  readonly field: Omit<FieldProps, "name" | "fault" | "isRequired">;
  /** Of the call that stores it. */
  readonly storing: { readonly isPending: boolean; readonly error: CallFailure | null };
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
  /** What else can be done with the thing that is named. */
  readonly children?: ReactNode;
};

export function NameDialog({ title, field, storing, onName, onClose, children }: NameDialogProps) {
  const { t } = useWording();
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    setMissing(typed === "");
    if (typed !== "") onName(typed);
  };
  // Refused else: of characters that are not seen alone, which the server takes away.
  const wrong = isMissing ? "account.nameMissing" : faultAt(storing.error, "name", "account.nameMissing");
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field {...field} name="name" isRequired fault={wrong} />
        {storing.error && !wrong && <Failed failure={storing.error} />}
        <button type="submit" className="button button-primary" disabled={storing.isPending}>
          {t("account.save")}
        </button>
        {children}
      </form>
    </Dialog>
  );
}
