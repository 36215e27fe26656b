/**
 * Until when something can be paid: a day and a time of the shop's zone, and towards the end how much time is left. The
 * line of that time is there from the start, so that nothing moves when the script begins to count (script/countdown.ts).
 */
import { useTranslations } from "use-intl/react";
import * as timing from "#core/timing.ts";
import { clockText } from "../i18n/clock-text.ts";
import styles from "../styles/pay-until.css?inline";
import { LateStyles } from "./late-styles.tsx";
import { ShownDate } from "./shown-date.tsx";

/** Minutes before the end at which the time that is left is read out. */
const saidAtMinutes = [30, 10, 5, 1] as const;

type PayUntilProps = {
  /** RFC 3339 */
  readonly until: string;
  /** What ends then: paying an invoice, or the offer of a product link. */
  readonly of?: "invoice" | "offer";
};

export function PayUntil({ until, of = "invoice" }: PayUntilProps) {
  const t = useTranslations("invoice");
  const leftMs = Date.parse(until) - Date.now();
  return (
    <div className="pay-until">
      <LateStyles sheets={[styles]} />
      <p>
        {t(of === "offer" ? "offerUntil" : "payUntil")} <ShownDate instant={until} hasTime /> {t("zone")}
      </p>
      {leftMs > 0 && leftMs <= timing.countdownRoomMs && <TimeLeft leftMs={leftMs} />}
    </div>
  );
}

/** The clock of the page's server says how much is left; the buyer's only counts on from there. */
function TimeLeft({ leftMs }: { readonly leftMs: number }) {
  const t = useTranslations("invoice");
  const said = Object.fromEntries(saidAtMinutes.map((count) => [count, t("minutesLeft", { count })]));
  return (
    <p
      className="time-left"
      data-left={Math.round(leftMs)}
      data-counted={timing.countdownMs}
      data-said={JSON.stringify(said)}
    >
      <span hidden={leftMs > timing.countdownMs}>
        {t("timeLeft")} <bdi dir="ltr">{clockText(leftMs)}</bdi>
      </span>
      <span className="visually-hidden" role="status" />
    </p>
  );
}
