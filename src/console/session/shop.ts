/** The shop that the screens are about: one for each tab, kept by its number alone. */
import { createContext, use } from "react";
import type { Me } from "#contract/people.ts";
import type { Permission } from "#core/roles.ts";
import type { Shop } from "./me.ts";
import { addressedShop } from "./world.ts";

const storageKey = "wasl-shop";

export type Session = {
  readonly me: Me;
  readonly shop: Shop;
  /** Opens another shop, or the other world of this one, at the beginning or in a section such as `/invoices`. */
  readonly choose: (shop: Shop, section?: string) => void;
};

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The signed-in person and the shop of this tab. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("no session around this component");
  return session;
}

/** Whether the person's role allows something in the shop of this tab. The server decides; this only hides what it refuses. */
export function useMay(permission: Permission): boolean {
  return useSession().shop.permissions.includes(permission);
}

/** Screens that a person may see first. */
export type FirstScreen = "/" | "/invoices" | "/developers";

/** What a person of a shop sees first: its figures, else what the role works with all day. */
export function firstScreen(permissions: readonly Permission[]): FirstScreen {
  if (permissions.includes("reports.read")) return "/";
  return permissions.includes("invoices.issue") ? "/invoices" : "/developers";
}

/** A shop that the address names, after it was opened or by a notice of a payment: kept for the tab, and no longer in its address. */
export function keepNamedShop(): void {
  const { pathname, search, hash } = location;
  const given = new URLSearchParams(search);
  const named = given.get("shop");
  if (named === null) return;
  if (/^[1-9]\d{0,14}$/.test(named)) keepShop(Number(named));
  given.delete("shop");
  const rest = given.toString();
  history.replaceState(history.state, "", `${pathname}${rest && `?${rest}`}${hash}`);
}

/** The test world of the address, else the live shop of this tab, else the first one; null for a person without a shop. */
export function chosenShop(me: Me): Shop | null {
  const kept = Number(readKept());
  const live = me.shops.filter(({ world }) => world === "live");
  return (
    addressedShop(me, location.pathname) ??
    live.find(({ merchantId }) => merchantId === kept) ??
    live[0] ??
    null
  );
}

export function keepShop(merchantId: number): void {
  try {
    sessionStorage.setItem(storageKey, String(merchantId));
  } catch {
    // A browser without storage begins with the first shop again.
  }
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
