/**
 * The button itself. On Apple's devices the browser draws it (wallets.css), elsewhere it is words; there it opens the
 * window about how to use Apple Pay (Spec 1).
 */
import { useTranslations } from "use-intl/react";

type PayButtonProps = {
  readonly onPress: () => void;
  /** Something must be ticked first. A press says what. */
  readonly isLocked: boolean;
  /** Key of its words. */
  readonly says?: "payWith" | "howToTitle";
};

export function ApplePayButtonFace({ onPress, isLocked, says = "payWith" }: PayButtonProps) {
  const t = useTranslations("applepay");
  return (
    <button
      type="button"
      className="wallet-button apple-pay-button"
      aria-disabled={isLocked}
      onClick={onPress}
    >
      {t(says)}
    </button>
  );
}
