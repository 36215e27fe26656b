/** The island of the simple page (Spec 2.7): a card or Apple Pay, and the button. The buyer is not asked who pays. */
import { type FormEvent, Fragment, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { CardSettings } from "#contract/settings.ts";
import type { AllowedFlags } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { panels } from "#methods/panels.ts";
import { goTo } from "../browser/navigation.ts";
import { addresses } from "../routes.ts";
import { takeEarlyPress } from "../script/early-press.ts";
import type { ShownMethod } from "./method-list.tsx";
import type { PanelHandle, Payer } from "./panel.ts";
import { PanelSlot } from "./panel-slot.tsx";
import { PayButton } from "./pay-section.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ProcessingModal } from "./processing-modal.tsx";
import { ForeignEquivalent } from "./promos.tsx";
import { Signs } from "./signs.tsx";
import { type Place, roundPlace, toSimplePayer } from "./simple-payer.ts";
import { type BackAtForm, usePayment } from "./use-payment.ts";
import { WalletButtons, WalletsElsewhere } from "./wallet-buttons.tsx";

export type SimpleFormProps = {
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  /** The tabs: the card and Apple Pay, as far as the order allows them; the first one is open at the start. */
  readonly methods: readonly ShownMethod[];
};

export function SimpleForm({ order: initial, cardSettings, methods }: SimpleFormProps) {
  const t = useTranslations("payment");
  const simple = useTranslations("simple");
  const { order, isBusy, end, run } = usePayment(initial);
  const element = useRef<HTMLFormElement>(null);
  const panel = useRef<PanelHandle>(null);
  const [selected, setSelected] = useState<MethodId | undefined>(methods[0]?.id);
  const place = usePlace();

  // The buyer may have chosen before the scripts arrived.
  useEffect(() => {
    const chosen = new FormData(element.current ?? undefined).get("method");
    const method = methods.find(({ id }) => id === chosen);
    if (method) setSelected(method.id);
  }, [methods]);
  useEffect(() => afterPress(end, order, panel.current), [end, order]);
  useEffect(() => {
    if (takeEarlyPress()) element.current?.requestSubmit();
  }, []);

  const readPayer = (): Payer => toSimplePayer(order, place.current);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const card = panel.current;
    if (!card || isBusy) return;
    const wrong = card.check();
    if (wrong === null) run(() => card.pay(readPayer()));
    else focusOn(card, wrong);
  };

  const isCard = (id: MethodId | undefined): boolean => id !== undefined && panels[id].surface === "panel";
  const message = end?.kind === "message" ? end.message : null;
  if (end?.kind === "instructions") return end.content;
  return (
    // The method keeps the browser from sending anything anywhere while the scripts are not there yet.
    <form ref={element} className="payment-form" method="dialog" noValidate onSubmit={onSubmit}>
      {methods.length === 1 && methods[0] && (
        <p className="card-marks">
          <Signs id={methods[0].id} allowed={order.allowed} />
        </p>
      )}
      {methods.length > 1 && (
        <Tabs methods={methods} allowed={order.allowed} selected={selected} onSelect={setSelected} />
      )}
      {methods.map(({ id }) =>
        isCard(id) ? (
          <PanelSlot
            key={id}
            id={id}
            isOpen={id === selected}
            props={{ order, cardSettings, ref: panel, onToast: () => undefined, onStep: () => undefined }}
          />
        ) : (
          id === selected && (
            <Fragment key={id}>
              <WalletButtons ids={[id]} props={{ order, readPayer, run }} />
              <WalletsElsewhere ids={[id]} orderNumber={order.orderNumber} />
            </Fragment>
          )
        ),
      )}
      <div className="pay-section">
        <div className="pay-message" role="alert">
          {message && <p>{"key" in message ? t(message.key) : message.text}</p>}
        </div>
        {message && (
          <a className="button" href={addresses.info(order.orderNumber)}>
            {simple("otherMethods")}
          </a>
        )}
        {isCard(selected) && <PayButton order={order} isBusy={isBusy} />}
        <ForeignEquivalent order={order} />
      </div>
      <ProcessingModal isOpen={isBusy} />
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

/** What the last press came to, where it is more than a message. */
function afterPress(end: BackAtForm | null, order: PaymentOrder, card: PanelHandle | null): void {
  // What this page does not ask for is asked for on the other one.
  if (end?.kind === "email" || end?.kind === "payer" || end?.kind === "agreement")
    goTo(addresses.info(order.orderNumber));
  if (end && "field" in end && end.field !== undefined && card) focusOn(card, end.field);
}

function focusOn(card: PanelHandle, field: string): void {
  if (card.focus) card.focus(field);
  else document.getElementById(field)?.focus();
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
