/** STC Pay in the payment frame: a button first; pressing it reveals the mobile field (Spec 4 "UR Pay and STC Pay"). */
import { type FormEvent, type RefObject, useCallback, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Mark } from "../components/mark.tsx";
import type { PanelHandle, PanelProps } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PayButton } from "./pay-section.tsx";

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
  return (
    <form className="frame-stcpay" method="dialog" noValidate onSubmit={onSubmit}>
      <button
        type="button"
        className="wallet-button stc-pay-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(true)}
      >
        <Mark name="stcpay" label={t("stcPay")} />
      </button>
      <div id={panelId} className="frame-stcpay-panel" hidden={!isOpen}>
        {isOpen && (
          <>
            <PanelSlot id="stcpay" isOpen props={{ ...props, ref, onStep: setStep }} />
            <PayButton
              order={order}
              isLocked={isLocked}
              isBusy={isBusy}
              action={step === "submit" ? undefined : t("sendCode")}
            />
          </>
        )}
      </div>
    </form>
  );
}
