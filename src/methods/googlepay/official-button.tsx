/**
 * Google's own button: Google allows no imitation, and its script draws the button with styles that the payment page
 * refuses. So it is in a frame of ours with a policy of its own (web/pages/google-button.tsx). Both pages are of one
 * origin: a press in the frame is a press in the page, which may open the sheet.
 */
import { useEffect, useRef } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { addresses } from "#web/routes.ts";
import { buttonEvents } from "./button-events.ts";

type OfficialButtonProps = {
  readonly orderNumber: string;
  readonly onPress: () => void;
  /** Google did not draw it. */
  readonly onMissing: () => void;
};

export function OfficialButton({ orderNumber, onPress, onMissing }: OfficialButtonProps) {
  const t = useTranslations("googlepay");
  const language = useLocale();
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef({ onPress, onMissing });
  latest.current = { onPress, onMissing };
  useEffect(() => {
    const { current } = frame;
    const press = (): void => latest.current.onPress();
    const missing = (): void => latest.current.onMissing();
    current?.addEventListener(buttonEvents.press, press);
    current?.addEventListener(buttonEvents.missing, missing);
    return () => {
      current?.removeEventListener(buttonEvents.press, press);
      current?.removeEventListener(buttonEvents.missing, missing);
    };
  }, []);
  return (
    <iframe
      ref={frame}
      className="google-pay-frame"
      src={`${addresses.googleButton(orderNumber)}?lang=${language}`}
      title={t("payWith")}
      allow="payment"
    />
  );
}
