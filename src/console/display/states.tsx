/** What a screen shows while there is nothing to show yet, nothing at all, or no answer. */
import type { ReactNode } from "react";
import type { CallFailure } from "../calls/call.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { Icon } from "./icon.tsx";
import * as icons from "./icons.ts";

type Query<Data> = {
  readonly data: Data | undefined;
  readonly error: CallFailure | null;
  readonly refetch: () => unknown;
  readonly isPlaceholderData: boolean;
};

/** Draws what a query has read; before that the outline of it, and where it failed why, with a way to try again. */
export function Reading<Data>(props: {
  readonly query: Query<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch, isPlaceholderData } = props.query;
  if (error !== null && (data === undefined || isPlaceholderData))
    return <Failed failure={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={props.rows ?? 4} />;
  return (
    <div className={isPlaceholderData ? "is-old" : undefined} aria-busy={isPlaceholderData}>
      {error !== null && <Failed failure={error} retry={refetch} />}
      {props.children(data)}
    </div>
  );
}

function Loading({ rows }: { readonly rows: number }) {
  const { t } = useWording();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t("states.loading")}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} className="loading-row" />
      ))}
    </div>
  );
}

const failureTexts: Readonly<Record<string, TextKey>> = {
  offline: "failures.offline",
  no_answer: "failures.no_answer",
  permission_missing: "failures.permission_missing",
  unauthorized: "failures.unauthorized",
  reauthentication_required: "failures.reauthentication_required",
  rate_limited: "failures.rate_limited",
  order_not_found: "failures.not_found",
  not_found: "failures.not_found",
  validation_failed: "failures.validation_failed",
  payment_in_progress: "failures.payment_in_progress",
  order_already_paid: "failures.order_already_paid",
  order_cancelled: "failures.order_cancelled",
  order_refunded: "failures.order_refunded",
  refund_in_progress: "failures.refund_in_progress",
  refund_not_supported: "failures.refund_not_supported",
  refund_too_large: "failures.refund_too_large",
  lines_required: "failures.lines_required",
  outcome_unknown: "failures.outcome_unknown",
  seller_incomplete: "failures.seller_incomplete",
  standard_required: "failures.standard_required",
  too_many_attempts: "failures.too_many_attempts",
  link_expired: "failures.link_expired",
  invoice_of_link: "failures.invoice_of_link",
  reference_open: "failures.reference_open",
};

/** What to say of a failed call. */
export function failureText({ code }: CallFailure): TextKey {
  return failureTexts[code] ?? "failures.other";
}

/** Why a call failed, and a button that makes it again. */
export function Failed(props: { readonly failure: CallFailure; readonly retry?: () => unknown }) {
  const { t } = useWording();
  return (
    <div className="notice notice-danger" role="alert">
      <Icon path={icons.alert} />
      <p>{t(failureText(props.failure))}</p>
      {props.retry && (
        <button type="button" className="button" onClick={() => void props.retry?.()}>
          {t("states.retry")}
        </button>
      )}
    </div>
  );
}

/** A list without entries: what it would hold, and the way to the first one. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
