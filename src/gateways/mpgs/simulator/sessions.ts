/**
 * Payment sessions: short-lived containers of card data. They live in memory only, so after a restart every session
 * counts as expired. The card number leaves this file only towards the acquirer's decision, never into an answer.
 */

import type { SimulatorClock } from "#sim/clock.ts";
import type { SimulatorIds } from "#sim/ids.ts";
import type { Store } from "#sim/state.ts";
import { identifyCard, maskNumber } from "./cards.ts";
import { invalid, refusal } from "./errors.ts";
import type { SourceOfFunds, UpdateSession } from "./requests.ts";

export type SessionCard = NonNullable<NonNullable<SourceOfFunds["provided"]>["card"]>;

export type Session = {
  readonly id: string;
  readonly merchantId: string;
  readonly apiVersion: string;
  /** Ten hexadecimal characters; changes with every update. */
  readonly version: string;
  readonly createdAt: number;
  readonly updateStatus: "NO_UPDATE" | "SUCCESS";
  readonly authenticationLimit: number;
  readonly aes256Key: string;
  readonly content: Omit<UpdateSession, "sourceOfFunds" | "correlationId">;
  readonly card: SessionCard;
};

export type Owner = { readonly merchantId: string; readonly apiVersion: string };

export type Sessions = {
  readonly create: (owner: Owner, authenticationLimit: number | undefined) => Session;
  /** Overwrites the given fields and leaves the rest. Throws a Refusal for a session that is not usable. */
  readonly update: (owner: Owner, id: string, update: UpdateSession) => Session;
  /** The session if it is this merchant's, of this API version and not expired; throws a Refusal otherwise. */
  readonly find: (owner: Owner, id: string) => Session;
  /** The security code is erased once a payment has used the session. */
  readonly eraseSecurityCode: (id: string) => void;
  /** The key for data that passes through the browser, or null when the session is gone. */
  readonly keyOf: (id: string) => string | null;
};

/** A session lives this long after its creation. */
export const sessionLifetimeMs = 15 * 60_000;
const defaultAuthenticationLimit = 5;

/** The session container of one simulator. */
export function createSessions(options: {
  readonly clock: SimulatorClock;
  readonly ids: SimulatorIds;
  readonly store: Store<Session>;
}): Sessions {
  const { clock, ids, store } = options;

  function find(owner: Owner, id: string): Session {
    const session = store.get(id);
    if (session === undefined || session.merchantId !== owner.merchantId) {
      throw invalid("session.id", "Form Session not found or expired");
    }
    if (clock.now() >= session.createdAt + sessionLifetimeMs) {
      store.delete(id);
      throw invalid("session.id", "Form Session not found or expired");
    }
    if (session.apiVersion !== owner.apiVersion) {
      throw refusal(`The session was created with API version ${session.apiVersion}`);
    }
    return session;
  }

  return {
    find,
    create(owner, authenticationLimit) {
      const session: Session = {
        id: `SESSION0002${ids.letters(21)}`,
        merchantId: owner.merchantId,
        apiVersion: owner.apiVersion,
        version: ids.hex(10),
        createdAt: clock.now(),
        updateStatus: "NO_UPDATE",
        authenticationLimit: authenticationLimit ?? defaultAuthenticationLimit,
        aes256Key: ids.base64(32),
        content: {},
        card: {},
      };
      store.set(session.id, session);
      return session;
    },
    update(owner, id, update) {
      const session = find(owner, id);
      const { sourceOfFunds, correlationId: _echoed, ...content } = update;
      const next: Session = {
        ...session,
        version: ids.hex(10),
        updateStatus: "SUCCESS",
        content: mergeFields(session.content, content),
        card: mergeFields(session.card, sourceOfFunds?.provided?.card ?? {}),
      };
      store.set(id, next);
      return next;
    },
    eraseSecurityCode(id) {
      const session = store.get(id);
      if (session === undefined) return;
      const { securityCode: _erased, ...card } = session.card;
      store.set(id, { ...session, card });
    },
    keyOf: (id) => store.get(id)?.aes256Key ?? null,
  };
}

/** The fields of `over` laid over those of `base`, object by object. Both were parsed by a strict schema. */
export function mergeFields<T extends object>(base: T, over: Partial<T>): T {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before: unknown = Reflect.get(base, key);
    const isBranch =
      typeof value === "object" && value !== null && typeof before === "object" && before !== null;
    if (value !== undefined) Reflect.set(merged, key, isBranch ? mergeFields(before, value) : value);
  }
  return merged;
}

/** The body of create, update and retrieve; `result` is in the answer to create only, as recorded. */
export function sessionBody(session: Session, operation: "create" | "read"): object {
  const { id, version, updateStatus, authenticationLimit, aes256Key } = session;
  if (operation === "create") {
    return {
      merchant: session.merchantId,
      result: "SUCCESS",
      session: { id, version, updateStatus, authenticationLimit, aes256Key },
      version: session.apiVersion,
    };
  }
  return {
    merchant: session.merchantId,
    ...session.content,
    session: { id, version, updateStatus, authenticationLimit },
    ...fundsView(session.card),
    version: session.apiVersion,
  };
}

/** The `sourceOfFunds` of a session as any reader may see it: masked number, `xxx` for the security code. */
export function fundsView(card: SessionCard): object {
  if (card.number === undefined && card.devicePayment === undefined && card.securityCode === undefined)
    return {};
  const view = {
    ...(card.number === undefined ? {} : { ...identifyCard(card.number), number: maskNumber(card.number) }),
    ...(card.expiry === undefined
      ? {}
      : { expiry: { month: String(Number(card.expiry.month)), year: card.expiry.year } }),
    ...(card.nameOnCard === undefined ? {} : { nameOnCard: card.nameOnCard }),
    ...(card.securityCode === undefined ? {} : { securityCode: "xxx" }),
    ...(card.devicePayment === undefined ? {} : { devicePayment: { paymentToken: "xxx" } }),
  };
  return { sourceOfFunds: { type: "CARD", provided: { card: view } } };
}
