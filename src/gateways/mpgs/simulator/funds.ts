/**
 * Which card an operation is about: the session's fields under the request's own, or a wallet's device token. Also
 * the checks that come before the acquirer: brand enabled, expiry present, security code of the right length.
 */

import type { WalletProvider } from "#core/card/wallet-provider.ts";
import type { Minor } from "#core/money.ts";
import { parseDecimal } from "#core/money.ts";
import { acceptanceBrand, type CardBrand, identifyCard, maskNumber } from "./cards.ts";
import { invalid, missing, refusal } from "./errors.ts";
import type { MerchantProfile } from "./profiles.ts";
import type { CardView } from "./records.ts";
import type { SourceOfFunds } from "./requests.ts";
import { mergeFields, type Owner, type Session, type SessionCard, type Sessions } from "./sessions.ts";
import { readDeviceToken } from "./wallets.ts";

/** The card of one operation. `number` is the full number: it stays in memory and goes into no record. */
export type Funds = {
  readonly number: string;
  readonly brand: CardBrand;
  readonly expiry: { readonly month: string; readonly year: string };
  readonly securityCode: string | undefined;
  /** It came in a wallet's token, so there is no security code. */
  readonly isDevicePayment: boolean;
  /** It is a number that the wallet keeps in the card's place, with a cryptogram of the device. */
  readonly isDeviceNumber: boolean;
  /** Masked, for records and answers. */
  readonly view: CardView;
  readonly session: Session | undefined;
};

const numberField = "sourceOfFunds.provided.card.number";

/**
 * Combines session and request; the request's own fields win. Throws a Refusal when the session is not usable, was
 * changed since the version that the request names, or when no complete card is there.
 */
export function resolveFunds(options: {
  readonly sessions: Sessions;
  readonly owner: Owner;
  readonly profile: MerchantProfile;
  readonly session: { readonly id: string; readonly version?: string | undefined } | undefined;
  readonly sourceOfFunds: SourceOfFunds | undefined;
  /** As the request itself says; else the session's. */
  readonly walletProvider?: WalletProvider | undefined;
}): Funds {
  const session =
    options.session === undefined
      ? undefined
      : readySession(options.sessions, options.owner, options.session);
  const card = mergeFields<SessionCard>(session?.card ?? {}, options.sourceOfFunds?.provided?.card ?? {});
  const token = card.devicePayment?.paymentToken;
  const device =
    token === undefined
      ? null
      : readDeviceToken(token, {
          walletProvider: options.walletProvider ?? session?.content.order?.walletProvider,
          merchantId: options.owner.merchantId,
        });
  const used = device ?? card;
  if (used.number === undefined) throw missing(numberField);
  if (used.expiry === undefined) throw missing("sourceOfFunds.provided.card.expiry.month");
  const brand = identifyCard(used.number);
  if (!options.profile.brands.includes(acceptanceBrand(brand))) {
    throw refusal("The card type is not enabled for this merchant", {
      field: numberField,
      validationType: "UNSUPPORTED",
    });
  }
  const isDeviceNumber = device?.isDeviceNumber ?? false;
  return {
    number: used.number,
    brand,
    expiry: used.expiry,
    securityCode: device ? undefined : card.securityCode,
    isDevicePayment: device !== null,
    isDeviceNumber,
    view: cardView({
      number: used.number,
      expiry: used.expiry,
      nameOnCard: card.nameOnCard,
      brand,
      isDeviceNumber,
    }),
    session,
  };
}

function readySession(
  sessions: Sessions,
  owner: Owner,
  wanted: { readonly id: string; readonly version?: string | undefined },
): Session {
  const session = sessions.find(owner, wanted.id);
  if (wanted.version !== undefined && wanted.version !== session.version) {
    throw invalid("session.version", "The session content has changed");
  }
  if (session.updateStatus !== "SUCCESS")
    throw invalid("session.id", "The session has not been updated successfully");
  return session;
}

function cardView(options: {
  readonly number: string;
  readonly expiry: { readonly month: string; readonly year: string };
  readonly nameOnCard: string | undefined;
  readonly brand: CardBrand;
  readonly isDeviceNumber: boolean;
}): CardView {
  return {
    ...options.brand,
    number: maskNumber(options.number),
    expiryMonth: String(Number(options.expiry.month)),
    expiryYear: options.expiry.year,
    ...(options.nameOnCard === undefined ? {} : { nameOnCard: options.nameOnCard }),
    ...(options.isDeviceNumber ? { deviceSpecificNumber: maskNumber(options.number) } : {}),
  };
}

/** A card that the payer typed must come with its security code: four digits for American Express, else three. */
export function demandSecurityCode(funds: Funds): string | null {
  if (funds.isDevicePayment) return null;
  const field = "sourceOfFunds.provided.card.securityCode";
  if (funds.securityCode === undefined) throw missing(field);
  if (funds.securityCode.length !== (funds.brand.scheme === "AMEX" ? 4 : 3)) throw invalid(field);
  return funds.securityCode;
}

/** An amount of a request in minor units. Throws a Refusal when absent, zero or with too many decimals. */
export function readAmount(value: string | number | undefined, currency: string, field: string): Minor {
  if (value === undefined) throw missing(field);
  const amount = parseDecimal(String(value), currency);
  if (amount === null || amount === 0) throw invalid(field);
  return amount;
}
