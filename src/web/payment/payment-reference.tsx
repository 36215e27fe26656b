/**
 * What takes the place of the form when the payment continues outside of the page: the numbers that the buyer needs at
 * the bank, each with a button that copies it (Spec 2.3). It watches for the money and goes to the result page when it
 * is there.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { ReferenceMail } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { jsonNumberText } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import type { ReferenceMethod } from "#methods/allowed.ts";
import type { TranslateReference } from "#methods/references/reference-texts.ts";
import { call } from "../browser/api.ts";
import { goTo, resultAddress } from "../browser/navigation.ts";
import { onOrderChanged } from "../browser/order-changes.ts";
import { Amount } from "../components/amount.tsx";
import { formatEnd } from "../i18n/format.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { CopyValue } from "./copy-value.tsx";
import { otherWay, otherWayAddress } from "./reference-address.ts";
import { ReferenceMailForm } from "./reference-mail-form.tsx";
import { ReferenceShare } from "./reference-share.tsx";
import { type Answer, endsWaiting, readAnswer, watchForPayment } from "./reference-watch.ts";

export type ReferenceRow = {
  readonly label: string;
  /** What is copied, in the form in which banks take it. */
  readonly value: string;
  /** What is shown, where that is easier to read; the value itself when left out. */
  readonly shown?: ReactNode;
  /** Digits and codes run from left to right in both languages. */
  readonly isCode?: boolean;
  /** Nothing to type at the bank: no button. */
  readonly isPlain?: boolean;
};

/** An amount, copied with all decimals of its currency. */
export function amountRow(label: string, value: number, currency: string): ReferenceRow {
  return {
    label,
    value: jsonNumberText(value, currency),
    shown: <Amount value={value} currency={currency} />,
  };
}

/** Until when it can be paid; no row without an end. */
export function endRows(
  label: string,
  expiresAt: string | null,
  language: Language,
): readonly ReferenceRow[] {
  if (!expiresAt) return [];
  const value = formatEnd(expiresAt, language);
  return [{ label, value, shown: <time dateTime={expiresAt}>{value}</time>, isPlain: true }];
}

type PaymentReferenceProps = {
  readonly orderNumber: string;
  /** It stands there from the beginning of the page, and has not taken the place of the form. */
  readonly isFound: boolean;
  readonly rows: readonly ReferenceRow[];
  /** What to do, in order. */
  readonly steps: readonly string[];
  readonly title: string;
  readonly intro: string;
  /** Its other texts are in the method's namespace, under the same keys for each. */
  readonly method: ReferenceMethod;
  /** Its status with sending all of it by e-mail; null where that is not to be had. */
  readonly mail: ReferenceMail | null | undefined;
};

export function PaymentReference(props: PaymentReferenceProps) {
  const { orderNumber, isFound, rows, steps, title, intro, method, mail } = props;
  const t: TranslateReference = useTranslations(method);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { standing, askNow } = usePaymentWatch({ orderNumber, method }, isFound);
  useEffect(() => {
    if (isFound) return;
    // The form with the pressed button is gone: screen readers announce what came in its place.
    heading.current?.focus();
    // Loaded again, the page shows this and not the form, whatever led to the form.
    const here = new URL(window.location.href);
    here.searchParams.delete(otherWay);
    window.history.replaceState(null, "", here);
  }, [isFound]);
  return (
    <section className="reference" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{intro}</p>
      <dl className="reference-rows">
        {rows.map((row) => (
          <div className="reference-row" key={row.label}>
            <dt>{row.label}</dt>
            <dd>
              <bdi
                className={row.isCode ? "reference-value reference-code" : "reference-value"}
                dir={row.isCode ? "ltr" : undefined}
              >
                {row.shown ?? row.value}
              </bdi>
              {!row.isPlain && <CopyValue label={row.label} value={row.value} />}
            </dd>
          </div>
        ))}
      </dl>
      <ReferenceShare rows={rows} title={title} method={method} />
      {mail !== null && (
        <ReferenceMailForm orderNumber={orderNumber} method={method} page="info" mail={mail} />
      )}
      <ol className="reference-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="reference-watching">
        <Icon path={icons.clock} /> {t("watching")}
      </p>
      <button
        type="button"
        className="button button-primary"
        aria-disabled={standing === "asking"}
        onClick={askNow}
      >
        {standing === "asking" ? t("checking") : t("checkNow")}
      </button>
      <button type="button" className="button" onClick={() => window.print()}>
        {t("print")}
      </button>
      <p className="reference-answer" role="status">
        {standing === "not_yet" && t("notPaidYet")}
      </p>
      {/* Reloads the page: an open bill or transfer never stands in the way of another method (decision S3). */}
      <a className="cancel-link" href={otherWayAddress(orderNumber)}>
        {t("otherMethod")}
      </a>
    </section>
  );
}

type Watched = Pick<PaymentReferenceProps, "orderNumber" | "method">;

/** Asks for the status of the order, by itself and on request; goes to the result page once it is paid. */
function usePaymentWatch({ orderNumber, method }: Watched, asksAtOnce: boolean) {
  const [standing, setStanding] = useState<"waiting" | "asking" | "not_yet">("waiting");
  const leaving = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const leave = (answer: Answer | null) => leaveOnce(answer, leaving);
    const look = () => ask({ orderNumber, method });
    // A buyer who comes back may have paid meanwhile.
    if (asksAtOnce) void look().then((answer) => !signal.aborted && leave(answer));
    const watch = { ask: look, wait: waitVisibly, isVisible, isBack: asksAtOnce, signal };
    void watchForPayment(watch).then(leave);
    // What the bank has reported to the server is on the page at once.
    const unheard = onOrderChanged(orderNumber, () => void look().then(leave));
    return () => {
      stop.abort();
      unheard();
    };
  }, [orderNumber, method, asksAtOnce]);
  const askNow = async (): Promise<void> => {
    if (standing === "asking") return;
    setStanding("asking");
    const answer = await ask({ orderNumber, method });
    if (endsWaiting(answer)) return leaveOnce(answer, leaving);
    setStanding("not_yet");
  };
  return { standing, askNow: () => void askNow() };
}

/** The server, the watch and the press may learn of the payment at the same moment: a second step would abort the first one's page. */
function leaveOnce(answer: Answer | null, leaving: { current: boolean }): void {
  if (!answer || !endsWaiting(answer) || leaving.current) return;
  leaving.current = true;
  if (answer.kind === "paid") goTo(resultAddress(answer.result));
  else window.location.reload();
}

async function ask({ orderNumber, method }: Watched): Promise<Answer> {
  const limit = { timeoutMs: timing.gatewaySessionTimeoutMs };
  return readAnswer(
    await call("POST /rest/pay/checkPaymentStatus", { body: { orderNumber } }, limit),
    method,
  );
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** Ends early when the buyer comes back to the page, from the bank's app for one. */
function waitVisibly(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (): void => {
      done.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const until = { signal: done.signal };
    document.addEventListener("visibilitychange", () => isVisible() && end(), until);
    signal.addEventListener("abort", end, until);
  });
}
