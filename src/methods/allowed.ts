/**
 * Which methods an order may be paid by, in the three shapes that it has: names in merchants' lists, flags of the page
 * models (Spec 3), methods. All are derived from the catalogue, so that a method is added there and nowhere else.
 */
import type { PaymentChannel } from "#contract/payment.ts";
import { catalog, type MethodId } from "./catalog.ts";
import type { WalletCode } from "./otp-wallets/code.ts";
import type { PaymentMethod } from "./payment-method.ts";

type Catalogued = (typeof catalog)[number];
type FlagsOf<Method> = Method extends { readonly flags: infer Flags } ? Flags : never;
type KeyOf<Flags> = Flags extends unknown ? keyof Flags & string : never;
type ValueOf<Flags> = Flags extends unknown ? Flags[keyof Flags] : never;

/** A name in `orders.allowed_methods` and in merchants' requests: "mada", "creditcard", "tamara". */
export type AllowedMethodName = KeyOf<FlagsOf<Catalogued>>;
export type AllowedFlag = ValueOf<FlagsOf<Catalogued>>;
/** `isMadaAllowed` and so on, as the page models carry them. */
export type AllowedFlags = { readonly [Flag in AllowedFlag]: boolean };

/** The methods that have a row of the list and a panel in it. */
export type PanelMethod = Extract<Catalogued, { readonly surface: "panel" }>["id"];

/** The methods that are paid in one way. */
type MethodOf<Flow extends Catalogued["flow"]> = Extract<Catalogued, { readonly flow: Flow }>["id"];

/** The methods whose payment continues at a bank, by a number that stays open: bills and transfers. */
export type ReferenceMethod = MethodOf<"reference">;

/** The methods that are paid by a one-time code. */
export type OtpMethod = MethodOf<"otp">;

/** The methods that continue on a page of the provider. */
export type RedirectMethod = MethodOf<"redirect">;

/** The methods that are paid in parts. */
export type InstalmentMethod = Extract<Catalogued, { readonly isInstalments: true }>["id"];

/** The wallets of the buyer's device. */
export type WalletMethod = MethodOf<"wallet">;

/** The catalogue as a list of one type: the compiler would else draw conclusions from what is in it today. */
export const allMethods: readonly PaymentMethod<MethodId>[] = catalog;

const pairs = allMethods.flatMap(({ flags }) => Object.entries(flags)) as [AllowedMethodName, AllowedFlag][];

/** Every name, in display order. */
export const allowedMethodNames: readonly AllowedMethodName[] = pairs.map(([name]) => name);

/** Every flag, in display order. */
export const allowedFlags: readonly AllowedFlag[] = pairs.map(([, flag]) => flag);

const flows = new Map(allMethods.map(({ id, flow }) => [id, flow]));

/** The methods of a flow, in display order. */
function ofFlow<Flow extends Catalogued["flow"]>(flow: Flow): readonly MethodOf<Flow>[] {
  const isOfFlow = (id: MethodId): id is MethodOf<Flow> => flows.get(id) === flow;
  return catalog.map(({ id }) => id).filter(isOfFlow);
}

/** Every method with a number to be paid at a bank. */
export const referenceMethods = ofFlow("reference");

/** Every wallet that is paid by a one-time code. */
export const otpMethods = ofFlow("otp");

/** Every method that continues on a page of the provider. */
export const redirectMethods = ofFlow("redirect");

/** What each wallet that is paid by a one-time code states of its codes. */
const codes = new Map<string, WalletCode>(
  allMethods.flatMap((method) => (method.flow === "otp" ? [[method.id, method.code]] : [])),
);

/**
 * What a wallet's provider says of its codes.
 * @throws Error where the method is paid without a code
 */
export function codeOf(method: string): WalletCode {
  const code = codes.get(method);
  if (code === undefined) throw new Error(`${method} has no one-time code`);
  return code;
}

/** Every method that is paid in parts, in display order. */
export const instalmentMethods = allMethods
  .filter(({ isInstalments }) => isInstalments)
  .map(({ id }) => id) as readonly InstalmentMethod[];

const namesByFlags = new Map(
  allMethods.map(({ flags }) => [flags, allowedMethodNames.filter((name) => Object.hasOwn(flags, name))]),
);

/** The names that stand for a method of the catalogue. */
export function namesOf({ flags }: Pick<PaymentMethod, "flags">): readonly AllowedMethodName[] {
  return namesByFlags.get(flags) ?? [];
}

/** The flags of the page models for a list of names. */
export function toAllowedFlags(names: readonly string[]): AllowedFlags {
  return Object.fromEntries(pairs.map(([name, flag]) => [flag, names.includes(name)])) as AllowedFlags;
}

/** The methods that a page model allows, in display order. */
export function allowedMethods(model: AllowedFlags): readonly PaymentMethod<MethodId>[] {
  return allMethods.filter(({ flags }) => Object.values(flags).some((flag) => model[flag as AllowedFlag]));
}

/** Whether a page of payment has the method. */
export function isOnPage({ pages }: PaymentMethod, channel: PaymentChannel): boolean {
  return pages.some((page) => page === channel);
}
