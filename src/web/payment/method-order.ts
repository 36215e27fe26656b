/**
 * In which order the ways to pay stand for this buyer on this device (checklist U23). The first panel, which is open, is the
 * specification's (Spec 2.3) whatever the buyer used before.
 */
import type { MethodId } from "#methods/catalog.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";

/** What is known of the buyer without asking: which way the browser used last, and what it says of itself. */
export type Device = { readonly lastMethod: string | null; readonly userAgent: string };

/**
 * Puts the method that was used last right behind the open one.
 * @param methods in the order of the catalogue, the open one first
 */
export function panelsFor<Method extends { readonly id: MethodId }>(
  methods: readonly Method[],
  { lastMethod }: Device,
): Method[] {
  const [open, ...others] = methods;
  const last = others.filter(({ id }) => id === lastMethod);
  return [...(open ? [open] : []), ...last, ...others.filter(({ id }) => id !== lastMethod)];
}

/** The wallet that was used last leads; else the device's own. */
export function walletsFor(
  methods: readonly PaymentMethod<MethodId>[],
  { lastMethod, userAgent }: Device,
): MethodId[] {
  const wallets = methods.filter(({ surface }) => surface === "button");
  const first =
    wallets.find(({ id }) => id === lastMethod) ?? wallets.find((wallet) => isOwn(wallet, userAgent));
  return [...(first ? [first] : []), ...wallets.filter((wallet) => wallet !== first)].map(({ id }) => id);
}

/** The wallets that this device has, as its browser says: the server's HTML keeps the place of their buttons. */
export function ownWallets(methods: readonly PaymentMethod<MethodId>[], userAgent: string): MethodId[] {
  return methods.filter((method) => isOwn(method, userAgent)).map(({ id }) => id);
}

function isOwn(method: PaymentMethod<MethodId>, userAgent: string): boolean {
  return method.flow === "wallet" && method.ownOn?.test(userAgent) === true;
}
