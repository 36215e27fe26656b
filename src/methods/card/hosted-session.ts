/**
 * The gateway's session script: loaded when it is needed, given a session that our server made, and asked to send
 * what is in its fields (Spec 4). Card numbers are in the gateway's own frames and never reach this page.
 */
import * as timing from "#core/timing.ts";
import type { CardText, HostedFieldName } from "./card-problems.ts";
import { readInitialized, readSessionUpdate, type SessionUpdate } from "./session-steps.ts";

/** What we use of the global that the script defines. */
export type SessionSdk = {
  readonly configure: (configuration: object) => void;
  readonly updateSessionFromForm: (paymentType: "card") => void;
  readonly setFocus?: (role: string) => void;
  readonly onFocus?: (roles: readonly string[], listener: () => void) => void;
  readonly onBlur?: (roles: readonly string[], listener: () => void) => void;
  readonly setFocusStyle?: (roles: readonly string[], style: Readonly<Record<string, string>>) => void;
};

/** CSS selectors of the inputs that the script replaces by its own frames. */
export type HostedSelectors = Readonly<Record<HostedFieldName, string>>;

export type HostedSession = {
  /** null when the fields can be used, else why not. Never rejects. */
  readonly initialized: Promise<CardText | null>;
  /** Sends the fields to the gateway. An answer that comes later than the limit of Spec 4 is dropped. */
  readonly update: () => Promise<SessionUpdate>;
  /** Puts the focus into one of the gateway's frames. */
  readonly focus: (field: HostedFieldName) => void;
};

export type HostedOptions = {
  readonly sessionId: string;
  readonly selectors: HostedSelectors;
  /** What the order takes; null where the brand is not asked for. */
  readonly brands: { readonly isMadaAllowed: boolean; readonly isCreditCardAllowed: boolean } | null;
  /** Border of the field that has the focus (Spec 9: green). */
  readonly focusColor: string;
  /** Learns which field has the focus; pages cannot see that of a frame themselves. */
  readonly onFocus: (field: HostedFieldName | null) => void;
};

/** Gives a session and the places of the fields to the script. */
export function openHostedSession(sdk: SessionSdk, options: HostedOptions): HostedSession {
  let onUpdate: ((result: unknown) => void) | null = null;
  const initialized = new Promise<CardText | null>((resolve) => {
    const timer = setTimeout(() => resolve("hostedSessionNotInitialized"), timing.sessionUpdateTimeoutMs);
    const finish = (textKey: CardText | null): void => {
      clearTimeout(timer);
      if (textKey === null) followFocus(sdk, options);
      resolve(textKey);
    };
    attempt(
      () =>
        sdk.configure(
          configuration(options, {
            initialized: (result: unknown) => finish(readInitialized(result)),
            formSessionUpdate: (result: unknown) => onUpdate?.(result),
          }),
        ),
      () => finish("hostedSessionNotInitialized"),
    );
  });
  const update = (): Promise<SessionUpdate> =>
    new Promise((resolve) => {
      const finish = (outcome: SessionUpdate): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const giveUp = (textKey: CardText): void => finish({ kind: "failed", textKey, isSessionSpent: true });
      const timer = setTimeout(() => giveUp("providedDataInvalid"), timing.sessionUpdateTimeoutMs);
      onUpdate = (result) => finish(readSessionUpdate(result, options.brands));
      attempt(
        () => sdk.updateSessionFromForm("card"),
        () => giveUp("sessionUpdateFailed"),
      );
    });
  const focus = (field: HostedFieldName): void =>
    attempt(
      () => sdk.setFocus?.(`card.${field}`),
      () => undefined,
    );
  return { initialized, update, focus };
}

const scripts = new Map<string, Promise<SessionSdk | null>>();

/**
 * Loads a session script and gives what it defined, or null when it did not come in time or defined nothing. The
 * scripts of two gateway profiles use the same global name: what is there right after a script has run is its own.
 */
export function loadSessionScript(address: string): Promise<SessionSdk | null> {
  const known = scripts.get(address);
  if (known) return known;
  const loading = runScript(address).then((sdk) => {
    // A script that failed may be asked for again.
    if (!sdk) scripts.delete(address);
    return sdk;
  });
  scripts.set(address, loading);
  return loading;
}

declare global {
  interface Window {
    PaymentSession?: SessionSdk;
  }
}

function runScript(address: string): Promise<SessionSdk | null> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    const finish = (sdk: SessionSdk | null): void => {
      clearTimeout(timer);
      resolve(sdk);
    };
    const timer = setTimeout(() => finish(null), timing.sessionUpdateTimeoutMs);
    script.addEventListener("load", () => finish(window.PaymentSession ?? null));
    script.addEventListener("error", () => finish(null));
    script.src = address;
    document.head.append(script);
  });
}

function configuration({ sessionId, selectors }: HostedOptions, callbacks: object): object {
  return {
    session: sessionId,
    fields: { card: selectors },
    // A declaration of what our headers really do (gateway: required). The payment frame has the policy alone.
    frameEmbeddingMitigation: ["csp"],
    callbacks,
    // Spec 5: digits only, in fours, as on an embossed card.
    interaction: { displayControl: { formatCard: "EMBOSSED", invalidFieldCharacters: "REJECT" } },
  };
}

/** The gateway's field takes the green border where it has one; ours is around its frame and follows automatically. */
function followFocus(sdk: SessionSdk, { selectors, focusColor, onFocus }: HostedOptions): void {
  const hostedFields = Object.keys(selectors) as HostedFieldName[];
  const style = { borderColor: focusColor, outline: "none" };
  attempt(
    () => {
      sdk.setFocusStyle?.(
        hostedFields.map((field) => `card.${field}`),
        style,
      );
      for (const field of hostedFields) {
        sdk.onFocus?.([`card.${field}`], () => onFocus(field));
        sdk.onBlur?.([`card.${field}`], () => onFocus(null));
      }
    },
    () => undefined,
  );
}

/** Another party's script may throw anything at any time. */
function attempt(run: () => void, onThrow: () => void): void {
  try {
    run();
  } catch {
    onThrow();
  }
}
