/** The window over the page while a payment runs (Spec 4). It cannot be closed: closing it would not stop anything. */
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";

/** When a calm line is added, when the buyer is asked to stay and not to pay again, and when leaving is allowed. */
const longerMs = 5_000;
const stayMs = 15_000;
const leaveMs = 60_000;

type ProcessingModalProps = {
  readonly isOpen: boolean;
  /** No money moves: nothing is said about banks and paying again. */
  readonly isCheckout?: boolean;
};

export function ProcessingModal({ isOpen, isCheckout = false }: ProcessingModalProps) {
  const t = useTranslations("payment");
  const dialog = useRef<HTMLDialogElement>(null);
  const [waited, setWaited] = useState<"short" | "longer" | "stay" | "leave">("short");
  useEffect(() => {
    if (!isOpen) return dialog.current?.close();
    dialog.current?.showModal();
    setWaited("short");
    const timers = [
      setTimeout(() => setWaited("longer"), longerMs),
      setTimeout(() => setWaited("stay"), stayMs),
      setTimeout(() => setWaited("leave"), leaveMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isOpen]);
  // Browsers close a dialog on a second Escape whatever the page says; this one opens again.
  const reopen = (): void => {
    if (isOpen) dialog.current?.showModal();
  };
  return (
    <dialog
      ref={dialog}
      className="modal processing"
      aria-labelledby="processing-title"
      onCancel={(event) => event.preventDefault()}
      onClose={reopen}
    >
      <div className="processing-dots" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p id="processing-title" className="processing-title">
        {t("processing")}
      </p>
      {!isCheckout && (
        <p className="processing-note" aria-live="polite">
          {waited === "longer" && t("processingLonger")}
          {waited === "stay" && t("processingStay")}
          {waited === "leave" && t("processingLeave")}
        </p>
      )}
    </dialog>
  );
}
