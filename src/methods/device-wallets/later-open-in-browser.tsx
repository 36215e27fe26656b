/** The way out of another app's browser, fetched only there: most buyers never see it. */
import type { ComponentProps } from "react";
import { Later } from "#web/forms/later.tsx";
import type { OpenInBrowser } from "./open-in-browser.tsx";

const load = async () => (await import("./open-in-browser.tsx")).OpenInBrowser;

/** `OpenInBrowser` with the same properties; nothing where it cannot be fetched, because the other methods are there. */
export function LaterOpenInBrowser(props: ComponentProps<typeof OpenInBrowser>) {
  const waiting = <div className="wallet-place" aria-hidden="true" />;
  return <Later load={load} props={props} waiting={waiting} failed={null} />;
}
