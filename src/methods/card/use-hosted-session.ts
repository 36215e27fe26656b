/** The gateway's session that the fields of hosted mode work with: made, given to the script, and made again once it is spent. */
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { CardMethod } from "#core/card/card-brands.ts";
import { call } from "#web/browser/api.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import { prepareSession } from "./card-calls.ts";
import { cardFieldId, type HostedFieldName } from "./card-problems.ts";
import { type HostedSession, loadSessionScript, openHostedSession } from "./hosted-session.ts";

export type HostedSessionProps = {
  readonly kind: CardMethod;
  readonly order: PaymentOrder;
  /** Address of the gateway's session script. */
  readonly script: string;
  /** What to say when the gateway cannot be reached. */
  readonly connectionError: string;
};

type Status =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly sessionId: string; readonly session: HostedSession }
  | { readonly kind: "failed"; readonly text: string };

type CurrentSession = {
  readonly status: Status;
  /** Counts sessions: each gets fresh inputs, because the script does with them what it likes. */
  readonly round: number;
  /** Field that has the focus. */
  readonly focused: HostedFieldName | null;
  /** Leaves this session for another one. */
  readonly restart: () => void;
};

const loading: Status = { kind: "loading" };

/** Opens a session when the form comes to life, and another one with each `restart`. */
export function useHostedSession({
  kind,
  order,
  script,
  connectionError,
}: HostedSessionProps): CurrentSession {
  const t = useTranslations("card");
  const [status, setStatus] = useState<Status>(loading);
  const [focused, setFocused] = useState<HostedFieldName | null>(null);
  const [round, setRound] = useState(0);

  const restart = (): void => {
    setStatus(loading);
    setRound((old) => old + 1);
  };
  const openSession = async (): Promise<Status> => {
    const [sdk, prepared] = await Promise.all([
      loadSessionScript(script),
      prepareSession(call, { kind, orderNumber: order.orderNumber }),
    ]);
    if (prepared.kind === "refused")
      return { kind: "failed", text: prepared.refusal.text ?? connectionError };
    if (prepared.kind !== "ready") return { kind: "failed", text: connectionError };
    if (!sdk) return { kind: "failed", text: t("hostedSessionNotInitialized") };
    const selector = (field: HostedFieldName): string => `#${cardFieldId(kind, field)}`;
    const session = openHostedSession(sdk, {
      sessionId: prepared.sessionId,
      selectors: {
        number: selector("number"),
        securityCode: selector("securityCode"),
        expiryMonth: selector("expiryMonth"),
        expiryYear: selector("expiryYear"),
        nameOnCard: selector("nameOnCard"),
      },
      brands: kind === "amex" ? null : order.allowed,
      focusColor: focusGreen,
      onFocus: setFocused,
    });
    const problem = await session.initialized;
    if (problem !== null) return { kind: "failed", text: t(problem) };
    return { kind: "ready", sessionId: prepared.sessionId, session };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per session
  useEffect(() => {
    let isCurrent = true;
    void openSession().then((next) => {
      if (isCurrent) setStatus(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [round]);
  return { status, round, focused, restart };
}

/** Spec 9: borders of card fields turn green on focus; the value of --field-focus in tokens.css. */
const focusGreen = "#2a9d49";
