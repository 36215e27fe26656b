/** Apple Pay on the payment pages (Spec 2.3), on devices that have it. */
import type { WalletButtonProps } from "#web/payment/panel.ts";
import { ApplePayButtonFace } from "./pay-button.tsx";
import { useApplePay } from "./use-apple-pay.ts";

export function ApplePayButton({ isLocked = false, ...props }: WalletButtonProps) {
  const { press } = useApplePay(props);
  return <ApplePayButtonFace onPress={press} isLocked={isLocked} />;
}
