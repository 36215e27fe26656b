/** On phones: the ways that have no room in the bar, who is signed in, and the way out. */
import { Link } from "@tanstack/react-router";
import type { Permission } from "#core/roles.ts";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Screen } from "./screen.tsx";
import { SignOut } from "./sign-out.tsx";

type Way = {
  readonly to:
    | "/products"
    | "/vat"
    | "/customers"
    | "/shop"
    | "/shop/look"
    | "/developers"
    | "/team"
    | "/account";
  readonly text:
    | "shell.products"
    | "shell.vat"
    | "shell.customers"
    | "shell.settings"
    | "look.title"
    | "shell.developers"
    | "shell.team"
    | "shell.account";
  readonly icon: string;
  readonly may?: Permission;
};

const ways: readonly Way[] = [
  { to: "/products", text: "shell.products", icon: icons.product },
  { to: "/vat", text: "shell.vat", icon: icons.paper, may: "reports.read" },
  { to: "/customers", text: "shell.customers", icon: icons.people, may: "customers.read" },
  { to: "/shop", text: "shell.settings", icon: icons.shop, may: "reports.read" },
  { to: "/shop/look", text: "look.title", icon: icons.eye, may: "theme.manage" },
  { to: "/team", text: "shell.team", icon: icons.team, may: "team.manage" },
  { to: "/developers", text: "shell.developers", icon: icons.key, may: "developer.manage" },
  { to: "/account", text: "shell.account", icon: icons.account },
];

export function More() {
  const { t } = useWording();
  const { me, shop } = useSession();
  const shown = ways.filter(({ may }) => may === undefined || shop.permissions.includes(may));
  return (
    <Screen title={t("shell.more")}>
      <p className="soft">
        <bdi>{me.person.name}</bdi> · {t(`role.${shop.role}`)}
      </p>
      <nav aria-label={t("shell.more")}>
        <ul className="menu">
          {shown.map(({ to, text, icon }) => (
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
