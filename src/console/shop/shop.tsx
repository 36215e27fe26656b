/** What the shop says of itself, section by section, each saved by itself; and what its buyers can pay by. */
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { OwnMerchant } from "#contract/merchant.ts";
import { useRead } from "../calls/queries.ts";
import { Choices } from "../display/choices.tsx";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { WorldNote } from "../shell/world-note.tsx";
import { Methods } from "./methods.tsx";
import { RefundLimits } from "./refund-limits.tsx";
import { Section } from "./section.tsx";
import { sections } from "./shop-fields.ts";

/** A person who may not change the shop reads so here, and sees no forms that would be refused. */
export function Shop() {
  const { t } = useWording();
  const may = useMay("shop.manage");
  const mayReport = useMay("reports.read");
  const mayLook = useMay("theme.manage");
  const { shop } = useSession();
  return (
    <Screen title={t("shop.title")}>
      <WorldNote about="settings" />
      <nav aria-label={t("shop.more")}>
        <Choices>
          {may && (
            <li>
              <Link to="/shop/$part" params={{ part: "steps" }} className="choice">
                {t("steps.title")}
              </Link>
            </li>
          )}
          {mayLook && (
            <li>
              <Link to="/shop/look" className="choice">
                {t("look.title")}
              </Link>
            </li>
          )}
          <li>
            <Link to="/shop/$part" params={{ part: "terms" }} className="choice">
              {t("agreements.screen")}
            </Link>
          </li>
          {mayReport && (
            <li>
              <Link to="/shop/$part" params={{ part: "tax" }} className="choice">
                {t("tax.title")}
              </Link>
            </li>
          )}
          <li>
            <Link to="/shop/$part" params={{ part: "messages" }} className="choice">
              {t("messages.title")}
            </Link>
          </li>
        </Choices>
      </nav>
      {may ? <Settings key={shop.merchantId} /> : <p className="notice">{t("shop.ofOwner")}</p>}
    </Screen>
  );
}

function Settings() {
  const merchant = useRead("GET /api/v1/merchant", {});
  return (
    <>
      <Reading query={merchant} rows={5}>
        {(shown) => <Sections merchant={shown} />}
      </Reading>
      <RefundLimits />
      <Methods />
    </>
  );
}

function Sections({ merchant }: { readonly merchant: OwnMerchant }) {
  const { t, language } = useWording();
  const { missingFacts, waitingTaxInvoices } = merchant;
  // A step leads to its section, which is there only now.
  useEffect(() => {
    if (location.hash.startsWith("#shop-"))
      document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div className="shop-sections">
      {missingFacts.length > 0 && (
        <div className="notice notice-danger">
          <p>
            {t("shop.missing")}{" "}
            {new Intl.ListFormat(language).format(missingFacts.map((fact) => t(`shopFact.${fact}`)))}.{" "}
            {waitingTaxInvoices > 0 && t("shop.waiting", { count: waitingTaxInvoices })}
          </p>
        </div>
      )}
      {sections.map((section) => (
        <Section key={section.name} section={section} merchant={merchant} />
      ))}
    </div>
  );
}
