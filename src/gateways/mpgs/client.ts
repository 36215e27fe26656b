/**
 * The gateway's REST calls, one function each. A call gives the parsed answer, or says as exactly as it can what is
 * known instead (`GatewayResult`); it never throws for anything the gateway does.
 *
 * `refused` and `not_sent` mean that nothing was done; after `no_answer` and `unreadable` it may have been done.
 * Repeating a PUT under the same ids is safe: the gateway answers what it answered first.
 */
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { GatewayResult } from "./answer.ts";
import type { DeviceFacts } from "./device.ts";
import { createGatewayCall, type GatewayCall, type MpgsSettings } from "./gateway-call.ts";
import {
  type OrderAnswer,
  orderAnswer,
  type SessionAnswer,
  sessionAnswer,
  type TransactionAnswer,
  transactionAnswer,
} from "./wire.ts";

type Money = { readonly amount: Minor; readonly currency: string };

/** Names one transaction. Both are our own: the gateway's order (payment-context.ts), and one that is new for every operation. */
export type TransactionIds = { readonly orderId: string; readonly transactionId: string };

/** A card session, and the version of its content that was looked at. */
export type SessionRef = { readonly id: string; readonly version: string };

/** What the buyer typed in direct mode; it lives only in the call that sends it on (decision K4). */
export type CardDetails = {
  readonly number: Secret;
  /** Two digits each. */
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: Secret;
  readonly nameOnCard: string;
};

export type SessionInput = Money & { readonly orderId: string; readonly card?: CardDetails | undefined };

/** What a wallet gave for one payment. The token is encrypted for the gateway and good for one payment. */
export type WalletSessionInput = Money & {
  readonly orderId: string;
  /** The wallet in the gateway's word (`order.walletProvider` in its document), such as `APPLE_PAY`. */
  readonly walletProvider: string;
  readonly paymentToken: Secret;
};

/** Absent for a card that the buyer typed. */
type FromWallet = { readonly walletProvider?: string | undefined };

export type InitiateInput = TransactionIds &
  FromWallet & {
    readonly session: SessionRef;
    readonly currency: string;
    readonly notificationUrl: string;
  };

export type AuthenticateInput = TransactionIds &
  Money & { readonly sessionId: string; readonly returnUrl: string; readonly device: DeviceFacts };

export type PayInput = TransactionIds &
  Money &
  FromWallet & {
    readonly session: SessionRef;
    /** The authentication's transaction id; null for a card that pays without 3-D Secure. */
    readonly authenticationId: string | null;
    readonly notificationUrl: string;
  };

export type MpgsClient = ReturnType<typeof createMpgsClient>;

/** Builds the client of one merchant profile. */
export function createMpgsClient(settings: MpgsSettings) {
  const call = createGatewayCall(settings);
  return { ...sessionCalls(call), ...operationCalls(call), ...retrievalCalls(call) };
}

function sessionCalls(call: GatewayCall) {
  const timeoutMs = timing.gatewaySessionTimeoutMs;
  const isAbout = (sessionId: string) => (answer: SessionAnswer) => answer.session.id === sessionId;
  return {
    /** Opens an empty session, good for about 15 minutes. */
    createSession: (): Promise<GatewayResult<SessionAnswer>> =>
      call(sessionAnswer, {
        operation: "CREATE_SESSION",
        method: "POST",
        path: ["session"],
        body: {},
        timeoutMs,
      }),

    /** Puts the order's money, and in direct mode the card, into a session. The answer shows the card's brand. */
    updateSession: (sessionId: string, input: SessionInput): Promise<GatewayResult<SessionAnswer>> =>
      call(sessionAnswer, {
        operation: "UPDATE_SESSION",
        method: "PUT",
        path: ["session", sessionId],
        body: {
          order: { id: input.orderId, ...wireMoney(input) },
          ...(input.card && { sourceOfFunds: { type: "CARD", provided: { card: wireCard(input.card) } } }),
        },
        timeoutMs,
        isExpected: isAbout(sessionId),
      }),

    /** Puts the order's money and a wallet's token into a session. The gateway looks into the token when it is used. */
    updateSessionFromWallet: (
      sessionId: string,
      input: WalletSessionInput,
    ): Promise<GatewayResult<SessionAnswer>> =>
      call(sessionAnswer, {
        operation: "UPDATE_SESSION",
        method: "PUT",
        path: ["session", sessionId],
        body: {
          order: { id: input.orderId, ...wireMoney(input), walletProvider: input.walletProvider },
          sourceOfFunds: {
            type: "CARD",
            provided: { card: { devicePayment: { paymentToken: input.paymentToken.reveal() } } },
          },
        },
        timeoutMs,
        isExpected: isAbout(sessionId),
      }),

    /** What is in a session, the card masked. */
    retrieveSession: (sessionId: string): Promise<GatewayResult<SessionAnswer>> =>
      call(sessionAnswer, {
        operation: "RETRIEVE_SESSION",
        method: "GET",
        path: ["session", sessionId],
        timeoutMs,
        isExpected: isAbout(sessionId),
      }),
  };
}

