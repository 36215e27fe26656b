/** Asks over the form who the person is: after the session has ended, or for an act that needs it confirmed. */
import { type SubmitEvent, useState } from "react";
import { Field } from "../forms/field.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { type Asked, answerGate } from "../session/gate.ts";
import { useSession } from "../session/shop.ts";
import { Dialog } from "./dialog.tsx";

/** Who has no session any more signs in as on the page of it; who has one only says again that it is them. */
async function answer(
  asked: Asked,
  { email, password }: { email: string; password: string },
): Promise<Response> {
  if (asked === "ended")
    return await fetch("/sign-in", {
      method: "POST",
      body: new URLSearchParams({ name: email, password, next: "/" }),
      // It leads on where it has worked.
      redirect: "manual",
    });
  return await fetch("/sign-in/again", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ password }),
  });
}

/** @returns null, or what went wrong */
async function show(asked: Asked, typed: { email: string; password: string }): Promise<TextKey | null> {
  try {
    const response = await answer(asked, typed);
    if (response.ok || response.type === "opaqueredirect") return null;
    return response.status === 429 ? "failures.rate_limited" : "gate.wrong";
  } catch {
    return navigator.onLine ? "failures.no_answer" : "failures.offline";
  }
}

export default function Asking({ asked }: { readonly asked: Asked }) {
  const { t } = useWording();
  const { me } = useSession();
  const [fault, setFault] = useState<TextKey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    const problem = await show(asked, { email: me.person.email, password });
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
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t(isEnded ? "gate.signIn" : "gate.confirm")}
        </button>
      </form>
    </Dialog>
  );
}
