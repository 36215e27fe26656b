/**
 * The shop's own account at a provider: connected by what the provider's portal shows, and tried at once. Where the provider does not
 * accept it, the form stays with all that was typed. Secrets go in and never come out; nothing of them is kept in the browser.
 */
import { useState } from "react";
import type { AccountSetting, ProviderAccount } from "#contract/provider-accounts.ts";
import { newIdempotencyKey } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { methodNames } from "../session/me.ts";
import { Dialog } from "../shell/dialog.tsx";
import { TryAccount } from "./try-account.tsx";
import { typedAccount } from "./typed-account.ts";

type AccountProps = { readonly account: ProviderAccount; readonly onClose: () => void };

export function AccountDialog({ account, onClose }: AccountProps) {
  const { t, language } = useWording();
  // How often it was stored: each time it is tried again.
  const [stored, setStored] = useState(0);
  const [isKnown, setKnown] = useState(false);
  const { method } = account;
  const name = methodNames()[language][method] ?? method;
  return (
    <Dialog title={t("accountForm.title", { method: name })} onClose={onClose}>
      {!isKnown && (
        <AccountForm account={account} onStored={() => setStored((times) => times + 1)} onClose={onClose} />
      )}
      {stored > 0 && (
        <div className="form">
          <p role="status">{t(isKnown ? "accountForm.known" : "accountForm.stored")}</p>
          <TryAccount key={stored} method={method} onAnswer={(state) => setKnown(state === "answers")} />
          <button type="button" className="button" onClick={onClose}>
            {t("accountForm.close")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

function AccountForm({ account, onStored, onClose }: AccountProps & { readonly onStored: () => void }) {
  const { t } = useWording();
  const { method, settings, ownLimits, updatedAt } = account;
  const storing = useChange("PUT /api/v1/accounts/:method");
  const removing = useChange("DELETE /api/v1/accounts/:method");
  // The same for each try of this form.
  const [ours] = useState(newIdempotencyKey);
  const store = async (data: FormData): Promise<Faults | null> => {
    const typed = ({ path, kind }: AccountSetting): string =>
      kind === "own_secret" ? ours : String(data.get(path) ?? "").trim();
    const missing = settings.filter((setting) => typed(setting) === "");
    if (missing.length > 0)
      return Object.fromEntries(missing.map(({ path }) => [path, "accountForm.missing"] as const));
    // Another account has the shop's own limits, too.
    const limits = Object.entries(ownLimits ?? {}).filter(([, amount]) => amount !== null);
    const body = { ...typedAccount(settings, typed), ...Object.fromEntries(limits) };
    await storing.mutateAsync({ params: { method }, body });
    onStored();
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(store, (wrong) =>
    Object.fromEntries(
      wrong.map(({ path, code }) => {
        const isTest = code === "test_account";
        const place = settings.find((one) => path.startsWith(one.path))?.path ?? settings[0]?.path ?? "";
        return [place, isTest ? "accountForm.forTests" : "accountForm.wrong"] as const;
      }),
    ),
  );
  return (
    <form ref={form} className="form" noValidate onSubmit={submit} autoComplete="off">
      <p className="soft">{t("accountForm.hint")}</p>
      {settings.map((setting) => (
        <OneSetting key={setting.path} setting={setting} fault={faults[setting.path]} />
      ))}
      {failure && <Failed failure={failure} />}
      <button type="submit" className="button button-primary" disabled={isBusy}>
        {t("accountForm.store")}
      </button>
      {updatedAt !== null && (
        <>
          <p className="soft">{t("accountForm.removeHint")}</p>
          <button
            type="button"
            className="button button-danger"
            disabled={removing.isPending}
            onClick={() => removing.mutate({ params: { method } }, { onSuccess: onClose })}
          >
            {t("accountForm.remove")}
          </button>
          {removing.error && <Failed failure={removing.error} />}
        </>
      )}
    </form>
  );
}

type SettingProps = { readonly setting: AccountSetting; readonly fault: TextKey | undefined };

function OneSetting({ setting, fault }: SettingProps) {
  const { language } = useWording();
  const { path, kind, usual, label } = setting;
  if (kind === "own_secret") return null;
  return (
    <Field
      name={path}
      label={label[language]}
      isRequired
      isLtr
      maxLength={kind === "pem" ? 20_000 : 4_096}
      defaultValue={usual ?? undefined}
      fault={fault}
      {...(kind === "secret" && { type: "password" as const, autoComplete: "new-password" })}
      {...(kind === "pem" && { lines: 4 })}
    />
  );
}
