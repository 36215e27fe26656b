/**
 * The browser's half of every payment method: one line each. The card form is a part of the page itself, because most
 * buyers use it and it must be there before any script; all other panels are fetched when they are opened.
 */
import type { ComponentType } from "react";
import type { AllowedFlags } from "#contract/order.ts";
import type { PanelProps, WalletButtonProps } from "#web/payment/panel.ts";
import { A2aSign } from "./a2a/sign.tsx";
import { AmexSign } from "./amex/sign.tsx";
import { applePayOf } from "./applepay/apple-pay-api.ts";
import { CardPanel } from "./card/panel.tsx";
import { CardSign } from "./card/sign.tsx";
import type { MethodId } from "./catalog.ts";
import { SadadSign } from "./sadad/sign.tsx";
import { StcPaySign } from "./stcpay/sign.tsx";
import { TabbySign } from "./tabby/sign.tsx";
import { TamaraSign } from "./tamara/sign.tsx";
import { UrpaySign } from "./urpay/sign.tsx";

export type Loader<Props> = () => Promise<ComponentType<Props>>;

export type PanelEntry =
  | {
      readonly surface: "panel";
      readonly panel: { readonly here: ComponentType<PanelProps> } | { readonly load: Loader<PanelProps> };
      /** What stands beside the method's name in the list. */
      readonly Sign: ComponentType<{ readonly allowed: AllowedFlags }>;
    }
  | { readonly surface: "button"; readonly load: Loader<WalletButtonProps> };

export const panels: Readonly<Record<MethodId, PanelEntry>> = {
  card: { surface: "panel", panel: { here: CardPanel }, Sign: CardSign },
  amex: {
    surface: "panel",
    panel: { load: async () => (await import("./amex/panel.tsx")).AmexPanel },
    Sign: AmexSign,
  },
  stcpay: {
    surface: "panel",
    panel: { load: async () => (await import("./stcpay/panel.tsx")).StcPayPanel },
    Sign: StcPaySign,
  },
  urpay: {
    surface: "panel",
    panel: { load: async () => (await import("./urpay/panel.tsx")).UrpayPanel },
    Sign: UrpaySign,
  },
  tamara: {
    surface: "panel",
    panel: { load: async () => (await import("./tamara/panel.tsx")).TamaraPanel },
    Sign: TamaraSign,
  },
  tabby: {
    surface: "panel",
    panel: { load: async () => (await import("./tabby/panel.tsx")).TabbyPanel },
    Sign: TabbySign,
  },
  sadad: {
    surface: "panel",
    panel: { load: async () => (await import("./sadad/panel.tsx")).SadadPanel },
    Sign: SadadSign,
  },
  a2a: {
    surface: "panel",
    panel: { load: async () => (await import("./a2a/panel.tsx")).A2aPanel },
    Sign: A2aSign,
  },
  applepay: {
    surface: "button",
    load: async () =>
      applePayOf(window)
        ? (await import("./applepay/button.tsx")).ApplePayButton
        : (await import("./wallet-buttons.ts")).ApplePayHowToButton,
  },
  googlepay: {
    surface: "button",
    load: async () => (await import("./wallet-buttons.ts")).GooglePayButton,
  },
};
