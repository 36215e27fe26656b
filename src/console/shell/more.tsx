/** On phones: the ways that have no room in the bar, who is signed in, and the way out. */
import { Link } from "@tanstack/react-router";
import { Icon } from "../display/icon.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Screen } from "./screen.tsx";
import { SignOut } from "./sign-out.tsx";
import { useWays } from "./ways.ts";

export function More() {
  const { t } = useWording();
  const { me, shop } = useSession();
  return (
    <Screen title={t("shell.more")}>
      <p className="soft">
        <bdi>{me.person.name}</bdi> · {t(`role.${shop.role}`)}
      </p>
      <nav aria-label={t("shell.more")}>
        <ul className="menu">
          {useWays()
            .filter(({ on }) => on === "desktop")
            .map(({ to, text, icon }) => (
              <li key={text}>
                <Link to={to} className="menu-item">
                  <Icon path={icon} />
                  {t(text)}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <SignOut />
    </Screen>
  );
}
