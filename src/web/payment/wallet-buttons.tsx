/** The methods that are one button each (Spec 2.3), where this device has them. */
import { type ReactNode, startTransition, useEffect, useState } from "react";
import type { MethodSettings } from "#contract/pages.ts";
import type { MethodId } from "#methods/catalog.ts";
import { panels, type WalletEntry } from "#methods/panels.ts";
import { LaterWithTexts } from "./later-texts.tsx";
import type { WalletButtonProps, WalletElsewhereProps } from "./panel.ts";

type Wallet = { readonly id: MethodId; readonly entry: WalletEntry; readonly isHere: boolean };

/**
 * The wallets among `ids`, and whether this device has them.
 * @param own those that the server takes to be here (`ownWallets`): until the device is asked, they hold
 */
export function useWallets(ids: readonly MethodId[], own: readonly MethodId[]): readonly Wallet[] {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => startTransition(() => setKnown(true)), []);
  return ids.flatMap((id) => {
    const entry = panels[id];
    if (entry.surface !== "button") return [];
    return [{ id, entry, isHere: !entry.isHere || (isKnown ? entry.isHere() : own.includes(id)) }];
  });
}

export function WalletButtons({
  wallets,
  settings,
  props,
  missing,
  failed,
}: {
  readonly wallets: readonly Wallet[];
  /** By method id. */
  readonly settings: MethodSettings;
  readonly props: Omit<WalletButtonProps, "settings" | "missing">;
  /** Shown instead of one that this device does not have. */
  readonly missing: (id: MethodId) => ReactNode;
  /** Shown instead of one whose code did not come. */
  readonly failed: ReactNode;
}) {
  return wallets.map(
    ({ id, entry, isHere }) =>
      isHere && (
        <LaterWithTexts
          key={id}
          load={entry.load}
          props={{ ...props, settings: settings[id], missing: missing(id) }}
          waiting={<div className="wallet-place" aria-hidden="true" />}
          failed={failed}
        />
      ),
  );
}

/**
 * What is said of the wallets that this device does not have: how to come to one that does, else that it is missing. It stands
 * below the ways to pay, and the place of one line is kept for it, but for a wallet that says nothing here: what stands below
 * would move when that place is lost.
 */
export function WalletsElsewhere({
  wallets,
  orderNumber,
  missing,
}: {
  readonly wallets: readonly Wallet[];
  readonly orderNumber: string;
  readonly missing: (id: MethodId) => ReactNode;
}) {
  return wallets.map(({ id, entry: { elsewhere }, isHere }) => {
    const instead = missing(id);
    if (isHere || (!elsewhere && instead === null)) return null;
    return (
      <LaterWithTexts
        key={id}
        load={elsewhere ?? loadMissing}
        props={{ orderNumber, missing: instead }}
        waiting={<div className={elsewhere ? "text-button" : "wallet-missing"} aria-hidden="true" />}
        failed={null}
      />
    );
  });
}

/** There is no code to fetch, but the words need the texts that come with such. */
const loadMissing = async () => Missing;

function Missing({ missing }: WalletElsewhereProps) {
  return missing;
}
