/** The signed-in person: how they sign in, and where their account is open. */
import type { OwnSession } from "#contract/people.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { cross, forth, out } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { PushSetting } from "../push/push-setting.tsx";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { Authenticator } from "./authenticator.tsx";
import { deviceOf } from "./device.ts";
import { OwnNames } from "./own-names.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Shops } from "./shops.tsx";

export function Account() {
  const { t } = useWording();
  const { me, shop } = useSession();
  return (
    <Screen title={t("account.title")}>
      <section className="panel">
        <p className="soft">{t(`role.${shop.role}`)}</p>
        <OwnNames />
        <a className="button" href="/password">
          {t("account.changePassword")}
          <Icon path={forth} className="is-directed" />
        </a>
      </section>
      <PushSetting />
      <Shops />
      <Passkeys />
      <Authenticator isOn={me.person.hasAuthenticator} />
      <Sessions />
    </Screen>
  );
}

function Sessions() {
  const { t } = useWording();
  const sessions = useRead("GET /api/v1/me/sessions", {});
  const endingOthers = useChange("POST /api/v1/me/sessions/end-others");
  return (
    <section className="part" aria-labelledby="sessions">
      <h2 id="sessions">{t("account.sessions")}</h2>
      <Reading query={sessions} rows={2}>
        {({ items }) => (
          <>
            <ul className="cards">
              {items.map((one) => (
                <OneSession key={one.id} session={one} />
              ))}
            </ul>
            {items.length > 1 && (
              <button
                type="button"
                className="button list-more"
                disabled={endingOthers.isPending}
                onClick={() => endingOthers.mutate({})}
              >
                <Icon path={out} className="is-directed" />
                {t("account.endOthers")}
              </button>
            )}
          </>
        )}
      </Reading>
      {endingOthers.error && <Failed failure={endingOthers.error} />}
    </section>
  );
}

function OneSession({ session }: { readonly session: OwnSession }) {
  const { t } = useWording();
  const ending = useChange("DELETE /api/v1/me/sessions/:sessionId");
  const { id, isThis, userAgent, address, lastSeenAt } = session;
  return (
    <li className="card">
      <div className="card-row">
        <bdi dir="ltr" className="card-name">
          {deviceOf(userAgent) ?? t("account.otherDevice")}
        </bdi>
        {isThis ? (
          <span className="chip chip-paid">{t("account.thisOne")}</span>
        ) : (
          <button
            type="button"
            className="act"
            disabled={ending.isPending}
            onClick={() => ending.mutate({ params: { sessionId: String(id) } })}
          >
            <Icon path={cross} />
            {t("account.end")}
          </button>
        )}
      </div>
      <div className="card-row">
        <DateShown instant={lastSeenAt} hasTime />
        <bdi dir="ltr" className="soft">
          {address}
        </bdi>
      </div>
      {ending.error && <Failed failure={ending.error} />}
    </li>
  );
}
