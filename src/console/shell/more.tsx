/** On phones: the ways that have no room in the bar, who is signed in, and the way out. */
import { Link } from "@tanstack/react-router";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { Screen } from "./screen.tsx";
import { SignOut } from "./sign-out.tsx";

export function More() {
  const { t } = useWording();
  const { me, shop } = useSession();
  const maySeeCustomers = useMay("customers.read");
  const mayDevelop = useMay("developer.manage");
  return (
    <Screen title={t("shell.more")}>
      <p className="soft">
        <bdi>{me.person.name ?? me.person.email}</bdi> · {t(`role.${shop.role}`)}
      </p>
      <nav aria-label={t("shell.more")}>
        <ul className="menu">
          {maySeeCustomers && (
            <li>
              <Link to="/customers" className="menu-item">
                <Icon path={icons.people} />
                {t("shell.customers")}
              </Link>
            </li>
          )}
          {mayDevelop && (
            <li>
              <Link to="/developers" className="menu-item">
                <Icon path={icons.key} />
                {t("shell.developers")}
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <SignOut />
    </Screen>
  );
}
