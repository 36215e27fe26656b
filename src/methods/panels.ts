/**
 * The browser's half of every payment method: one line each. The card form is a part of the page itself, because most
 * buyers use it and it must be there before any script; all other panels are fetched when they are opened.
 */
import type { ComponentType } from "react";
import type { PanelProps, WalletButtonProps, WalletElsewhereProps } from "#web/payment/panel.ts";
import { applePayOf } from "./applepay/apple-pay-api.ts";
import { CardPanel } from "./card/panel.tsx";
import type { MethodId } from "./catalog.ts";

export type Loader<Props> = () => Promise<ComponentType<Props>>;

export type PanelEntry =
  | {
      readonly surface: "panel";
      readonly panel: { readonly here: ComponentType<PanelProps> } | { readonly load: Loader<PanelProps> };
    }
  | WalletEntry;

export type WalletEntry = {
  readonly surface: "button";
  readonly load: Loader<WalletButtonProps>;
} & (
  | {
      /** Whether this device has the wallet, known without the wallet's code. */
      readonly isHere: () => boolean;
      /** What stands where the device does not have it, such as the way to one that does; null where there is no way to one. */
      readonly elsewhere: Loader<WalletElsewhereProps> | null;
    }
  /** The button's own code detects it. */
  | { readonly isHere?: never; readonly elsewhere?: never }
);

export const panels: Readonly<Record<MethodId, PanelEntry>> = {
  card: { surface: "panel", panel: { here: CardPanel } },
  amex: {
    surface: "panel",
    panel: { load: async () => (await import("./amex/panel.tsx")).AmexPanel },
  },
  stcpay: {
    surface: "panel",
    panel: { load: async () => (await import("./stcpay/panel.tsx")).StcPayPanel },
  },
  urpay: {
    surface: "panel",
    panel: { load: async () => (await import("./urpay/panel.tsx")).UrpayPanel },
  },
  tamara: {
    surface: "panel",
    panel: { load: async () => (await import("./tamara/panel.tsx")).TamaraPanel },
  },
  tabby: {
    surface: "panel",
    panel: { load: async () => (await import("./tabby/panel.tsx")).TabbyPanel },
  },
  sadad: {
    surface: "panel",
    panel: { load: async () => (await import("./sadad/panel.tsx")).SadadPanel },
  },
  a2a: {
    surface: "panel",
    panel: { load: async () => (await import("./a2a/panel.tsx")).A2aPanel },
  },
  applepay: {
    surface: "button",
    load: async () => (await import("./applepay/button.tsx")).ApplePayButton,
    isHere: () => applePayOf(window) !== null,
    elsewhere: async () => (await import("./wallet-buttons.ts")).ApplePayHowToLink,
  },
  googlepay: {
    surface: "button",
    load: async () => (await import("./wallet-buttons.ts")).GooglePayButton,
  },
};
