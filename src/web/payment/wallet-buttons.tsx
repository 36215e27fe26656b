/** The methods that are one button each (Spec 2.3). A button that cannot work on this device shows what it knows to. */
import { useCallback } from "react";
import { useLocale } from "use-intl/react";
import type { MethodSettings } from "#contract/pages.ts";
import type { MethodId } from "#methods/catalog.ts";
import { type Loader, panels } from "#methods/panels.ts";
import { Later } from "../forms/later.tsx";
import { loadWithTexts } from "./later-texts.tsx";
import type { WalletButtonProps } from "./panel.ts";

export function WalletButtons({
  ids,
  settings,
  props,
}: {
  readonly ids: readonly MethodId[];
  /** By method id; a page without any leaves it out. */
  readonly settings?: MethodSettings;
  readonly props: WalletButtonProps;
}) {
  if (ids.length === 0) return null;
  return (
    <div className="wallets">
      {ids.map((id) => {
        const entry = panels[id];
        return (
          entry.surface === "button" && (
            <WalletButton key={id} load={entry.load} props={{ ...props, settings: settings?.[id] }} />
          )
        );
      })}
    </div>
  );
}

function WalletButton({
  load,
  props,
}: {
  readonly load: Loader<WalletButtonProps>;
  readonly props: WalletButtonProps;
}) {
  const language = useLocale();
  const loadButton = useCallback(() => loadWithTexts(load, language), [load, language]);
  // A wallet that cannot be loaded is left out: the other methods are there.
  return (
    <Later
      load={loadButton}
      props={props}
      waiting={<div className="wallet-place" aria-hidden="true" />}
      failed={null}
    />
  );
}
