/** Apple Pay on the payment info page (Spec 2.3). */
import type { WalletButtonProps } from "#web/payment/panel.ts";
import { HowToUseApplePay } from "./how-to.tsx";
import { ApplePayButtonFace } from "./pay-button.tsx";
import { useApplePay } from "./use-apple-pay.ts";

export function ApplePayButton({ isLocked = false, ...props }: WalletButtonProps) {
  const { press, isHowToOpen, closeHowTo } = useApplePay(props);
  return (
    <>
      <ApplePayButtonFace onPress={press} isLocked={isLocked} />
      {isHowToOpen && <HowToUseApplePay onClose={closeHowTo} />}
    </>
  );
}
