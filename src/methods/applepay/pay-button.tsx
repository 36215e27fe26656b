/**
 * The button itself, only where there is Apple Pay: Apple requires that it is drawn by the browser (wallets.css) and nowhere else.
 */
import { useTranslations } from "use-intl/react";

type PayButtonProps = {
  readonly onPress: () => void;
  /** Something must be ticked first. A press says what. */
  readonly isLocked: boolean;
};

export function ApplePayButtonFace({ onPress, isLocked }: PayButtonProps) {
  const t = useTranslations("applepay");
  return (
    <button
      type="button"
      className="wallet-button apple-pay-button"
      aria-disabled={isLocked}
      onClick={onPress}
    >
      {t("payWith")}
    </button>
  );
}
