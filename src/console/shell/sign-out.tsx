/** Ends the session: a form of its own, so that it works whatever the scripts do. */
import { Icon } from "../display/icon.tsx";
import { out } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";

export function SignOut() {
  const { t } = useWording();
  return (
    <form method="post" action="/sign-out">
      <button type="submit" className="menu-item">
        <Icon path={out} className="is-directed" />
        {t("shell.signOut")}
      </button>
    </form>
  );
}
