/**
 * The panel of a wallet that is paid with a one-time code, the same for STC Pay and UR Pay (Spec 2.3, 4 and 5): the
 * mobile first; once a code was sent, its field below the mobile, which can only be read then.
 */
import { type FormEvent, useImperativeHandle } from "react";
import { useTranslations } from "use-intl/react";
import { keepDigits } from "../forms/caret.ts";
import { fieldsOf } from "../forms/field-props.ts";
import { TextField } from "../forms/text-field.tsx";
import { fieldIn } from "../forms/typed.ts";
import { CodeStep } from "./otp-code-step.tsx";
import { saudiDialCode, startMobile } from "./otp-wallet.ts";
import { type OtpWalletFormProps, useOtpWallet } from "./otp-wallet-steps.ts";

export function OtpWalletForm(props: OtpWalletFormProps) {
  const { ref, order, wallet } = props;
  const t = useTranslations(wallet.id);
  const { form, sent, panel, askAgain, changeMobile } = useOtpWallet(props);
  useImperativeHandle(ref, () => panel);
  const field = fieldsOf<string>(form, t);
  const onInput = (event: FormEvent<HTMLElement>): void => {
    keepDigits(fieldIn(form.root.ref.current, wallet.codeField));
    form.root.onInput(event);
  };
  return (
    <div {...form.root} onInput={onInput} className="card-form">
      <div hidden={sent?.isResumed ?? false}>
        <TextField
          {...field(wallet.mobileField)}
          required
          readOnly={sent !== null}
          label={t("mobile")}
          {...(sent === null && { hint: t("mobileHint") })}
          before={<DialCode />}
          boxDir="ltr"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          dir="ltr"
          maxLength={20}
          defaultValue={startMobile(order)}
        />
      </div>
      {sent && (
        <CodeStep
          wallet={wallet}
          field={field(wallet.codeField)}
          sent={sent}
          onAsk={askAgain}
          onChangeMobile={changeMobile}
        />
      )}
    </div>
  );
}

function DialCode() {
  return (
    <span className="dial-code" dir="ltr" aria-hidden="true">
      +{saudiDialCode}
    </span>
  );
}
