/** Calls of the shop's programs, one below the other: what was called, what it was answered, by which key and from where. */
import { Link } from "@tanstack/react-router";
import type { ApiRequestModel } from "#contract/api-requests.ts";
import { DateShown } from "../display/date.tsx";
import { useWording } from "../i18n/texts.ts";

type RowsProps = {
  readonly requests: readonly ApiRequestModel[];
  /** Where each is about another invoice, the way to it. */
  readonly invoices: "linked" | "known";
};

export function RequestRows({ requests, invoices }: RowsProps) {
  const { t } = useWording();
  return (
    <ul className="cards">
      {requests.map((one) => (
        <li key={one.id} className="card">
          <div className="card-row">
            <bdi dir="ltr" className="code long-word">
              <b>{one.method}</b> {one.route}
            </bdi>
            <bdi dir="ltr" className={one.status < 400 ? "chip chip-paid" : "chip chip-declined"}>
              {one.code ? `${one.status} ${one.code}` : one.status}
            </bdi>
          </div>
          <div className="card-row">
            <DateShown instant={one.at} hasTime />
            <bdi>{one.key.name}</bdi>
          </div>
          {invoices === "linked" && one.orderNumber !== null && (
            <p>
              <Link to="/invoices/$orderNumber" params={{ orderNumber: one.orderNumber }}>
                {t("messages.invoice")} <bdi dir="ltr">{one.orderNumber}</bdi>
              </Link>
            </p>
          )}
          <p className="soft">
            <bdi dir="ltr" className="code long-word">
              {`${one.durationMs} ms · ${one.address} · ${one.requestId}`}
            </bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
