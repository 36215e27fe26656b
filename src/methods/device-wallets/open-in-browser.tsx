/** Instead of a wallet's button that another app's browser would not open: how to come to one that does. */
import { CopyValue } from "#web/payment/copy-value.tsx";
import { addresses } from "#web/routes.ts";

type OpenInBrowserProps = {
  readonly orderNumber: string;
  /** What to do, naming wallet and browser. */
  readonly text: string;
  /** Name of the button that copies the address. */
  readonly copyLabel: string;
};

export function OpenInBrowser({ orderNumber, text, copyLabel }: OpenInBrowserProps) {
  const address = new URL(addresses.info(orderNumber), window.location.href).href;
  return (
    <p className="wallet-elsewhere">
      {text} <CopyValue label={copyLabel} value={address} />
    </p>
  );
}
