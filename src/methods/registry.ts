/**
 * The server's list of payment methods, one line each; a method of the catalogue that is missing here does not
 * compile.
 */

import { createHash } from "node:crypto";
import type { z } from "zod";
import type { AccountSetting } from "#contract/provider-accounts.ts";
import { Secret } from "#core/secret/secret.ts";
import { a2aServer } from "./a2a/server.ts";
import { accountSettings } from "./account-settings.ts";
import type { ReferenceMethod } from "./allowed.ts";
import { amexServer } from "./amex/server.ts";
import { limitsFromEnvironment, splitLimits } from "./amount-limits.ts";
import { applePayServer } from "./applepay/server.ts";
import { cardServer } from "./card/server.ts";
import type { catalog, MethodId } from "./catalog.ts";
import { googlePayServer } from "./googlepay/server.ts";
import type { HostFile, MethodCall, MethodServer } from "./method-server.ts";
import type { AmountLimits, PaymentProvider, ProviderOf, ProviderPorts } from "./payment-method.ts";
import type { ReplyOf } from "./reference-replies.ts";
import { sadadServer } from "./sadad/server.ts";
import { stcpayServer } from "./stcpay/server.ts";
import { tabbyServer } from "./tabby/server.ts";
import { tamaraServer } from "./tamara/server.ts";
import { urpayServer } from "./urpay/server.ts";

const servers: Readonly<Record<MethodId, MethodEntry>> = {
  card: entry("card", cardServer),
  amex: entry("amex", amexServer),
  stcpay: entry("stcpay", stcpayServer),
  urpay: entry("urpay", urpayServer),
  tamara: entry("tamara", tamaraServer),
  tabby: entry("tabby", tabbyServer),
  sadad: entry("sadad", sadadServer),
  a2a: entry("a2a", a2aServer),
  applepay: entry("applepay", applePayServer),
  googlepay: entry("googlepay", googlePayServer),
};

/** A method on one account: its provider, and what pages may know. */
export type MethodAccount = {
  readonly provider: PaymentProvider;
  readonly publicSettings: Readonly<Record<string, string>>;
  /** What the merchant of the account states about amounts, in riyals; null: nothing. */
  readonly limits: AmountLimits | null;
  /** Changes whenever a setting changes, a secret one too, and reveals nothing of them. Not to be stored in the clear. */
  readonly fingerprint: string;
};

/** A method's server half with the type of its settings hidden. */
export type MethodEntry = {
  readonly calls: readonly MethodCall[];
  readonly validationPath: string | null;
  readonly hostFile: HostFile | null;
  /** What a merchant may store as an account of its own. */
  readonly settings: z.ZodType;
  /**
   * What an account of a merchant's own is made of, for a form.
   * @throws Error for settings that no form could ask for: a mistake of the method
   */
  readonly accountSettings: () => AccountSetting[];
  /**
   * The provider on the installation's own account, or null when it has none.
   * @throws Error with a sentence that names the environment variable
   * @throws TestAccountError for an account for tests in `live`
   */
  readonly ofInstallation: (
    environment: Readonly<Record<string, string | undefined>>,
    simulatorUrl: string | null,
    ports: ProviderPorts,
  ) => MethodAccount | null;
  /**
   * The provider on an account that a merchant stored. It calls public hosts alone, since a merchant may have chosen the address.
   * @throws ZodError when the stored settings are not the method's
   * @throws TestAccountError for an account for tests where money is real
   */
  readonly ofMerchant: (stored: unknown, ports: ProviderPorts, money: "real" | "any") => MethodAccount;
};

/** An account for tests where money is real; the message is a sentence that shows nothing secret. */
export class TestAccountError extends Error {}

type MethodOf<Id extends MethodId> = Extract<(typeof catalog)[number], { readonly id: Id }>;

/** What shows a number reads the reply of its method. */
type StartReplyOf<Id extends MethodId> = Id extends ReferenceMethod ? ReplyOf<Id> : unknown;

function entry<Id extends MethodId, Settings>(
  id: Id,
  server: MethodServer<Settings, ProviderOf<MethodOf<Id>>, StartReplyOf<Id>>,
): MethodEntry {
  const account = (
    settings: Settings,
    limits: AmountLimits | null,
    { ports, money }: { readonly ports: ProviderPorts; readonly money: "real" | "any" },
  ): MethodAccount => {
    const mark = money === "real" ? server.testAccountMark(settings) : null;
    if (mark !== null)
      throw new TestAccountError(
        `The live environment takes no account for tests: that of ${id} is one, because ${mark}.`,
      );
    return {
      provider: server.createProvider(settings, ports),
      publicSettings: server.publicSettings?.(settings) ?? {},
      limits,
      fingerprint: fingerprintOf(settings),
    };
  };
  return {
    calls: server.calls,
    validationPath: server.validationPath ?? null,
    hostFile: server.hostFile ?? null,
    settings: server.settings,
    accountSettings: () => accountSettings(server.settings),
    ofInstallation: (environment, simulatorUrl, ports) => {
      const settings = server.fromEnvironment(environment, simulatorUrl);
      const money = environment["WASL_ENV"] === "live" ? "real" : "any";
      const limits = limitsFromEnvironment(environment, id);
      return settings === null ? null : account(settings, limits, { ports, money });
    },
    ofMerchant: (stored, ports, money) => {
      const { settings, limits } = splitLimits(stored);
      return account(server.settings.parse(settings), limits, { ports: publicOnly(ports), money });
    },
  };
}

function publicOnly({ http, ...ports }: ProviderPorts): ProviderPorts {
  return { ...ports, http: (request) => http({ ...request, isPublicOnly: true }) };
}

function fingerprintOf(settings: unknown): string {
  // A Secret prints as stars; here its value is read.
  const text = JSON.stringify({ settings }, function (this: object, name: string, shown: unknown) {
    const value: unknown = Reflect.get(this, name);
    return value instanceof Secret ? value.reveal() : shown;
  });
  return createHash("sha256").update(text).digest("base64url");
}

/** The server half of a method. */
export function methodEntry(id: MethodId): MethodEntry {
  return servers[id];
}
