/** The panel of STC Pay. */
import type { PaymentResult } from "#contract/payment.ts";
import { callMethod } from "#web/api.ts";
import { saudiDialCode, walletLimits } from "#web/payment/otp-wallet.ts";
import { type OtpWallet, OtpWalletForm } from "#web/payment/otp-wallet-form.tsx";
import type { PanelProps } from "#web/payment/panel.ts";
import type { SendOtpReply } from "../otp-wallets/calls.ts";
import type { StcPayProcessPayment, StcPaySendOtp } from "./calls.ts";
import { stcpay } from "./method.ts";

const wallet: OtpWallet = {
  id: stcpay.id,
  fields: stcpay.fields,
  mobileField: "stcpayMobile",
  codeField: "stcpayOtp",
  sendOtp: ({ payer, mobile, total }) =>
    callMethod<StcPaySendOtp, SendOtpReply>(
      "POST /rest/pay/stcpay/sendOtp",
      { ...payer, stcPayMobile: mobile, stcPayMobileCountryCode: saudiDialCode, total },
      walletLimits.sendOtp,
    ),
  processPayment: ({ payer, mobile, total, code, session: { paymentSessionId, signature } }) =>
    callMethod<StcPayProcessPayment, PaymentResult>(
      "POST /rest/pay/stcpay/processPayment",
      {
        ...payer,
        stcPayMobile: mobile,
        stcPayMobileCountryCode: saudiDialCode,
        total,
        stcpayPaymentOTP: code,
        paymentSessionId,
        signature,
      },
      walletLimits.processPayment,
    ),
};

export function StcPayPanel(props: PanelProps) {
  return <OtpWalletForm {...props} wallet={wallet} />;
}
