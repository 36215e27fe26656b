/** The window with an order's own terms of sale. It stands in the page, outside of the form; nothing for null. */
import { Modal } from "../components/modal.tsx";
import { agreementDialogId } from "../forms/agreement.tsx";
import type { Payable } from "./payable.ts";

export function AgreementTerms({ agreement }: Pick<Payable, "agreement">) {
  if (!agreement) return null;
  return (
    <Modal id={agreementDialogId} title={agreement.title}>
      <p className="agreement-body">{agreement.body}</p>
    </Modal>
  );
}
