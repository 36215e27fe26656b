/** The place of one method's panel. Panels that are not a part of the page are fetched here, with their texts. */
import { type ComponentType, type Ref, useCallback } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { CardSettings } from "#contract/settings.ts";
import type { Language } from "#core/language.ts";
import type { MethodId } from "#methods/catalog.ts";
import { panels } from "#methods/panels.ts";
import { Later } from "../forms/later.tsx";
import { Texts } from "../i18n/texts.tsx";
import { loadTexts } from "./later-texts.ts";
import type { PanelHandle, PanelProps } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

type PanelSlotProps = {
  readonly id: MethodId;
  readonly isOpen: boolean;
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  readonly ref: Ref<PanelHandle>;
};

export function PanelSlot({ id, isOpen, order, cardSettings, ref }: PanelSlotProps) {
  const t = useTranslations("payment");
  const language = useLocale();
  const { panel } = panels[id];
  const props: PanelProps = { ref, order, cardSettings };
  const load = useCallback(() => loadWithTexts(id, language), [id, language]);
  // Disabled fields of a closed panel take no part in autofill and in what the browser sends.
  return (
    <fieldset className="method-panel" hidden={!isOpen} disabled={!isOpen}>
      {"here" in panel ? (
        <panel.here {...props} />
      ) : (
        <Later
          load={load}
          props={props}
          waiting={<p className="method-waiting">{t("methodLoading")}</p>}
          failed={(tryAgain) => (
            <p className="method-waiting" role="alert">
              {t("methodFailed")}{" "}
              <button type="button" className="text-button" onClick={tryAgain}>
                {t("loadAgain")}
              </button>
            </p>
          )}
        />
      )}
    </fieldset>
  );
}

/** A panel's component that brings its own texts: those in the HTML are only what the page needs at once. */
async function loadWithTexts(id: MethodId, language: Language): Promise<ComponentType<PanelProps>> {
  const { panel } = panels[id];
  if ("here" in panel) return panel.here;
  const [Panel, messages] = await Promise.all([panel.load(), loadTexts()]);
  return (props) => (
    <Texts language={language} messages={messages}>
      <Panel {...props} />
    </Texts>
  );
}
