/** The second step of a wallet that is paid with a one-time code: its field, and what a buyer can do whose code does not come. */
import { type ComponentProps, type MouseEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { isolateLtr } from "#core/text.ts";
import { mostGuesses } from "#methods/otp-wallets/code.ts";
import { TextField } from "../forms/text-field.tsx";
import { type OtpWallet, type SentCode, saudiDialCode } from "./otp-wallet.ts";

type CodeStepProps = AnotherCodeProps & {
  /** Name, message and state of the code's field. */
  readonly field: Pick<ComponentProps<typeof TextField>, "id" | "field" | "error" | "isDone">;
};

export function CodeStep({ field, ...another }: CodeStepProps) {
  const { wallet, sent } = another;
  const t = useTranslations(wallet.id);
  const { hasMissed, triesLeft, mobileEnd } = sent;
  const sentTo = t("otpSent", { mobile: isolateLtr(`+${saudiDialCode} ••• ••• ${mobileEnd}`) });
  const left = t("otpTriesLeft", { count: Math.max(0, triesLeft) });
  // Wrong codes count on over every code that is sent again.
  const hint = triesLeft < mostGuesses(wallet.code) ? `${sentTo} ${left}` : sentTo;
  return (
    <>
      <TextField
        {...field}
        required
        label={t("otp")}
        keepsHint={hasMissed}
        hint={hasMissed ? left : hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={wallet.code.digits.most + marksBetween}
        placeholder={t("otpPlaceholder")}
      />
      <AnotherCode {...another} />
    </>
  );
}

/** Spaces or dashes that a copied code may have between its digits: the browser would cut digits off at its end. */
const marksBetween = 2;

/** How long a code may be on its way before another one is offered, seconds: the newer one makes the older useless. */
const waitSeconds = 30;

type AnotherCodeProps = {
  readonly wallet: OtpWallet;
  readonly sent: SentCode;
  readonly onAsk: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onChangeMobile: () => void;
};

/** What a buyer can do whose code does not come. */
function AnotherCode({ wallet, sent, onAsk, onChangeMobile }: AnotherCodeProps) {
  const t = useTranslations(wallet.id);
  const seconds = useCountdown(sent);
  return (
    <div>
      {seconds > 0 ? (
        <p className="field-hint">{t("resendIn", { seconds })}</p>
      ) : (
        <button type="button" className="text-button" onClick={onAsk}>
          {t("resend")}
        </button>
      )}
      <button type="button" className="text-button" onClick={onChangeMobile}>
        {t("changeMobile")}
      </button>
    </div>
  );
}

/** Seconds until a code may be sent again; restarts with every code, which its signature stands for. */
function useCountdown({ signature, secondsAgo }: SentCode): number {
  const [seconds, setSeconds] = useState(waitSeconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new code is a new beginning
  useEffect(() => {
    const endsAt = performance.now() + (waitSeconds - secondsAgo) * 1000;
    const count = (): void => setSeconds(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [signature]);
  return seconds;
}
