/** A dialog that says no with words: why a return is declined, why a refund is not made. */
import type { ReactNode, SubmitEvent } from "react";
import type { CallFailure } from "../calls/call.ts";
import { Failed } from "../display/states.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Field } from "./field.tsx";
import { faultAt } from "./field-fault.ts";

type Props = {
  readonly title: string;
  /** Of what is typed (`useKeptTyping`). */
  readonly keeper: ReactNode;
  /** The name of the words in the call, by which a refusal of them is recognised. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly maxLength: number;
  readonly isRequired?: boolean;
  /** What the button says. */
  readonly send: string;
  readonly sending: { readonly error: CallFailure | null; readonly isPending: boolean };
  /** @param words trimmed; empty where none were typed */
  readonly onSend: (words: string) => void;
  readonly onClose: () => void;
};

export function WordsDialog({ title, keeper, send, sending, onSend, onClose, ...field }: Props) {
  const wrong = faultAt(sending.error, field.name, "shopFault.required");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSend(String(new FormData(event.currentTarget).get(field.name) ?? "").trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        {keeper}
        <Field {...field} lines={4} autoFocus fault={wrong} />
        {sending.error && !wrong && <Failed failure={sending.error} />}
        <button type="submit" className="button button-danger" disabled={sending.isPending}>
          {send}
        </button>
      </form>
    </Dialog>
  );
}
