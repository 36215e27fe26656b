/**
 * The behaviour of every payment form: the tick, who pays, the e-mail gate, presses before the scripts, and what a
 * press came to. The forms are layouts of it: each says where things stand, none what they do.
 */
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl/react";
import type { PaymentChannel } from "#contract/payment.ts";
import type { MethodId } from "#methods/catalog.ts";
import { goTo } from "../browser/navigation.ts";
import { agreementId } from "../forms/agreement.tsx";
import { useToast } from "../forms/toast.tsx";
import { fillIfEmpty, focusField, isTicked, takeEarlyPress } from "../forms/typed.ts";
import { type Form, useForm } from "../forms/use-form.ts";
import { addresses } from "../routes.ts";
import type { Message, Ways } from "./after-pay.ts";
import { isPayerMissing, type MainFieldName, mainFields, toPayer } from "./main-form.ts";
import type { Payer, WalletButtonProps } from "./panel.ts";
import {
  afterMove,
  asksFor,
  isLocked as isLockedIn,
  moves,
  type Need,
  needBefore,
  type PayFormState,
  payFormStart,
} from "./pay-form-state.ts";
import type { PaymentOrder } from "./payment-order.ts";
import { type Panels, usePanels } from "./use-panels.ts";
import { type BackAtForm, type Payment, usePayment } from "./use-payment.ts";

export type PayFormOptions = {
  readonly channel: PaymentChannel;
  /** Who pays while the page does not ask; null where it has fields for name and mobile from the start. */
  readonly knownPayer: ((order: PaymentOrder, form: PressedForm) => Payer) | null;
  /** Where a payment leads to, when it is not in a page of its own. */
  readonly ways?: Ways;
};

export type PressedForm = Pick<Payer, "agreementAccepted" | "channel">;

export type PayForm = Pick<Payment, "order" | "isBusy"> & {
  readonly state: PayFormState;
  /** For the form that is pressed again where that was done before the scripts were there. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** Name, mobile and address. */
  readonly main: Form;
  readonly keepPanel: Panels["keep"];
  /** A press of a method's button. It pays nothing while something is missing, and shows what. */
  readonly press: (id: MethodId) => void;
  /** For wallets, which are buttons of their own. */
  readonly wallet: Pick<WalletButtonProps, "order" | "isLocked" | "readPayer" | "run">;
  readonly isLocked: boolean;
  readonly onAgreed: (isAgreed: boolean) => void;
  readonly onSigned: (emailSignature: string) => void;
  /** Takes back how the last press ended, when the buyer has left what it is about. */
  readonly forget: () => void;
  /** What the last press came to, in words. */
  readonly message: Message | null;
  /** What takes the form's place; null for the form. */
  readonly instead: ReactNode;
  readonly showToast: (text: string) => void;
  readonly toast: Pick<ReturnType<typeof useToast>, "toast"> & { readonly onClose: () => void };
};

export function usePayForm(initial: PaymentOrder, options: PayFormOptions): PayForm {
  const { order, isBusy, end, run, forget } = usePayment(initial, options.ways);
  const [state, make] = useReducer(afterMove, initial, (start) => payFormStart(start, kindOf(options)));
  const main = useForm(() => mainFields);
  const panels = usePanels();
  const { toast, showToast, closeToast } = useToast(openPanel);
  const ask = useAsking(make, showToast);
  const onAgreed = (isAgreed: boolean): void => make(moves.tick(isAgreed));
  const formRef = useTypedEarly(onAgreed);
  const isLocked = isLockedIn(state, order);

  const onEnd = useEffectEvent((last: BackAtForm): void => {
    if (isNeed(last) && !asksFor(options.channel, last.kind)) goTo(addresses.info(order.orderNumber));
    else if (isNeed(last)) ask(last.kind);
    if (last.kind === "message" && last.isMethodDown) make(moves.fail());
    if ("field" in last && last.field !== undefined) panels.focus(state.pressed, last.field);
    // A field has come between the one before and the button.
    if (last.kind === "next_step")
      formRef.current?.querySelector(".pay-button")?.scrollIntoView({ block: "nearest" });
  });
  // The window over the page has closed by now and given the focus back to the button.
  useEffect(() => {
    if (end) onEnd(end);
  }, [end]);

  const readPayer = (id: MethodId | null) => payerFor({ id, order, state, main, panels, ask, options });
  const begin: Payment["run"] = (work) => {
    make(moves.press(null));
    run(work);
  };
  const press = (id: MethodId): void => {
    const panel = panels.pressed(id);
    const payer = panel && !isBusy ? readPayer(id) : null;
    if (!panel || !payer) return;
    make(moves.press(id));
    run(() => panel.pay(payer));
  };
  return {
    order,
    isBusy,
    state,
    formRef,
    main,
    keepPanel: panels.keep,
    press,
    wallet: { order, isLocked, readPayer: () => readPayer(null), run: begin },
    isLocked,
    onAgreed,
    onSigned: (emailSignature) => {
      make(moves.sign(emailSignature));
      forget();
    },
    forget: () => {
      panels.forgetPress();
      forget();
    },
    message: end?.kind === "message" ? end.message : null,
    instead: end?.kind === "instructions" ? end.content : null,
    showToast,
    toast: { toast, onClose: closeToast },
  };
}

