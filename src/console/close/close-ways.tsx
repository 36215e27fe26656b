/** Where the close of a day goes: a message on WhatsApp, another program of the phone, paper, a file. */
import { useState } from "react";
import type { DailyClose } from "#contract/daily-close.ts";
import { DownloadButton } from "../display/download-button.tsx";
import { Icon } from "../display/icon.tsx";
import { copy, send, whatsapp } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { printer } from "../selling/icons.ts";
import { methodNames } from "../session/me.ts";
import { useSession } from "../session/shop.ts";
import { closeText } from "./close-text.ts";

export function CloseWays({ close }: { readonly close: DailyClose }) {
  const { t, language } = useWording();
  const { shop } = useSession();
  const [isCopied, setCopied] = useState(false);
  const text = closeText(close, {
    shop: shop.name,
    language,
    t,
    nameOf: (method) => methodNames()[language][method] ?? method,
  });
  const { day } = close;
  const query = { from: day, to: day, language, format: "xlsx" };
  return (
    <section className="no-print" aria-label={t("close.share")}>
      <div className="send-ways">
        <a
          className="way-to-send is-whatsapp"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon path={whatsapp} />
          <span>{t("send.whatsapp")}</span>
          <span className="visually-hidden">{t("send.newTab")}</span>
        </a>
        {typeof navigator.share === "function" && (
          <button
            type="button"
            className="way-to-send"
            // Who closes the sheet of the phone has changed their mind: nothing failed.
            onClick={() => void navigator.share({ text }).catch(() => {})}
          >
            <Icon path={send} className="is-directed" />
            <span>{t("close.share")}</span>
          </button>
        )}
        <button
          type="button"
          className="way-to-send"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          <Icon path={copy} />
          <span>{t("close.copy")}</span>
          <span className="way-state" role="status">
            {isCopied && t("send.copied")}
          </span>
        </button>
        <button type="button" className="way-to-send" onClick={() => print()}>
          <Icon path={printer} />
          <span>{t("sheet.print")}</span>
        </button>
      </div>
      <div className="downloads close-files">
        <DownloadButton
          call="GET /api/v1/exports/payments"
          query={query}
          fileName={`${t("exports.name.payments")}-${day}.xlsx`}
          label={t("close.paymentsFile")}
        />
        <DownloadButton
          call="GET /api/v1/exports/refunds"
          query={query}
          fileName={`${t("exports.name.refunds")}-${day}.xlsx`}
          label={t("close.refundsFile")}
        />
      </div>
    </section>
  );
}
