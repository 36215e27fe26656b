/** One unit: what it does now, when its certificate ends, what it has sent, and what is to be done as a button. */
import { useState } from "react";
import type { TaxUnits } from "#contract/tax-units.ts";
import { useChange } from "../calls/change.ts";
import { DateShown } from "../display/date.tsx";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { type PortalAct, PortalCodeDialog } from "./portal-code-dialog.tsx";

type Unit = TaxUnits["items"][number];
type Step = NonNullable<Unit["nextStep"]>;

const looks: Readonly<Record<Unit["state"], string>> = {
  new: "chip",
  active: "chip chip-paid",
  stopped: "chip chip-overdue",
  held: "chip chip-overdue",
  closed: "chip",
};

/** The name is the one that the authority's portal has. */
export function UnitCard({ unit }: { readonly unit: Unit }) {
  const { t } = useWording();
  const { serial, environment, state, certificateEndsAt, stamped, submissions, nextStep } = unit;
  const figures = [
    ["stamped", stamped],
    ["accepted", submissions.accepted],
    ["open", submissions.open],
    ["rejected", submissions.rejected],
  ] as const;
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">{t(`tax.environment.${environment}`)}</span>
        <span className={looks[state]}>{t(`tax.state.${state}`)}</span>
      </div>
      <p className="soft">
        {t("tax.serial")} <bdi dir="ltr">{nameOf(serial)}</bdi>
      </p>
      {certificateEndsAt && (
        <div className="card-row">
          <span>{t("tax.endsAt")}</span>
          <DateShown instant={certificateEndsAt} />
        </div>
      )}
      <dl className="tax-figures">
        {figures.map(([name, count]) => (
          <div key={name} className={name === "rejected" && count > 0 ? "is-bad" : undefined}>
            <dt>{t(`tax.${name}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {nextStep === null ? (
        submissions.open > 0 && state === "active" && <SendNow />
      ) : (
        <NextStep unit={unit} step={nextStep} />
      )}
    </li>
  );
}

/** With a code of the portal, and what the code is for. */
const codeActs = {
  finish_onboarding: "onboard",
  renew: "renew",
  finish_renewal: "renew",
} as const satisfies Partial<Record<Step, PortalAct>>;

const needsCode = (step: Step): step is keyof typeof codeActs => Object.hasOwn(codeActs, step);

function NextStep({ unit, step }: { readonly unit: Unit; readonly step: Step }) {
  const { t } = useWording();
  const mayManage = useMay("shop.manage");
  const [asked, setAsked] = useState<PortalAct | null>(null);
  return (
    <div className="tax-step">
      <p>{t(`tax.next.${step}`)}</p>
      {needsCode(step) &&
        (mayManage ? (
          <button type="button" className="button button-primary" onClick={() => setAsked(codeActs[step])}>
            {t(`tax.act.${step}`)}
          </button>
        ) : (
          <p className="soft">{t("tax.ownerOnly")}</p>
        ))}
      {step === "correct_and_retry" && <SendNow />}
      {asked && (
        <PortalCodeDialog act={asked} environment={unit.environment} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

function SendNow() {
  const { t } = useWording();
  const may = useMay("tax_documents.issue");
  const sending = useChange("POST /api/v1/tax-units/retry");
  if (!may) return null;
  return (
    <div className="shop-save">
      <button
        type="button"
        className="button"
        disabled={sending.isPending}
        onClick={() => sending.mutate({})}
      >
        {t("tax.sendNow")}
      </button>
      <p role="status" className="soft">
        {sending.isSuccess && t("tax.sending")}
      </p>
      {sending.error && <Failed failure={sending.error} />}
    </div>
  );
}

/** As the tax authority lists the unit. */
function nameOf(serial: string): string {
  return `Wasl-${serial.slice(0, 8)}`;
}
