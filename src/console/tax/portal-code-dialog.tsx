/** Asks for the code that the owner makes in the tax authority's portal, and makes a unit or its next certificate with it. */
import { useState } from "react";
import type { TaxUnits } from "#contract/tax-units.ts";
import { normaliseDigits } from "#core/text.ts";
import type { CallFailure } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { textIfAny, useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

export type PortalAct = "onboard" | "renew";

type PortalProps = {
  readonly act: PortalAct;
  readonly environment: TaxUnits["environments"][number] | undefined;
  readonly onClose: () => void;
};

/** What the authority, or the state of the unit, said of the last try. */
type Reason = { readonly code: string; readonly message?: string; readonly path: string };

export function PortalCodeDialog({ act, environment, onClose }: PortalProps) {
  const { t } = useWording();
  const onboarding = useChange("POST /api/v1/tax-units/onboard", onClose);
  const renewing = useChange("POST /api/v1/tax-units/renew", onClose);
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const send = async (data: FormData): Promise<Faults | null> => {
    const otp = normaliseDigits(String(data.get("otp") ?? "").trim());
    if (!/^\d{6}$/.test(otp)) return { otp: "tax.codeFault" };
    const startsAnew = data.has("startsAnew");
    if (act === "renew") await renewing.mutateAsync({ body: { otp, startsAnew } });
    else await onboarding.mutateAsync({ body: { otp, startsAnew, ...(environment && { environment }) } });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(send, (fields) => {
    setReasons(fields.filter(({ path }) => path !== "otp") as readonly Reason[]);
    return fields.some(({ path }) => path === "otp") ? { otp: "tax.codeRefused" } : {};
  });
  return (
    <Dialog title={t(act === "renew" ? "tax.act.renew" : "tax.begin")} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <p className="soft">{t("tax.codeHint")}</p>
        <Field
          name="otp"
          label={t("tax.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          isLtr
          isRequired
          autoFocus
          maxLength={12}
          fault={faults["otp"]}
        />
        {reasons.length > 0 && (
          <label className="check">
            <input type="checkbox" name="startsAnew" />
            <span>
              {t("tax.startsAnew")}
              <span className="soft step-hint">{t("tax.startsAnewHint")}</span>
            </span>
          </label>
        )}
        <Reasons reasons={reasons} failure={failure} />
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t(isBusy ? "tax.working" : "tax.go")}
        </button>
      </form>
    </Dialog>
  );
}

/** Why it did not continue, in our words, and what the authority found in its own. */
function Reasons(props: { readonly reasons: readonly Reason[]; readonly failure: CallFailure | null }) {
  const { t } = useWording();
  const [own] = props.reasons.filter(({ path }) => path === "unit");
  const found = props.reasons.filter(({ path }) => path === "authority");
  const text = own ? textIfAny(t, `tax.reason.${own.code}`) : null;
  return (
    <>
      {text !== null ? (
        <p className="notice notice-danger" role="alert">
          {text}
        </p>
      ) : (
        props.failure && <Failed failure={props.failure} />
      )}
      {found.length > 0 && (
        <div className="why why-errors">
          <p>{t("tax.found")}</p>
          <ul>
            {found.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <bdi dir="ltr">{code}</bdi>
                <p dir="auto">{message}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
