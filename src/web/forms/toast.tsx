/** A short message over the page (Spec 8 "Toasts"). What it is about is marked on the form as well, and stays. */
import { useEffect } from "react";

/** How long a toast stays, if nobody closes it. Long enough to read aloud. */
const toastMs = 8_000;

/** `text` is what to say, or null for nothing; a new object says the same words again. */
export function Toast({
  toast,
  onClose,
}: {
  readonly toast: { readonly text: string } | null;
  readonly onClose: () => void;
}) {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onClose, toastMs);
    return () => clearTimeout(timer);
  }, [toast, onClose]);
  return (
    <div className="toast-place" role="alert">
      {toast && (
        <button type="button" className="toast" onClick={onClose}>
          {toast.text}
        </button>
      )}
    </div>
  );
}
