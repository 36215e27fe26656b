/** An act that cannot be undone: what it means, and one press more. What can be undone is not asked. */
import type { CallFailure } from "../calls/call.ts";
import { Failed } from "../display/states.tsx";
import { Dialog } from "./dialog.tsx";

type FinalDialogProps = {
  /** Names the act, on the dialog and on its button. */
  readonly title: string;
  readonly hint: string;
  readonly act: { readonly isPending: boolean; readonly error: CallFailure | null };
  readonly onSure: () => void;
  readonly onClose: () => void;
};

export function FinalDialog({ title, hint, act, onSure, onClose }: FinalDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <p>{hint}</p>
        {act.error && <Failed failure={act.error} />}
        <button type="button" className="button button-danger" disabled={act.isPending} onClick={onSure}>
          {title}
        </button>
      </div>
    </Dialog>
  );
}
