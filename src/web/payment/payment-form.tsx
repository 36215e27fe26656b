/**
 * The island of the payment info page (Spec 2.3): who pays, by which method, and the button. The server renders it
 * with the default panel open, so that it can be read and typed into before any script is there.
 */
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodSettings } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { NamedCountry } from "../forms/country-name.ts";
import { NotLoaded, takeWantedMethod } from "../forms/not-loaded.tsx";
import { choose, chosenIn } from "../forms/typed.ts";
import { MainFields } from "./main-fields.tsx";
import { MethodList, otherMethodsId, type ShownMethod } from "./method-list.tsx";
import { NoSuchWallet } from "./no-such-wallet.tsx";
import { OrderEmailGate } from "./order-email-gate.tsx";
import type { BegunCode, PanelHandle, PanelProps } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { buttonAction, PaySection, type Steps } from "./pay-section.tsx";
import { PayWindows } from "./pay-windows.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { type PanelDraft, usePanelDraft } from "./use-panel-draft.ts";
import { usePayForm } from "./use-pay-form.ts";
import { useWallets, WalletButtons, WalletsElsewhere } from "./wallet-buttons.tsx";

export type PaymentFormProps = {
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  /** Methods with a panel, in the order of the list; the first one is open at the start. */
  readonly methods: readonly ShownMethod[];
  /** Methods that are one button of their own. */
  readonly wallets: readonly MethodId[];
  /** Those of the device (`ownWallets`). */
  readonly own: readonly MethodId[];
  readonly methodSettings: MethodSettings;
  /** A payment that waits for its buyer's one-time code: its method is open then, at that step. */
  readonly begunCode?: BegunCode & { readonly method: MethodId };
  /** The country that the phone field starts with. */
  readonly start: NamedCountry;
  readonly hidesAddress: boolean;
  /** The logos of the methods stand beside their names. */
  readonly showsMethodSigns: boolean;
  /** Left out where not: most pages need no word of it. */
  readonly hasHijriDates?: true;
};

export function PaymentForm(props: PaymentFormProps) {
  const { order: initial, methods, methodSettings, begunCode, start } = props;
  const pay = usePayForm(initial, { channel: "info", knownPayer: null });
  const wallets = useWallets(props.wallets, props.own);
  const { order, main, message } = pay;
  const draft = usePanelDraft(pay.formRef, initial.orderNumber, methods);
  const [selected, setSelected] = useSelected(begunCode?.method, pay.formRef, methods, draft);
  const [steps, setSteps] = useState<Steps>(() => (begunCode ? { [begunCode.method]: "submit" } : {}));

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (selected) pay.press(selected);
  };
  const keepPanel = (id: MethodId, handle: PanelHandle | null): void => {
    pay.keepPanel(id, handle);
    if (handle) draft.restore(id);
  };
  const select = (id: MethodId): void => {
    pay.forget();
    setSelected(id);
    draft.keep(id);
  };

  if (pay.instead) return pay.instead;
  const panelProps = (id: MethodId): PanelProps => ({
    order,
    cardSettings: props.cardSettings,
    settings: methodSettings[id],
    hasHijriDates: props.hasHijriDates,
    begun: begunCode?.method === id ? begunCode : null,
    payerName: main.values()["clientName"],
    onToast: pay.showToast,
    onStep: (step) => setSteps((old) => ({ ...old, [id]: step })),
    ref: (handle) => keepPanel(id, handle),
  });
  const { otherWays, missing } = insteadOfWallet(methods.length, wallets.length);
  const next = message ? wayAround(methods, selected, pay.state.down) : undefined;
  return (
    <>
      {/* The method keeps the browser from sending anything anywhere while the scripts are not there yet. */}
      <form
        ref={pay.formRef}
        className="payment-form"
        method="dialog"
        noValidate
        onInput={() => draft.keep()}
        onSubmit={onSubmit}
      >
        <MainFields form={main} order={order} start={start} hidesAddress={props.hidesAddress} />
        <WalletButtons
          wallets={wallets}
          settings={methodSettings}
          props={pay.wallet}
          missing={(id) => otherWays ?? missing(id)}
          failed={otherWays ?? <NotLoaded />}
        />
        {methods.length > 0 ? (
          <MethodList
            methods={methods}
            order={order}
            showsSigns={props.showsMethodSigns}
            selected={selected}
            down={pay.state.down}
            onSelect={select}
          >
            {(id, isOpen) => (
              <>
                <PanelSlot id={id} isOpen={isOpen} props={panelProps(id)} />
                {isOpen && <PaySection pay={pay} next={next} action={buttonAction(methods, id, steps)} />}
              </>
            )}
          </MethodList>
        ) : (
          <PaySection pay={pay} action={null} />
        )}
        <WalletsElsewhere wallets={wallets} orderNumber={order.orderNumber} missing={missing} />
        <CancelLink address={order.cancelUrl} />
        <PayWindows pay={pay} />
      </form>
      <OrderEmailGate pay={pay} />
    </>
  );
}

/** The method to continue with where the open one does not work now. */
function wayAround(
  methods: readonly ShownMethod[],
  selected: MethodId | undefined,
  down: readonly MethodId[],
): ShownMethod | undefined {
  return selected && down.includes(selected) ? methods.find(({ id }) => !down.includes(id)) : undefined;
}

/** What is shown instead of a wallet that the device lacks or that did not come: the way to the methods below, else that it is missing. */
function insteadOfWallet(methodCount: number, walletCount: number) {
  const otherWays = methodCount > 0 ? <OtherWays isThere={methodCount > 1} /> : null;
  const missing = (id: MethodId) =>
    otherWays ? null : <NoSuchWallet id={id} isOnlyWay={walletCount === 1} />;
  return { otherWays, missing };
}

/** Instead of a wallet that this device does not have: to the methods that stand below the first one. */
function OtherWays({ isThere }: { readonly isThere: boolean }) {
  const t = useTranslations("payment");
  return <p className="wallet-missing">{isThere && <a href={`#${otherMethodsId}`}>{t("allMethods")}</a>}</p>;
}

/** The way back to the shop, where the order has one (Spec 2.3). */
function CancelLink({ address }: { readonly address: string | null }) {
  const t = useTranslations("payment");
  if (address === null) return null;
  return (
    <a className="cancel-link" href={address}>
      {t("cancelPayment")}
    </a>
  );
}

/** The method whose panel is open. The buyer may have chosen it before the scripts arrived, or loaded the page again. */
function useSelected(
  begun: MethodId | undefined,
  form: RefObject<HTMLFormElement | null>,
  methods: readonly ShownMethod[],
  draft: PanelDraft,
) {
  const [selected, setSelected] = useState<MethodId | undefined>(begun ?? methods[0]?.id);
  const takeChosen = useEffectEvent(() => {
    const wanted = takeWantedMethod();
    const { isBuyers } = chosenIn(form.current, "method");
    choose(form.current, "method", wanted ?? (isBuyers ? null : draft.method()));
    const { value } = chosenIn(form.current, "method");
    const method = methods.find(({ id }) => id === value);
    // Where nothing else was chosen, the form must not be drawn again at once for it.
    if (method && method.id !== selected) setSelected(method.id);
    draft.keep(method?.id);
  });
  useEffect(() => takeChosen(), []);
  return [selected, setSelected] as const;
}
