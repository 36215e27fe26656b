/** The shop that the screens are about: one for each tab, kept by its number alone. */
import { createContext, use } from "react";
import type { Me } from "#contract/people.ts";
import type { Permission } from "#core/roles.ts";
import type { Shop } from "./me.ts";

const storageKey = "wasl-shop";

export type Session = {
  readonly me: Me;
  readonly shop: Shop;
  readonly choose: (merchantId: number) => void;
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

/** The shop of this tab, else the first live one; null for a person without a shop. */
export function chosenShop(me: Me): Shop | null {
  const kept = Number(readKept());
  return (
    me.shops.find(({ merchantId }) => merchantId === kept) ??
    me.shops.find(({ world }) => world === "live") ??
    me.shops[0] ??
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
