/**
 * The outside world as plain types: time, randomness, network, log. `core`, `methods` and `gateways` receive
 * these; the real ones live in `server/`, hand-driven ones in `test/`.
 */

/** Time. Stored deadlines use `now`; waiting uses `sleep`, which ends early (resolves) when the signal aborts. */
export type Clock = {
  /** The present instant, milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** Identifiers and secrets from a cryptographic generator. */
export type Ids = {
  /** 16 characters of Crockford base32, upper case (decision N6). */
  readonly orderNumber: () => string;
  /** 12 characters of Crockford base32, upper case (decision N6). */
  readonly linkIdentity: () => string;
  /** A time-ordered id for rows that we name ourselves, at most 32 characters of [0-9a-z]. */
  readonly attemptId: () => string;
  /** `bytes` random bytes as base64url text; for keys that must not be guessed. */
  readonly token: (bytes: number) => string;
  /** Decimal digits of a one-time code. */
  readonly otp: (digits: number) => string;
};

export type HttpRequest = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  /** Largest answer read, bytes; more counts as unreadable. */
  readonly maxBytes?: number;
  /** Client certificate and key in PEM, where the provider asks for mutual TLS. */
  readonly clientCertificate?: { readonly certPem: string; readonly keyPem: string };
  /** Sent by https to a public host alone, whatever its name leads to: an account of a merchant's names the address. */
  readonly isPublicOnly?: boolean;
};

/**
 * What one request came to. The difference between the last two decides whether money may have moved:
 * `not_sent` never reached the provider and may be tried again; after `no_answer` the outcome is unknown.
 */
export type HttpResult =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: "not_sent"; readonly reason: string }
  | { readonly kind: "no_answer"; readonly reason: string };

/** One bounded HTTP request. Never throws for a network failure and never follows redirects. */
export type Http = (request: HttpRequest) => Promise<HttpResult>;

/** One message to one address. Resolves once the mail server has taken it; rejects otherwise. */
export type Mailer = (mail: {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A shop's name before the operator's address. */
  readonly senderName?: string;
  readonly replyTo?: string;
  /** The same in every try, so that a mail that came twice is known. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly fileName: string; readonly pdf: Buffer }[];
}) => Promise<void>;

/** Structured log. Only named, harmless fields are passed; bodies and secrets never. */
export type Log = {
  readonly info: (event: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (event: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly error: (event: string, fields?: Readonly<Record<string, unknown>>) => void;
};
