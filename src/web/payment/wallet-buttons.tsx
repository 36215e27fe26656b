/** The methods that are one button each (Spec 2.3), where this device has them. */
import { type ReactNode, useEffect, useState } from "react";
import type { MethodSettings } from "#contract/pages.ts";
import type { MethodId } from "#methods/catalog.ts";
import { panels, type WalletEntry } from "#methods/panels.ts";
import { LaterWithTexts } from "./later-texts.tsx";
import type { WalletButtonProps } from "./panel.ts";

export function WalletButtons({
  ids,
  settings,
  props,
  missing,
  failed,
}: {
  readonly ids: readonly MethodId[];
  /** By method id. */
  readonly settings: MethodSettings;
  readonly props: Omit<WalletButtonProps, "settings" | "missing">;
  /** Shown instead of one that this device does not have. */
  readonly missing: (id: MethodId) => ReactNode;
  /** Shown instead of one whose code did not come. */
  readonly failed: ReactNode;
}) {
  const isKnown = useIsKnown();
  const here = walletsOf(ids, isKnown, "here");
  if (here.length === 0) return null;
  return (
    <div className="wallets">
      {here.map(({ id, entry }) => (
        <LaterWithTexts
          key={id}
          load={entry.load}
          props={{ ...props, settings: settings[id], missing: missing(id) }}
          waiting={
            <div
              className="wallet-place"
              data-wallet={id}
              data-unsure={entry.isHere && !isKnown ? "" : undefined}
              aria-hidden="true"
            />
          }
          failed={failed}
        />
      ))}
    </div>
  );
}

/** What is said of the wallets that this device does not have: how to come to one that does, else that it is missing. */
export function WalletsElsewhere({
  ids,
  orderNumber,
  missing,
}: {
  readonly ids: readonly MethodId[];
  readonly orderNumber: string;
  readonly missing: (id: MethodId) => ReactNode;
}) {
  return walletsOf(ids, useIsKnown(), "elsewhere").map(
    ({ id, entry }) =>
      entry.elsewhere && (
        <LaterWithTexts
          key={id}
          load={entry.elsewhere}
          props={{ orderNumber, missing: missing(id) }}
          failed={null}
        />
      ),
  );
}

type Wallet = { readonly id: MethodId; readonly entry: WalletEntry };

/** The server does not know what the device has: its HTML has places for all, and nothing about other devices. */
function useIsKnown(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  return isKnown;
}

function walletsOf(
  ids: readonly MethodId[],
  isKnown: boolean,
  where: "here" | "elsewhere",
): readonly Wallet[] {
  const wallets = ids.flatMap((id) => {
    const entry = panels[id];
    return entry.surface === "button" ? [{ id, entry }] : [];
  });
  if (!isKnown) return where === "here" ? wallets : [];
  return wallets.filter(({ entry }) => (entry.isHere?.() ?? true) === (where === "here"));
}
