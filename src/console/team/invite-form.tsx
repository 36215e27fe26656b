/** Invites a colleague: an address, a role, one press. */
import { type SubmitEvent, useRef, useState } from "react";
import { type Role, roles } from "#core/roles.ts";
import { useChange } from "../calls/queries.ts";
import { Icon } from "../display/icon.tsx";
import { eye } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { beginPreview } from "../session/preview.ts";
import { useSession } from "../session/shop.ts";

/** The colleague that most shops invite first, and who can do the least harm. */
const usual: Role = "cashier";

export function InviteForm() {
  const { t } = useWording();
  const { role: own } = useSession().shop;
  const inviting = useChange("POST /api/v1/team/invitations");
  const form = useRef<HTMLFormElement>(null);
  const [role, setRole] = useState<Role>(usual);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setMissing(email === "");
    if (email === "") return;
    inviting.mutate({ body: { email, role } }, { onSuccess: () => form.current?.reset() });
  };
  const isWrong = isMissing || inviting.error?.code === "validation_failed";
  return (
    <form ref={form} className="panel form" noValidate onSubmit={submit} aria-labelledby="invite">
      <h2 id="invite">{t("team.invite")}</h2>
      <Field
        name="email"
        label={t("team.email")}
        type="email"
        inputMode="email"
        isLtr
        isRequired
        maxLength={254}
        fault={isWrong ? t("fault.email") : null}
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
      {inviting.error && !isWrong && <Failed failure={inviting.error} />}
      <p role="status">
        {inviting.data &&
          t(inviting.data.isSent ? "team.isSent" : "team.notSent", { email: inviting.data.email })}
      </p>
      <button type="submit" className="button button-primary" disabled={inviting.isPending}>
        {t("team.send")}
      </button>
    </form>
  );
}
