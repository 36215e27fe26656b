/** Asks over the form who the person is: after the session has ended, or for an act that needs it confirmed. */
import { type SubmitEvent, useState } from "react";
import { Field } from "../forms/field.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { type Asked, answerGate, useAsked } from "../session/gate.ts";
import { useSession } from "../session/shop.ts";
import { Dialog } from "./dialog.tsx";

/** Nothing while nothing is asked. */
export function GateDialog() {
  const asked = useAsked();
  return asked === null ? null : <Asking key={asked} asked={asked} />;
}

/** @returns null, or what went wrong */
async function show(asked: Asked, form: FormData): Promise<TextKey | null> {
  const text = (name: string) => String(form.get(name) ?? "");
  const body = {
    password: text("password"),
    ...(text("code") !== "" && { code: text("code") }),
    ...(asked === "ended" && { email: text("email") }),
  };
  try {
    const response = await fetch("/sign-in/again", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return null;
    return response.status === 429 ? "failures.rate_limited" : "gate.wrong";
  } catch {
    return navigator.onLine ? "failures.no_answer" : "failures.offline";
  }
}

function Asking({ asked }: { readonly asked: Asked }) {
  const { t } = useWording();
  const { me } = useSession();
  const [fault, setFault] = useState<TextKey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const problem = await show(asked, new FormData(event.currentTarget));
    setBusy(false);
    setFault(problem);
    if (problem === null) answerGate(true);
  };
  const isEnded = asked === "ended";
  return (
    <Dialog title={t(isEnded ? "gate.ended" : "gate.stale")} onClose={() => answerGate(false)}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <p>{t(isEnded ? "gate.endedHint" : "gate.staleHint")}</p>
        <input type="hidden" name="email" autoComplete="username" value={me.person.email ?? ""} readOnly />
        <Field
          name="password"
          label={t("gate.password")}
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
          fault={fault === null ? null : t(fault)}
        />
        <Field
          name="code"
          label={t("gate.code")}
          hint={t("gate.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t(isEnded ? "gate.signIn" : "gate.confirm")}
        </button>
      </form>
    </Dialog>
  );
}
