/** The panel of STC Pay. */
import { callsOf } from "#web/browser/api.ts";
import { type OtpWallet, saudiDialCode, walletLimits } from "#web/payment/otp-wallet.ts";
import { OtpWalletForm } from "#web/payment/otp-wallet-form.tsx";
import type { PanelProps } from "#web/payment/panel.ts";
import type { StcPayCalls } from "./calls.ts";
import { stcpay } from "./method.ts";

const call = callsOf<StcPayCalls>();

const wallet: OtpWallet = {
  id: stcpay.id,
  fields: stcpay.fields,
  code: stcpay.code,
  mobileField: "stcpayMobile",
  codeField: "stcpayOtp",
  sendOtp: ({ payer, mobile, total }) =>
    call(
      "POST /rest/pay/stcpay/sendOtp",
      { body: { ...payer, stcPayMobile: mobile, stcPayMobileCountryCode: saudiDialCode, total } },
      walletLimits.sendOtp,
    ),
  processPayment: ({ payer, mobile, total, code, session: { paymentSessionId, signature } }) =>
    call(
      "POST /rest/pay/stcpay/processPayment",
      {
        body: {
          ...payer,
          stcPayMobile: mobile,
          stcPayMobileCountryCode: saudiDialCode,
          total,
          stcpayPaymentOTP: code,
          paymentSessionId,
          signature,
        },
      },
      walletLimits.processPayment,
    ),
};

export function StcPayPanel(props: PanelProps) {
  return <OtpWalletForm {...props} wallet={wallet} />;
}
