/** The ways to bring a link to buyers: the owner's own WhatsApp, copying, the code, and a sheet for the counter. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ProductLink } from "#contract/product-links.ts";
import { Icon } from "../display/icon.tsx";
import { people, qr, whatsapp } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { CopyWay } from "../invoices/send-ways.tsx";
import { useMay } from "../session/shop.ts";
import { useFileAddress } from "./file-address.ts";
import { open, printer } from "./icons.ts";
import { PrefillDialog } from "./prefill-dialog.tsx";

type OfLink = { readonly link: ProductLink };

export function LinkWays({ link }: OfLink) {
  const { t } = useWording();
  const { linkIdentity, url } = link;
  const [isOpen, setOpen] = useState(false);
  const mayIssue = useMay("invoices.issue");
  return (
    <div className="send-ways">
      {isOpen && <PrefillDialog link={link} onClose={() => setOpen(false)} />}
      <a
        className="way-to-send is-whatsapp"
        href={`https://wa.me/?text=${encodeURIComponent(`${link.product.title}\n${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon path={whatsapp} />
        <span>{t("send.whatsapp")}</span>
        <span className="visually-hidden">{t("send.newTab")}</span>
      </a>
      <CopyWay url={url} />
      <CodeWay linkIdentity={linkIdentity} />
      {mayIssue && link.isActive && (
        <button type="button" className="way-to-send" onClick={() => setOpen(true)}>
          <Icon path={people} />
          <span>{t("links.forOne")}</span>
        </button>
      )}
      <Link to="/products/links/$linkIdentity/sheet" params={{ linkIdentity }} className="way-to-send">
        <Icon path={printer} />
        <span>{t("links.sheet")}</span>
      </Link>
      <a className="way-to-send" href={url} target="_blank" rel="noopener noreferrer">
        <Icon path={open} className="is-directed" />
        <span>{t("links.asBuyer")}</span>
        <span className="visually-hidden">{t("send.newTab")}</span>
      </a>
    </div>
  );
}

/** The code as an address of a picture; null until it is there. */
export function useLinkCode(linkIdentity: string | null): string | null {
  const parts = linkIdentity === null ? null : { params: { linkIdentity }, query: { format: "svg" } };
  return useFileAddress("GET /api/v1/product-links/:linkIdentity/qr", parts);
}

function CodeWay({ linkIdentity }: { readonly linkIdentity: string }) {
  const { t } = useWording();
  const [isShown, setShown] = useState(false);
  const address = useLinkCode(isShown ? linkIdentity : null);
  if (address !== null) return <img className="code-picture" src={address} alt={t("links.codeOf")} />;
  return (
    <button type="button" className="way-to-send" disabled={isShown} onClick={() => setShown(true)}>
      <Icon path={qr} />
      <span>{t("send.code")}</span>
    </button>
  );
}
