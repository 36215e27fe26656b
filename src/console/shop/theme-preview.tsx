/** The real page of the shop's last invoice, in both languages, light and dark; nothing in it can be pressed or sent. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Language } from "#core/language.ts";
import { useRead } from "../calls/queries.ts";
import { Empty, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

type PreviewProps = {
  /** Another one loads the page again. */
  readonly version: string;
};

const schemes = ["light", "dark"] as const;
const languages = ["ar", "en"] as const satisfies readonly Language[];

export function ThemePreview({ version }: PreviewProps) {
  const { t, language: own } = useWording();
  const [language, setLanguage] = useState<Language>(own);
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("light");
  const latest = useRead("GET /api/v1/invoices", { query: { limit: 1 } });
  return (
    <section className="panel" aria-labelledby="preview">
      <h2 id="preview">{t("look.preview")}</h2>
      <div className="plot-spans">
        {languages.map((one) => (
          <button
            key={one}
            type="button"
            className={one === language ? "choice active" : "choice"}
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {t(one === "ar" ? "new.arabic" : "new.english")}
          </button>
        ))}
        {schemes.map((one) => (
          <button
            key={one}
            type="button"
            className={one === scheme ? "choice active" : "choice"}
            aria-pressed={one === scheme}
            onClick={() => setScheme(one)}
          >
            {t(`look.${one}`)}
          </button>
        ))}
      </div>
      <Reading query={latest} rows={4}>
        {({ items: [invoice] }) =>
          invoice === undefined ? (
            <Empty title={t("look.noInvoice")}>
              <Link to="/invoices/new" className="button">
                {t("shell.new")}
              </Link>
            </Empty>
          ) : (
            <iframe
              key={version}
              className="look-page"
              title={t("look.preview")}
              sandbox="allow-same-origin"
              tabIndex={-1}
              src={previewAddress(invoice.url, { language, scheme })}
            />
          )
        }
      </Reading>
    </section>
  );
}

function previewAddress(url: string, { language, scheme }: { language: string; scheme: string }): string {
  const { origin, pathname } = new URL(url);
  const orderNumber = pathname.split("/").at(-1) ?? "";
  return `${origin}/pay/preview/${orderNumber}?lang=${language}&scheme=${scheme}`;
}
