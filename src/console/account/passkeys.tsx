/** The person's passkeys: named and removed here, made on a page of the server. */
import { useState } from "react";
import type { Passkey } from "#contract/people.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { cross, forth } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { NameDialog } from "./name-dialog.tsx";

export function Passkeys() {
  const { t } = useWording();
  const passkeys = useRead("GET /api/v1/me/passkeys", {});
  const [opened, setOpened] = useState<Passkey | null>(null);
  return (
    <section className="panel" aria-labelledby="passkeys">
      <h2 id="passkeys">{t("account.passkeys")}</h2>
      <p>{t("account.passkeysHint")}</p>
      <Reading query={passkeys} rows={1}>
        {({ items }) => (
          <ul className="cards">
            {items.map((one) => (
              <li key={one.id} className="card">
                <div className="card-row">
                  <bdi className="card-name long-word">{one.name}</bdi>
                  <button type="button" className="act" onClick={() => setOpened(one)}>
                    {t("account.change")}
                  </button>
                </div>
                <div className="card-row soft">
                  <span>{t(one.lastUsedAt === null ? "account.neverUsed" : "account.lastUsed")}</span>
                  {one.lastUsedAt !== null && <DateShown instant={one.lastUsedAt} hasTime />}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Reading>
      <a className="button" href="/passkeys/new">
        {t("account.addPasskey")}
        <Icon path={forth} className="is-directed" />
      </a>
      {opened && <PasskeyDialog passkey={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function PasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { t } = useWording();
  const renaming = useChange("PATCH /api/v1/me/passkeys/:passkeyId");
  const removing = useChange("DELETE /api/v1/me/passkeys/:passkeyId");
  const params = { passkeyId: String(passkey.id) };
  return (
    <NameDialog
      title={t("account.passkey")}
      field={{ label: t("account.passkeyName"), defaultValue: passkey.name, maxLength: 60 }}
      storing={renaming}
      onName={(name) => renaming.mutate({ params, body: { name } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t("account.removeHint")}</p>
      <button
        type="button"
        className="button button-danger"
        disabled={removing.isPending}
        onClick={() => removing.mutate({ params }, { onSuccess: onClose })}
      >
        <Icon path={cross} />
        {t("account.remove")}
      </button>
      {removing.error && <Failed failure={removing.error} />}
    </NameDialog>
  );
}
