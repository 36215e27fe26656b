/** A method in the payment frame that asks for something: a button first; pressing it reveals the fields (Spec 4 "UR Pay and STC Pay"). */
import { type FormEvent, useCallback, useRef, useState } from "react";
import type { MethodId } from "#methods/catalog.ts";
import { Mark } from "../components/mark.tsx";
import { fieldsIn } from "../forms/typed.ts";
import type { PanelHandle, PanelProps } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PayButton } from "./pay-section.tsx";
import type { PayForm } from "./use-pay-form.ts";

/** Not the card, whose fields stand in the frame. */
export type FrameWalletMethod = {
  readonly id: Exclude<MethodId, "card">;
  /** What its first button says. */
  readonly label: string;
  /** What the second one says while a press is not yet the payment. */
  readonly action?: string;
};

type FrameWalletProps = {
  readonly method: FrameWalletMethod;
  readonly pay: PayForm;
  readonly props: Omit<PanelProps, "ref" | "onStep">;
  readonly onSubmit: (event: FormEvent) => void;
};

export function FrameWallet({ method: { id, label, action }, pay, props, onSubmit }: FrameWalletProps) {
  const panelId = `frame-${id}`;
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState<"pay" | "submit">("pay");
  const { keepPanel } = pay;
  // The field is fetched by the press and takes the focus as soon as it is there.
  const place = useRef<HTMLDivElement>(null);
  const wasThere = useRef(false);
  const ref = useCallback(
    (panel: PanelHandle | null) => {
      keepPanel(id, panel);
      if (panel && !wasThere.current) fieldsIn(place.current)[0]?.focus();
      wasThere.current ||= panel !== null;
    },
    [id, keepPanel],
  );
  return (
    <form className="frame-wallet" method="dialog" noValidate onSubmit={onSubmit}>
      <button
        type="button"
        className="wallet-button frame-wallet-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(true)}
      >
        <Mark name={id} label={label} />
      </button>
      <div ref={place} id={panelId} className="frame-wallet-panel" hidden={!isOpen}>
        {isOpen && (
          <>
            <PanelSlot id={id} isOpen props={{ ...props, ref, onStep: setStep }} />
            <PayButton pay={pay} action={step === "submit" ? undefined : action} />
          </>
        )}
      </div>
    </form>
  );
}
