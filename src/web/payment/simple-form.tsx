/** The island of the simple page (Spec 2.7): a card or Apple Pay, and the button. The buyer is not asked who pays. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodSettings } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { AllowedFlags } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { NotLoaded } from "../forms/not-loaded.tsx";
import { chosenIn } from "../forms/typed.ts";
import { addresses } from "../routes.ts";
import { simplePageWays } from "./after-pay.ts";
import type { ShownMethod } from "./method-list.tsx";
import { NoSuchWallet } from "./no-such-wallet.tsx";
import { PanelSlot } from "./panel-slot.tsx";
import { PayMessage } from "./pay-message.tsx";
import { buttonAction, PayButton, type Steps } from "./pay-section.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ProcessingModal } from "./processing-modal.tsx";
import { ForeignEquivalent } from "./promos.tsx";
import { Signs } from "./signs.tsx";
import { type Place, roundPlace, toSimplePayer } from "./simple-payer.ts";
import { usePayForm } from "./use-pay-form.ts";
import { useWallets, WalletButtons, WalletsElsewhere } from "./wallet-buttons.tsx";

export type SimpleFormProps = {
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  /** What the page may know of the accounts of these methods: without it, a wallet with a script has no button. */
  readonly methodSettings: MethodSettings;
  /** The tabs: the card and Apple Pay, as far as the order allows them; the first one is open at the start. */
  readonly methods: readonly ShownMethod[];
  /** Wallets of the device (`ownWallets`). */
  readonly own: readonly MethodId[];
  /** The payment page has ways to pay that this one does not have. */
  readonly hasOtherWays: boolean;
};

export function SimpleForm({ order: initial, cardSettings, methodSettings, ...props }: SimpleFormProps) {
  const { methods, own, hasOtherWays } = props;
  const t = useTranslations("simple");
  const texts = useTranslations("payment");
  const place = usePlace();
  const pay = usePayForm(initial, {
    channel: "simple",
    knownPayer: (order, form) => toSimplePayer(order, place.current, form),
    ways: simplePageWays,
  });
  const { order, formRef } = pay;
  const [selected, setSelected] = useState<MethodId | undefined>(methods[0]?.id);
  const [steps, setSteps] = useState<Steps>({});

  const ids = methods.map(({ id }) => id);
  const wallets = useWallets(ids, own).filter(({ id }) => id === selected);

  // The buyer may have chosen before the scripts arrived.
  useEffect(() => {
    const { value } = chosenIn(formRef.current, "method");
    const method = methods.find(({ id }) => id === value);
    if (method) setSelected(method.id);
  }, [methods, formRef]);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (selected) pay.press(selected);
  };
  if (pay.instead) return pay.instead;
  const missing = (id: MethodId) => (
    <NoSuchWallet id={id} isOnlyWay={methods.length === 1}>
      {hasOtherWays && <a href={addresses.info(order.orderNumber)}>{texts("allMethods")}</a>}
    </NoSuchWallet>
  );
  return (
    // The method keeps the browser from sending anything anywhere while the scripts are not there yet.
    <form ref={formRef} className="payment-form" method="dialog" noValidate onSubmit={onSubmit}>
      {methods.length === 1 && methods[0] && (
        <p className="card-marks">
          <Signs id={methods[0].id} allowed={order.allowed} />
        </p>
      )}
      {methods.length > 1 && (
        <Tabs methods={methods} allowed={order.allowed} selected={selected} onSelect={setSelected} />
      )}
      {ids.map((id) => (
        <PanelSlot
          key={id}
          id={id}
          isOpen={id === selected}
          props={{
            order,
            cardSettings,
            settings: methodSettings[id] ?? {},
            ref: (handle) => pay.keepPanel(id, handle),
            onToast: () => undefined,
            onStep: (step) => setSteps((old) => ({ ...old, [id]: step })),
          }}
        />
      ))}
      <WalletButtons
        wallets={wallets}
        settings={methodSettings}
        props={pay.wallet}
        missing={missing}
        failed={<NotLoaded />}
      />
      <WalletsElsewhere wallets={wallets} orderNumber={order.orderNumber} missing={missing} />
      <div className="pay-section">
        <PayMessage message={pay.message} />
        {pay.message && (
          <a className="button" href={addresses.info(order.orderNumber)}>
            {t("otherMethods")}
          </a>
        )}
        {wallets.length === 0 && <PayButton pay={pay} action={buttonAction(methods, selected, steps)} />}
        <ForeignEquivalent order={order} />
      </div>
      <ProcessingModal isOpen={pay.isBusy} />
    </form>
  );
}

type TabsProps = {
  readonly allowed: AllowedFlags;
  readonly methods: readonly ShownMethod[];
  readonly selected: MethodId | undefined;
  readonly onSelect: (id: MethodId) => void;
};

/** Radio buttons that look like tabs: they can be chosen before any script is there. */
function Tabs({ methods, allowed, selected, onSelect }: TabsProps) {
  const t = useTranslations("payment");
  return (
    <fieldset className="simple-tabs">
      <legend className="visually-hidden">{t("paymentMethod")}</legend>
      {methods.map(({ id, label }) => (
        <label key={id} className="method-tile">
          <input
            type="radio"
            name="method"
            value={id}
            defaultChecked={id === selected}
            onChange={() => onSelect(id)}
          />
          <span className="method-label">{label}</span>
          <Signs id={id} allowed={allowed} />
        </label>
      ))}
    </fieldset>
  );
}

/** The longest wait for the buyer's place; a payment does not wait for it. */
const placeTimeoutMs = 10_000;

/** Asks once where the buyer is. Stays null when the buyer, the browser or the policy says no. */
function usePlace(): { readonly current: Place | null } {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => {
        place.current = roundPlace(coords);
      },
      () => undefined,
      { timeout: placeTimeoutMs, maximumAge: 60 * 60_000 },
    );
  }, []);
  return place;
}
