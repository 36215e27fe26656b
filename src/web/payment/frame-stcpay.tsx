/** STC Pay in the payment frame: a button first; pressing it reveals the mobile field (Spec 4 "UR Pay and STC Pay"). */
import { type FormEvent, type RefObject, useCallback, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { panels } from "#methods/panels.ts";
import { Amount } from "../components/amount.tsx";
import type { PanelHandle, PanelProps } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";

type FrameStcPayProps = {
  readonly handle: RefObject<PanelHandle | null>;
  readonly props: Omit<PanelProps, "ref" | "onStep">;
  readonly isBusy: boolean;
  readonly isLocked: boolean;
  readonly onSubmit: (event: FormEvent) => void;
};

const panelId = "frame-stcpay";

export function FrameStcPay({ handle, props, isBusy, isLocked, onSubmit }: FrameStcPayProps) {
  const t = useTranslations("frame");
  const texts = useTranslations("payment");
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState<"pay" | "submit">("pay");
  // The field is fetched by the press and takes the focus as soon as it is there.
  const wasThere = useRef(false);
  const ref = useCallback(
    (panel: PanelHandle | null) => {
      handle.current = panel;
      if (panel && !wasThere.current) document.querySelector<HTMLElement>(`#${panelId} input`)?.focus();
      wasThere.current ||= panel !== null;
    },
    [handle],
  );
  const { order } = props;
  const entry = panels.stcpay;
  return (
    <form className="frame-stcpay" method="dialog" noValidate onSubmit={onSubmit}>
      <button
        type="button"
        className="wallet-button stc-pay-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(true)}
      >
        <span>{t("stcPay")}</span>
        {entry.surface === "panel" && <entry.Sign allowed={order.allowed} />}
      </button>
      <div id={panelId} className="frame-stcpay-panel" hidden={!isOpen}>
        {isOpen && (
          <>
            <PanelSlot id="stcpay" isOpen props={{ ...props, ref, onStep: setStep }} />
            <button
              type="submit"
              className="pay-button"
              aria-disabled={isLocked || isBusy}
              aria-busy={isBusy}
            >
              {step === "submit" ? (
                texts("submit")
              ) : (
                <>
                  {texts("pay")} <Amount value={order.total} currency={order.currencyName} />
                </>
              )}
            </button>
          </>
        )}
      </div>
    </form>
  );
}