type Pressed = Pick<PayForm, "order" | "state" | "main"> & {
  /** The method with a panel; null for a wallet. */
  readonly id: MethodId | null;
  readonly panels: Panels;
  readonly ask: (need: Need) => void;
  readonly options: PayFormOptions;
};

/** Who pays, once all that is needed is there; else the buyer sees what is missing. */
function payerFor({ id, order, state, main, panels, ask, options }: Pressed): Payer | null {
  const need = needBefore(state, order);
  if (need === "agreement") ask(need);
  if (need !== null) return null;
  const panel = id === null ? undefined : panels.pressed(id);
  const isAsked = state.isPayerAsked;
  // Spec 5: the mobile of a panel is the buyer's own, too, when nothing else was typed.
  if (isAsked) fillIfEmpty(mobileId, panel?.mobile?.());
  const wrongMain = isAsked ? main.check() : null;
  const wrongInPanel = panel?.check() ?? null;
  if (isAsked && isPayerMissing(main.values())) ask("payer");
  if (wrongMain !== null) focusField(wrongMain);
  else if (wrongInPanel !== null) panels.focus(id, wrongInPanel);
  if (wrongMain !== null || wrongInPanel !== null) return null;
  const proven = { ...order, emailSignature: state.emailProof ?? order.emailSignature };
  const form = { agreementAccepted: state.isAgreed, channel: options.channel };
  return options.knownPayer && !isAsked
    ? options.knownPayer(proven, form)
    : toPayer(proven, main.values(), form);
}

/** What the state begins with. */
function kindOf({ channel, knownPayer }: PayFormOptions) {
  return { channel, asksPayer: knownPayer === null };
}

/** Shows what is missing: in the state, as a toast, and by the focus. */
function useAsking(
  make: (move: Parameters<typeof afterMove>[1]) => void,
  showToast: (text: string, about: string) => void,
): (need: Need) => void {
  const t = useTranslations("payment");
  return (need) => {
    make(moves.ask(need));
    if (need === "payer") showToast(t("enterClientNameAndMobile"), ".main-fields");
    if (need !== "agreement") return;
    showToast(t("agreementRequired"), ".agreement");
    focusField(agreementId);
  };
}

/** Makes good for what the buyer did before the scripts were there: the tick first, then the press. */
function useTypedEarly(onTick: (isAgreed: boolean) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const [isAlive, setAlive] = useState(false);
  const readTick = useEffectEvent(() => {
    if (isTicked(agreementId)) onTick(true);
  });
  useEffect(() => {
    readTick();
    // All of the form is drawn again by this: in slices, so that the phone is free in between.
    startTransition(() => setAlive(true));
  }, []);
  // Only now is what stood in the page known here, too.
  useEffect(() => {
    if (isAlive && takeEarlyPress()) form.current?.requestSubmit();
  }, [isAlive]);
  return form;
}

function isNeed(end: BackAtForm): end is BackAtForm & { readonly kind: Need } {
  return end.kind === "agreement" || end.kind === "payer" || end.kind === "email";
}

/** What a panel's toast is about, unless it says so itself. */
const openPanel = ".method-panel:enabled";

const mobileId: MainFieldName = "clientMobile";
