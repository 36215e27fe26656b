/** The invoice is there: its link goes out, and the next one is a press away. */
import { Link } from "@tanstack/react-router";
import type { Invoice } from "#contract/invoices.ts";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { check } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { SendWays } from "./send-ways.tsx";

export function SentInvoice({ invoice, onNext }: { readonly invoice: Invoice; readonly onNext: () => void }) {
  const { t } = useWording();
  const { orderNumber, client, total, currency } = invoice;
  return (
    <Screen title={t("sent.title")}>
      <div className="sent">
        <p className="sent-sum">
          <Icon path={check} className="sent-icon" />
          <Amount amount={total} currency={currency} />
        </p>
        {client && (
          <p>
            {t("sent.for")} <bdi dir={client.name ? undefined : "ltr"}>{client.name ?? client.mobile}</bdi>
          </p>
        )}
      </div>
      <h2>{t("send.title")}</h2>
      <SendWays invoice={invoice} />
      <div className="form-end">
        <button type="button" className="button button-primary" onClick={onNext}>
          {t("sent.next")}
        </button>
        <Link to="/invoices/$orderNumber" params={{ orderNumber }} className="button">
          {t("sent.open")}
        </Link>
      </div>
    </Screen>
  );
}