function operationCalls(call: GatewayCall) {
  const operate = (operation: string, ids: TransactionIds, timeoutMs: number, body: object) =>
    call(transactionAnswer, {
      operation,
      method: "PUT",
      path: transactionPath(ids),
      body: { apiOperation: operation, ...body },
      timeoutMs,
      isExpected: (answer) => isAbout(answer, ids),
    });
  return {
    /** First step of 3-D Secure: asks whether the card takes part. */
    initiateAuthentication: (input: InitiateInput): Promise<GatewayResult<TransactionAnswer>> =>
      operate("INITIATE_AUTHENTICATION", input, timing.gatewaySessionTimeoutMs, {
        authentication: { channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
        order: {
          currency: input.currency,
          reference: input.orderId,
          notificationUrl: input.notificationUrl,
          ...wireWallet(input),
        },
        session: input.session,
        transaction: { reference: input.transactionId },
      }),

    /** Second step, under the same transaction id: the bank approves at once or wants to ask the buyer. */
    authenticatePayer: (input: AuthenticateInput): Promise<GatewayResult<TransactionAnswer>> =>
      operate("AUTHENTICATE_PAYER", input, timing.gatewaySessionTimeoutMs, {
        authentication: { redirectResponseUrl: input.returnUrl },
        device: input.device,
        order: wireMoney(input),
        session: { id: input.sessionId },
      }),

    /**
     * Takes the money. The body is made of what is fixed for the attempt and of nothing else: a repetition must be
     * the same to the byte, or the gateway refuses it.
     */
    pay: (input: PayInput): Promise<GatewayResult<TransactionAnswer>> =>
      operate("PAY", input, timing.gatewayPaymentTimeoutMs, {
        ...(input.authenticationId !== null && { authentication: { transactionId: input.authenticationId } }),
        order: {
          ...wireMoney(input),
          reference: input.orderId,
          notificationUrl: input.notificationUrl,
          ...wireWallet(input),
        },
        session: input.session,
        sourceOfFunds: { type: "CARD" },
        transaction: { reference: input.transactionId, source: "INTERNET" },
      }),

    /** Gives captured money of an order back, in part or whole. */
    refund: (input: TransactionIds & Money): Promise<GatewayResult<TransactionAnswer>> =>
      operate("REFUND", input, timing.gatewayPaymentTimeoutMs, {
        transaction: { ...wireMoney(input), reference: input.transactionId },
      }),
  };
}

function retrievalCalls(call: GatewayCall) {
  const timeoutMs = timing.gatewaySessionTimeoutMs;
  return {
    /** The status of one transaction: the gateway's authoritative word. */
    retrieveTransaction: (ids: TransactionIds): Promise<GatewayResult<TransactionAnswer>> =>
      call(transactionAnswer, {
        operation: "RETRIEVE_TRANSACTION",
        method: "GET",
        path: transactionPath(ids),
        timeoutMs,
        isExpected: (answer) => isAbout(answer, ids),
      }),

    /** An order with all its transactions, for comparing books. */
    retrieveOrder: (orderId: string): Promise<GatewayResult<OrderAnswer>> =>
      call(orderAnswer, {
        operation: "RETRIEVE_ORDER",
        method: "GET",
        path: ["order", orderId],
        timeoutMs,
        isExpected: (answer) => answer.id === orderId,
      }),
  };
}

function transactionPath({ orderId, transactionId }: TransactionIds): readonly string[] {
  return ["order", orderId, "transaction", transactionId];
}

function isAbout(answer: TransactionAnswer, ids: TransactionIds): boolean {
  return answer.order.id === ids.orderId && answer.transaction.id === ids.transactionId;
}

function wireMoney({ amount, currency }: Money) {
  return { amount: formatDecimal(amount, currency), currency };
}

function wireWallet({ walletProvider }: FromWallet) {
  return walletProvider === undefined ? {} : { walletProvider };
}

function wireCard(card: CardDetails) {
  return {
    number: card.number.reveal(),
    expiry: { month: card.expiryMonth, year: card.expiryYear },
    securityCode: card.securityCode.reveal(),
    nameOnCard: card.nameOnCard,
  };
}
