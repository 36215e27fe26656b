/** Invites a colleague: an address or a mobile, a role, one press. */
import { type SubmitEvent, useRef, useState } from "react";
import { type Role, roles } from "#core/roles.ts";
import type { CallFailure } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { Icon } from "../display/icon.tsx";
import { eye } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultOfCode } from "../forms/field-fault.ts";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { readTypedMobile } from "../forms/typed-mobile.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { beginPreview } from "../session/preview.ts";
import { useSession } from "../session/shop.ts";
import { signInName } from "../session/sign-in-name.ts";

/** The colleague that most shops invite first, and who can do the least harm. */
const usual: Role = "cashier";

/** Where nothing sends the invitation. */
const unsentTexts: Readonly<Record<string, TextKey>> = {
  no_sms_account: "team.noSms",
  no_mail_server: "team.noMail",
};

/** What is wrong with the name that was typed; null where the refusal is about something else. */
function faultOf(failure: CallFailure | null): TextKey | null {
  if (failure?.code !== "validation_failed") return null;
  const [ofAllForms] = failure.fields.flatMap(({ code }) => faultOfCode(code) ?? []);
  if (ofAllForms !== undefined) return ofAllForms;
  const [unsent] = failure.fields.flatMap(({ code }) => unsentTexts[code] ?? []);
  return unsent ?? "team.nameWrong";
}

export function InviteForm() {
  const { t } = useWording();
  const { role: own } = useSession().shop;
  const kept = useKeptTyping("invitation", { sealed: ["name"] });
  const inviting = useChange("POST /api/v1/team/invitations", kept.drop);
  const form = useRef<HTMLFormElement>(null);
  const [role, setRole] = useState<Role>(usual);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    setMissing(name === "");
    if (name === "") return;
    const to = name.includes("@") ? { email: name } : { mobile: readTypedMobile(name) };
    inviting.mutate({ body: { ...to, role } }, { onSuccess: () => form.current?.reset() });
  };
  const fault = isMissing ? "team.nameWrong" : faultOf(inviting.error);
  return (
    <form ref={form} className="panel form" noValidate onSubmit={submit} aria-labelledby="invite">
      <h2 id="invite">{t("team.invite")}</h2>
      {kept.keeper}
      <Field
        name="name"
        label={t("team.name")}
        hint={t("team.nameHint")}
        inputMode="email"
        isLtr
        isRequired
        maxLength={254}
        fault={fault}
      />
      <label className="field">
        <span>{t("team.role")}</span>
        <select
          className="control"
          value={role}
          onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? usual)}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {t(`role.${one}`)}
            </option>
          ))}
        </select>
        <span className="field-hint" aria-live="polite">
          {t(`roleMay.${role}`)}
        </span>
      </label>
      {role !== own && (
        <button type="button" className="act" onClick={() => beginPreview(role)}>
          <Icon path={eye} />
          {t("preview.begin")}
        </button>
      )}
      {inviting.error && !fault && <Failed failure={inviting.error} />}
      <p role="status">
        {inviting.data &&
          t(inviting.data.isSent ? "team.isSent" : "team.notSent", { name: signInName(inviting.data) })}
      </p>
      <button type="submit" className="button button-primary" disabled={inviting.isPending}>
        {t("team.send")}
      </button>
    </form>
  );
}
