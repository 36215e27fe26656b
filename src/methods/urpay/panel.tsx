/** The panel of UR Pay. With the driver `urpay-arb` the answer to the first call leads to the bank's page instead. */
import { callsOf } from "#web/browser/api.ts";
import { type OtpWallet, saudiDialCode, walletLimits } from "#web/payment/otp-wallet.ts";
import { OtpWalletForm } from "#web/payment/otp-wallet-form.tsx";
import type { PanelProps } from "#web/payment/panel.ts";
import type { UrpayCalls } from "./calls.ts";
import { urpay } from "./method.ts";

const call = callsOf<UrpayCalls>();

const wallet: OtpWallet = {
  id: urpay.id,
  fields: urpay.fields,
  code: urpay.code,
  mobileField: "urpayMobile",
  codeField: "urpayOtp",
  sendOtp: ({ payer, mobile, total }) =>
    call(
      "POST /rest/pay/urpay/sendOtp",
      { body: { ...payer, urpayMobile: mobile, urpayMobileCountryCode: saudiDialCode, total } },
      walletLimits.sendOtp,
    ),
  processPayment: ({ payer, mobile, total, code, session: { paymentSessionId, signature } }) =>
    call(
      "POST /rest/pay/urpay/processPayment",
      {
        body: {
          ...payer,
          urpayMobile: mobile,
          urpayMobileCountryCode: saudiDialCode,
          total,
          urpayPaymentOTP: code,
          paymentSessionId,
          signature,
        },
      },
      walletLimits.processPayment,
    ),
};

export function UrpayPanel(props: PanelProps) {
  return <OtpWalletForm {...props} wallet={wallet} />;
}
