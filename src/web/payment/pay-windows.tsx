/** What a payment form shows over its page: the processing window, and a toast for what is missing. */
import { Toast } from "../forms/toast.tsx";
import { ProcessingModal } from "./processing-modal.tsx";
import type { PayForm } from "./use-pay-form.ts";

export function PayWindows({ pay }: { readonly pay: PayForm }) {
  return (
    <>
      <ProcessingModal isOpen={pay.isBusy} />
      <Toast {...pay.toast} />
    </>
  );
}
