/** A new key: its name and what it may do. */
import { type SubmitEvent, useState } from "react";
import type { CreatedApiKey } from "#contract/api-keys.ts";
import { apiKeyScopes } from "#core/api-key-scopes.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

type NewKeyProps = { readonly onClose: () => void; readonly onMade: (made: CreatedApiKey) => void };

/** What a shop's server needs. */
const usual: readonly string[] = ["read", "issue"];

export function NewKeyDialog({ onClose, onMade }: NewKeyProps) {
  const { t } = useWording();
  const [isUnscoped, setUnscoped] = useState(false);
  const making = useChange("POST /api/v1/keys", (made) => [onClose(), onMade(made)]);
  const wrongName = faultAt(making.error, "name");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scopes = apiKeyScopes.filter((scope) => form.has(scope));
    setUnscoped(scopes.length === 0);
    if (scopes.length === 0) return;
    const name = String(form.get("name") ?? "").trim() || t("keys.usualName");
    making.mutate({ body: { name, scopes } });
  };
  return (
    <Dialog title={t("keys.new")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          name="name"
          label={t("keys.name")}
          hint={t("keys.nameHint")}
          maxLength={100}
          fault={wrongName}
        />
        <fieldset className="line">
          <legend>{t("keys.may")}</legend>
          {apiKeyScopes.map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" name={scope} defaultChecked={usual.includes(scope)} />
              <span>{t(`scope.${scope}`)}</span>
            </label>
          ))}
          {isUnscoped && <p className="field-fault">{t("fault.scopes")}</p>}
        </fieldset>
        {making.error && !wrongName && <Failed failure={making.error} />}
        <button type="submit" className="button button-primary" disabled={making.isPending}>
          {t("keys.make")}
        </button>
      </form>
    </Dialog>
  );
}
