/** Terms of sale: a text in each language, its versions, which one new invoices have, and how many buyers accepted each. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Agreement } from "#contract/agreements.ts";
import { useChange } from "../calls/change.ts";
import { useList } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Empty, Failed, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { AgreementForm } from "./agreement-form.tsx";

export function AgreementsScreen() {
  const { t } = useWording();
  const may = useMay("theme.manage");
  const list = useList("GET /api/v1/agreements", { query: { limit: 25 } });
  return (
    <Screen title={t("agreements.screen")}>
      <p className="soft">
        {t("agreements.hint")}{" "}
        <Link to="/shop" hash="shop-returns">
          {t("agreements.returns")}
        </Link>
      </p>
      <Reading query={list}>
        {({ pages }) => {
          const versions = pages.flatMap(({ items }) => items);
          const standard = versions.find(({ isStandard }) => isStandard);
          return (
            <div className="shop-sections">
              {may && (
                <AgreementForm
                  key={versions[0]?.version ?? 0}
                  begun={standard ?? versions[0]}
                  next={(versions[0]?.version ?? 0) + 1}
                />
              )}
              <section className="part" aria-labelledby="versions">
                <h2 id="versions">{t("agreements.versions")}</h2>
                {versions.length === 0 ? (
                  <Empty title={t("agreements.none")}>
                    <p>{t("agreements.noneHint")}</p>
                  </Empty>
                ) : (
                  <ul className="cards">
                    {versions.map((version) => (
                      <Version key={version.version} version={version} />
                    ))}
                  </ul>
                )}
                <MoreOf list={list} />
              </section>
            </div>
          );
        }}
      </Reading>
    </Screen>
  );
}

function Version({ version }: { readonly version: Agreement }) {
  const { t, language } = useWording();
  const [isOpen, setOpen] = useState(false);
  const { title, text, english, isStandard, createdAt, acceptedInvoices } = version;
  const shown = (language === "en" && english) || { title, text };
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-title">
          <bdi className="card-name">{shown.title}</bdi>
          {isStandard && <span className="chip chip-paid">{t("agreements.standard")}</span>}
        </span>
        <DateShown instant={createdAt} />
      </div>
      <p className="soft">
        {t("agreements.version", { version: version.version })} ·{" "}
        {t("agreements.accepted", { count: acceptedInvoices })}
        {english === null && ` · ${t("agreements.oneLanguage")}`}
      </p>
      <div className="row-acts">
        <button type="button" className="act" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "agreements.hide" : "agreements.read")}
        </button>
        <StandardButton version={version} />
      </div>
      {isOpen && (
        <>
          <AsRead title={title} text={text} />
          {english && <AsRead title={english.title} text={english.text} />}
        </>
      )}
    </li>
  );
}

/** The words as the window of the payment page sets them. */
export function AsRead({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="panel terms-read" dir="auto">
      <h3 dir="auto">{title}</h3>
      <p dir="auto">{text}</p>
    </div>
  );
}

function StandardButton({ version: { version, isStandard } }: { readonly version: Agreement }) {
  const { t } = useWording();
  const may = useMay("theme.manage");
  const choosing = useChange("PUT /api/v1/agreements/standard");
  if (!may) return null;
  return (
    <>
      <button
        type="button"
        className="act"
        disabled={choosing.isPending}
        onClick={() => choosing.mutate({ body: { version: isStandard ? null : version } })}
      >
        {t(isStandard ? "agreements.useNone" : "agreements.useThis")}
      </button>
      {choosing.error && <Failed failure={choosing.error} />}
    </>
  );
}
