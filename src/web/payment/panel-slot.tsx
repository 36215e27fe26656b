/** The place of one method's panel. Panels that are not a part of the page are fetched here, with their texts. */
import { useTranslations } from "use-intl/react";
import type { MethodId } from "#methods/catalog.ts";
import { panels } from "#methods/panels.ts";
import { NotLoaded } from "../forms/not-loaded.tsx";
import { LaterWithTexts } from "./later-texts.tsx";
import type { PanelProps } from "./panel.ts";

type PanelSlotProps = {
  readonly id: MethodId;
  readonly isOpen: boolean;
  readonly props: PanelProps;
};

export function PanelSlot({ id, isOpen, props }: PanelSlotProps) {
  const t = useTranslations("payment");
  const entry = panels[id];
  if (entry.surface !== "panel") return null;
  // Disabled fields of a closed panel take no part in autofill and in what the browser sends.
  return (
    <fieldset className="method-panel" data-method={id} hidden={!isOpen} disabled={!isOpen}>
      {"here" in entry.panel ? (
        <entry.panel.here {...props} />
      ) : (
        <LaterWithTexts
          load={entry.panel.load}
          props={props}
          waiting={<p className="method-waiting">{t("methodLoading")}</p>}
          failed={<NotLoaded method={id} />}
        />
      )}
    </fieldset>
  );
}
