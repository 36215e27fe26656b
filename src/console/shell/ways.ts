/** The ways to the screens: beside every screen, and on a phone in the bar below it and on the screen "more". */
import type { Permission } from "#core/roles.ts";
import * as icons from "../display/icons.ts";
import type { TextKey } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";

type Way = {
  readonly to:
    | "/"
    | "/invoices"
    | "/invoices/new"
    | "/payments"
    | "/products"
    | "/vat"
    | "/customers"
    | "/developers"
    | "/shop"
    | "/shop/look"
    | "/team"
    | "/account"
    | "/more";
  readonly text: TextKey;
  readonly icon: string;
  /** Where it stands: on phones the bar has room for five, and the others are on the screen "more". */
  readonly on: "both" | "desktop" | "phone";
  /** What a role needs to be shown it. */
  readonly may?: Permission;
};

const ways: readonly Way[] = [
  { to: "/", text: "shell.home", icon: icons.home, on: "both", may: "reports.read" },
  { to: "/invoices", text: "shell.invoices", icon: icons.invoice, on: "both" },
  { to: "/invoices/new", text: "shell.new", icon: icons.plus, on: "both", may: "invoices.issue" },
  { to: "/payments", text: "shell.payments", icon: icons.payment, on: "both" },
  { to: "/products", text: "shell.products", icon: icons.product, on: "desktop" },
  { to: "/vat", text: "shell.vat", icon: icons.paper, on: "desktop", may: "reports.read" },
  { to: "/customers", text: "shell.customers", icon: icons.people, on: "desktop", may: "customers.read" },
  { to: "/developers", text: "shell.developers", icon: icons.key, on: "desktop", may: "developer.manage" },
  // Who may not change the shop finds terms, messages and e-invoicing there.
  { to: "/shop", text: "shell.settings", icon: icons.shop, on: "desktop", may: "reports.read" },
  { to: "/shop/look", text: "shell.look", icon: icons.eye, on: "desktop", may: "theme.manage" },
  { to: "/team", text: "shell.team", icon: icons.team, on: "desktop", may: "team.manage" },
  { to: "/account", text: "shell.account", icon: icons.account, on: "desktop" },
  { to: "/more", text: "shell.more", icon: icons.more, on: "phone" },
];

/** Those that the role of the person in this shop is shown. */
export function useWays(): readonly Way[] {
  const { permissions } = useSession().shop;
  return ways.filter(({ may }) => may === undefined || permissions.includes(may));
}
