/** A short message over the page (Spec 8 "Toasts"). What it is about is marked on the form as well, and stays. */
import { useCallback, useEffect, useState } from "react";

/** How long a toast stays, if it is not closed. Long enough to read aloud. */
const toastMs = 8_000;

type ToastText = {
  readonly text: string;
  /** Selector of the part of the form that it is about. */
  readonly about: string;
};

/**
 * `toast` is what to say, or null for nothing; a new object says the same words again. It goes by itself, at the latest
 * when nothing is wrong any more in the part that it is about.
 */
export function Toast({
  toast,
  onClose,
}: {
  readonly toast: ToastText | null;
  readonly onClose: () => void;
}) {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onClose, toastMs);
    const wrong = `${toast.about} [aria-invalid=true]`;
    const watch = new MutationObserver(() => document.querySelector(wrong) || onClose());
    watch.observe(document.body, { subtree: true, attributeFilter: ["aria-invalid"] });
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
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

/** @param usually the part of the form that a toast is about unless it says so itself */
export function useToast(usually = "form") {
  const [toast, setToast] = useState<ToastText | null>(null);
  const closeToast = useCallback(() => setToast(null), []);
  const showToast = useCallback((text: string, about = usually) => setToast({ text, about }), [usually]);
  return { toast, showToast, closeToast };
}
