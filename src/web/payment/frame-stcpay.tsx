/** STC Pay in the payment frame: a button first; pressing it reveals the mobile field (Spec 4 "UR Pay and STC Pay"). */
import { type FormEvent, useCallback, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Mark } from "../components/mark.tsx";
import { fieldsIn } from "../forms/typed.ts";
import type { PanelHandle, PanelProps } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PayButton } from "./pay-section.tsx";
import type { PayForm } from "./use-pay-form.ts";

type FrameStcPayProps = {
  readonly pay: PayForm;
  readonly props: Omit<PanelProps, "ref" | "onStep">;
  readonly onSubmit: (event: FormEvent) => void;
};

const panelId = "frame-stcpay";

export function FrameStcPay({ pay, props, onSubmit }: FrameStcPayProps) {
  const t = useTranslations("frame");
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState<"pay" | "submit">("pay");
  const { keepPanel } = pay;
  // The field is fetched by the press and takes the focus as soon as it is there.
  const place = useRef<HTMLDivElement>(null);
  const wasThere = useRef(false);
  const ref = useCallback(
    (panel: PanelHandle | null) => {
      keepPanel("stcpay", panel);
      if (panel && !wasThere.current) fieldsIn(place.current)[0]?.focus();
      wasThere.current ||= panel !== null;
    },
    [keepPanel],
  );
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
      <div ref={place} id={panelId} className="frame-stcpay-panel" hidden={!isOpen}>
        {isOpen && (
          <>
            <PanelSlot id="stcpay" isOpen props={{ ...props, ref, onStep: setStep }} />
            <PayButton pay={pay} action={step === "submit" ? undefined : t("sendCode")} />
          </>
        )}
      </div>
    </form>
  );
}
