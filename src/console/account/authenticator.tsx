/** Codes of an authenticator app: set up on a page of the server, since it shows a secret that no script reads; turned off here. */
import { useChange } from "../calls/change.ts";
import { Icon } from "../display/icon.tsx";
import { cross, forth } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";

export function Authenticator({ isOn }: { readonly isOn: boolean }) {
  const { t } = useWording();
  const turningOff = useChange("DELETE /api/v1/me/authenticator");
  return (
    <section className="panel" aria-labelledby="second-factor">
      <h2 id="second-factor">{t("account.factor")}</h2>
      <p>{t(isOn ? "account.factorOn" : "account.factorOff")}</p>
      {isOn ? (
        <button
          type="button"
          className="act"
          disabled={turningOff.isPending}
          // The document says who is signed in.
          onClick={() => turningOff.mutate({}, { onSuccess: () => location.reload() })}
        >
          <Icon path={cross} />
          {t("account.turnOff")}
        </button>
      ) : (
        <a className="button" href="/second-factor/set-up">
          {t("account.setUp")}
          <Icon path={forth} className="is-directed" />
        </a>
      )}
      {turningOff.error && <Failed failure={turningOff.error} />}
    </section>
  );
}
