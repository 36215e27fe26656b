/** The units of e-invoicing and their state: the phase of the shop, each unit with its next step, and what the authority has not taken. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { TaxUnits } from "#contract/tax-units.ts";
import { useRead } from "../calls/queries.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { OpenDocuments } from "./open-documents.tsx";
import { type PortalAct, PortalCodeDialog } from "./portal-code-dialog.tsx";
import { UnitCard } from "./unit-card.tsx";

export function TaxScreen() {
  const { t } = useWording();
  const may = useMay("reports.read");
  return (
    <Screen title={t("tax.title")}>
      <Link to="/shop" className="act act-start">
        {t("look.back")}
      </Link>
      {may ? <Units /> : <p className="notice">{t("failures.permission_missing")}</p>}
    </Screen>
  );
}

function Units() {
  const units = useRead("GET /api/v1/tax-units", {});
  return (
    <Reading query={units} rows={4}>
      {(shown) => (
        <div className="shop-sections">
          <Phase units={shown} />
          <ul className="cards">
            {shown.items.map((unit) => (
              <UnitCard key={unit.serial} unit={unit} />
            ))}
          </ul>
          {shown.items.length > 0 && <OpenDocuments />}
        </div>
      )}
    </Reading>
  );
}

/** Where the shop stands with e-invoicing, and the way into its second phase. */
function Phase({ units }: { readonly units: TaxUnits }) {
  const { t } = useWording();
  const mayManage = useMay("shop.manage");
  const [asked, setAsked] = useState<PortalAct | null>(null);
  const { phase, waitingTaxInvoices, items } = units;
  const isHeld = items.some(({ state }) => state === "held");
  // A unit that is being made, or held, says its next step itself.
  const mayBegin = phase === 1 && mayManage && !items.some(({ state }) => state === "new");
  return (
    <section className="panel" aria-labelledby="tax-phase">
      <h2 id="tax-phase">{t(`tax.phase.${phase}`)}</h2>
      <p className="soft">{t(`tax.phaseHint.${phase}`)}</p>
      {waitingTaxInvoices > 0 && (
        <p className="notice notice-danger">
          {t("tax.waiting", { count: waitingTaxInvoices })}{" "}
          {!isHeld && (
            <Link to="/shop" hash="shop-names">
              {t("tax.fillIn")}
            </Link>
          )}
        </p>
      )}
      {phase === 0 && mayManage && (
        <Link to="/shop" hash="shop-tax" className="button">
          {t("tax.addNumber")}
        </Link>
      )}
      {mayBegin && (
        <div className="row-acts">
          <button type="button" className="button" onClick={() => setAsked("onboard")}>
            {t("tax.begin")}
          </button>
        </div>
      )}
      {asked && (
        <PortalCodeDialog act={asked} environment={units.environments[0]} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}
