/**
 * The island of the payment frame (Spec 2.6): wallets first, then the card. The shop around it knows its buyer, so the
 * buyer is not asked who pays unless the order and the frame's address leave that open.
 */
import { type FormEvent, useMemo } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodSettings } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { MethodId } from "#methods/catalog.ts";
import { Amount } from "../components/amount.tsx";
import type { NamedCountry } from "../forms/country-name.ts";
import { NotLoaded } from "../forms/not-loaded.tsx";
import { addresses } from "../routes.ts";
import type { Message } from "./after-pay.ts";
import { FrameWallet, type FrameWalletMethod } from "./frame-wallet.tsx";
import { type FrameLook, frameWays } from "./frame-ways.ts";
import { asksPayer, knownPayer } from "./known-payer.ts";
import { MainFields } from "./main-fields.tsx";
import { NoSuchWallet } from "./no-such-wallet.tsx";
import { OrderAgreement } from "./order-agreement.tsx";
import { OrderEmailGate } from "./order-email-gate.tsx";
import { PanelSlot } from "./panel-slot.tsx";
import { PayMessage } from "./pay-message.tsx";
import { PayButton } from "./pay-section.tsx";
import { PayWindows } from "./pay-windows.tsx";
import type { PaymentOrder } from "./payment-order.ts";
import { ForeignEquivalent } from "./promos.tsx";
import { Signs } from "./signs.tsx";
import { type PayForm, usePayForm } from "./use-pay-form.ts";
import { useWallets, WalletButtons, WalletsElsewhere } from "./wallet-buttons.tsx";

export type FrameFormProps = {
  /** With the address's name and mobile where it has none. */
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  readonly methodSettings: MethodSettings;
  /** Those that the frame has and the order allows. */
  readonly methods: readonly MethodId[];
  /** Of them those that ask for something, but for the card. */
  readonly asking: readonly FrameWalletMethod[];
  /** Wallets of the device (`ownWallets`). */
  readonly own: readonly MethodId[];
  /** The payment page has ways to pay that the frame does not have. */
  readonly hasOtherWays: boolean;
  /** Of the order's client, else Saudi Arabia. */
  readonly start: NamedCountry;
  readonly look: FrameLook;
};

/** The order of the frame's parts: wallets first, then the card, and last what is said of wallets of other devices. Words stand beside the part that was pressed. */
export function FrameForm({ order: initial, ...props }: FrameFormProps) {
  const { cardSettings, methodSettings, methods, asking, own, hasOtherWays, start, look } = props;
  const t = useTranslations("frame");
  const ways = useMemo(() => frameWays(look), [look]);
  const pay = usePayForm(initial, {
    channel: "frame",
    knownPayer: asksPayer(initial, start.row) ? null : (order, form) => knownPayer(order, start.row, form),
    ways,
  });
  const wallets = useWallets(methods, own);
  const { order, message } = pay;
  if (pay.instead) return pay.instead;

  const submit = (event: FormEvent, id: MethodId): void => {
    event.preventDefault();
    pay.press(id);
  };
  const panelProps = (id: MethodId) => ({
    order,
    cardSettings,
    settings: methodSettings[id] ?? {},
    onToast: pay.showToast,
  });
  const isCardPressed = pay.state.pressed === "card";
  const hasCard = methods.includes("card");
  const hasWallet = asking.length > 0 || wallets.some(({ isHere }) => isHere);
  const missing = (id: MethodId) => (
    <NoSuchWallet id={id} isOnlyWay={methods.length + asking.length === 1}>
      {hasOtherWays && <AllMethods order={order} />}
    </NoSuchWallet>
  );
  return (
    <div className="frame-form">
      {pay.state.isPayerAsked && <MainFields form={pay.main} order={order} start={start} hidesAddress />}
      <OrderAgreement pay={pay} />
      {hasWallet && (
        <>
          <WalletButtons
            wallets={wallets}
            settings={methodSettings}
            props={pay.wallet}
            missing={missing}
            failed={<NotLoaded />}
          />
          {asking.map((method) => (
            <FrameWallet
              key={method.id}
              method={method}
              pay={pay}
              props={panelProps(method.id)}
              onSubmit={(event) => submit(event, method.id)}
            />
          ))}
          <PayMessage message={isCardPressed ? null : message} />
        </>
      )}
      {hasWallet && hasCard && <p className="frame-divider">{t("orPayWithCard")}</p>}
      {hasCard && (
        // The method keeps the browser from sending anything anywhere while the scripts are not there yet.
        <form
          ref={pay.formRef}
          className="payment-form"
          method="dialog"
          noValidate
          onSubmit={(event) => submit(event, "card")}
        >
          <p className="card-marks">
            <Signs id="card" allowed={order.allowed} />
          </p>
          <PanelSlot
            id="card"
            isOpen
            props={{
              ...panelProps("card"),
              ref: (handle) => pay.keepPanel("card", handle),
              onStep: () => undefined,
            }}
          />
          <CardEnd pay={pay} message={isCardPressed ? message : null} />
        </form>
      )}
      <WalletsElsewhere wallets={wallets} orderNumber={order.orderNumber} missing={missing} />
      <PayWindows pay={pay} />
      <OrderEmailGate pay={pay} />
    </div>
  );
}

/** No site may frame the payment page: it gets a tab of its own. */
function AllMethods({ order }: { readonly order: PaymentOrder }) {
  const t = useTranslations("payment");
  return (
    <a href={addresses.info(order.orderNumber)} target="_blank" rel="noopener">
      {t("allMethods")}
    </a>
  );
}

function CardEnd({ pay, message }: { readonly pay: PayForm; readonly message: Message | null }) {
  const t = useTranslations("frame");
  const { order } = pay;
  return (
    <div className="pay-section">
      <PayMessage message={message} />
      <p className="frame-total">
        <span>{t("total")}</span> <Amount value={order.total} currency={order.currencyName} />
      </p>
      <ForeignEquivalent order={order} />
      <PayButton pay={pay} />
    </div>
  );
}
