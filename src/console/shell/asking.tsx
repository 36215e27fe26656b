/** Asks over the form who the person is: after the session has ended, or for an act that needs it confirmed. */
import { type SubmitEvent, useState } from "react";
import { Field } from "../forms/field.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { type Asked, answerGate } from "../session/gate.ts";
import { askPasskey } from "../session/passkey.ts";
import { type Proof, type Proven, prove } from "../session/prove.ts";
import { useSession } from "../session/shop.ts";
import { signInName } from "../session/sign-in-name.ts";
import { Dialog } from "./dialog.tsx";

const faults: Readonly<Record<Exclude<Proven, "proven">, TextKey>> = {
  wrong: "gate.wrong",
  code_needed: "gate.codeNeeded",
  rate_limited: "gate.wait",
};

async function tryToProve(asked: Asked, proof: Proof): Promise<Proven | "no_answer" | "offline"> {
  try {
    return await prove(asked, proof);
  } catch {
    return navigator.onLine ? "no_answer" : "offline";
  }
}

export default function Asking({ asked }: { readonly asked: Asked }) {
  const { t } = useWording();
  const { me } = useSession();
  const [needsCode, setNeedsCode] = useState(me.person.hasSecondFactor);
  const [fault, setFault] = useState<TextKey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async (proof: Omit<Proof, "name">): Promise<void> => {
    setBusy(true);
    const proven = await tryToProve(asked, { name: signInName(me.person), ...proof });
    setBusy(false);
    if (proven === "proven") return answerGate(true);
    if (proven === "code_needed") setNeedsCode(true);
    setFault(proven === "no_answer" || proven === "offline" ? `failures.${proven}` : faults[proven]);
  };
  const byPasskey = async (): Promise<void> => {
    const credential = await askPasskey().catch(() => null);
    if (credential === null) return setFault("gate.noPasskey");
    await answer({ password: "", code: "", credential });
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = (name: string): string => String(data.get(name) ?? "");
    await answer({ password: typed("password"), code: typed("code").trim() });
  };
  const isEnded = asked === "ended";
  return (
    <Dialog title={t(isEnded ? "gate.ended" : "gate.stale")} onClose={() => answerGate(false)}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <p>{t(isEnded ? "gate.endedHint" : "gate.staleHint")}</p>
        <input type="hidden" name="email" autoComplete="username" value={signInName(me.person)} readOnly />
        <Field
          name="password"
          label={t("gate.password")}
          type="password"
          autoComplete="current-password"
          isLtr
          isRequired
          autoFocus
          fault={needsCode ? null : fault}
        />
        {needsCode && (
          <Field
            name="code"
            label={t("gate.code")}
            hint={t("gate.codeHint")}
            autoComplete="one-time-code"
            maxLength={40}
            isLtr
            isRequired
            fault={fault}
          />
        )}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t(isEnded ? "gate.signIn" : "gate.confirm")}
        </button>
        {me.person.hasPasskey && (
          <button type="button" className="button" disabled={isBusy} onClick={() => void byPasskey()}>
            {t("gate.passkey")}
          </button>
        )}
      </form>
    </Dialog>
  );
}
