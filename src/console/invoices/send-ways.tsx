/** The ways to bring a link to its buyer, each with the result of the last try. */
import { type ReactNode, useEffect, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { MessageModel } from "#contract/messages.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import { request } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { failureText } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";

type OfInvoice = { readonly invoice: Invoice };

export const channelDrawings: Readonly<Record<MessageChannelName, string>> = {
  whatsapp: icons.whatsapp,
  sms: icons.phone,
  email: icons.mail,
};

/** As buyers read them soonest. */
export const channelOrder: readonly MessageChannelName[] = ["whatsapp", "sms", "email"];

/** Channels that a provider sends by, the owner's own WhatsApp, copying and the code. */
export function SendWays({ invoice }: OfInvoice) {
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const { orderNumber } = invoice;
  const log = useRead("GET /api/v1/invoices/:orderNumber/messages", { params: { orderNumber }, query: {} });
  const { language } = useWording();
  const channels = (accounts.data?.items ?? [])
    .filter(({ account }) => account !== null)
    .sort((one, other) => channelOrder.indexOf(one.channel) - channelOrder.indexOf(other.channel));
  const hasWhatsapp = channels.some(({ channel }) => channel === "whatsapp");
  const canReceive = ({ channel }: { channel: MessageChannelName }): boolean =>
    channel === "email" ? Boolean(invoice.client?.email) : Boolean(invoice.client?.mobile);
  return (
    <div className="send-ways">
      {!hasWhatsapp && invoice.whatsappLink && <OwnWhatsapp href={invoice.whatsappLink[language]} />}
      {channels.filter(canReceive).map(({ channel }) => (
        <ChannelWay
          key={channel}
          orderNumber={orderNumber}
          channel={channel}
          last={log.data?.items.find((message) => message.channel === channel)}
        />
      ))}
      <CopyWay url={invoice.url} />
      <CodeWay orderNumber={orderNumber} />
    </div>
  );
}

/** The owner's own WhatsApp, with the text in it. */
export function OwnWhatsapp({ href }: { readonly href: string }) {
  const { t } = useWording();
  return (
    <a className="way-to-send is-whatsapp" href={href} target="_blank" rel="noopener noreferrer">
      <Icon path={icons.whatsapp} />
      <span>{t("send.whatsapp")}</span>
      <span className="visually-hidden">{t("send.newTab")}</span>
    </a>
  );
}

type ChannelProps = {
  readonly orderNumber: string;
  readonly channel: MessageChannelName;
  readonly last: MessageModel | undefined;
};

function ChannelWay({ orderNumber, channel, last }: ChannelProps) {
  const { t } = useWording();
  const sending = useChange("POST /api/v1/invoices/:orderNumber/messages");
  const send = (): void =>
    sending.mutate({ params: { orderNumber }, body: { kind: "payment_link", channel } });
  return (
    <WayOfChannel
      channel={channel}
      state={sending.data?.state ?? last?.state}
      fault={sending.error && failureText(sending.error, t)}
      isDone={sending.isPending || sending.isSuccess}
      onSend={send}
    >
      {channel === "sms" && <SmsParts orderNumber={orderNumber} />}
    </WayOfChannel>
  );
}

type WayProps = {
  readonly channel: MessageChannelName;
  /** Of the last message by this channel. */
  readonly state: MessageModel["state"] | undefined;
  /** Why it was not sent. */
  readonly fault: string | null;
  readonly isDone: boolean;
  readonly onSend: () => void;
  readonly children?: ReactNode;
};

/** One press sends by a provider; below it the result of the last try. */
export function WayOfChannel({ channel, state, fault, isDone, onSend, children }: WayProps) {
  const { t } = useWording();
  return (
    <div className="way-and-state">
      <button
        type="button"
        className={channel === "whatsapp" ? "way-to-send is-whatsapp" : "way-to-send"}
        disabled={isDone}
        onClick={onSend}
      >
        <Icon path={channelDrawings[channel]} />
        <span>{t(`send.${channel}`)}</span>
        {children}
      </button>
      <p className="way-state" role="status">
        {fault ?? (state && t(`messageState.${state}`))}
      </p>
    </div>
  );
}

/** How many messages the text is charged as, where that is more than one. */
function SmsParts({ orderNumber }: Pick<ChannelProps, "orderNumber">) {
  const { t } = useWording();
  const preview = useRead("GET /api/v1/invoices/:orderNumber/messages/sms-preview", {
    params: { orderNumber },
    query: {},
  });
  const count = preview.data?.parts ?? 1;
  return count > 1 && <span className="way-parts">{t("send.smsParts", { count })}</span>;
}

/** Copies a link, and says so. */
export function CopyWay({
  url,
  className = "way-to-send",
}: {
  readonly url: string;
  readonly className?: string;
}) {
  const { t } = useWording();
  const [isCopied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className={className}
      onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
    >
      <Icon path={isCopied ? icons.check : icons.copy} />
      <span aria-live="polite">{t(isCopied ? "send.copied" : "send.copy")}</span>
    </button>
  );
}

/** The code of the link, to be held out to a buyer at the counter. */
function CodeWay({ orderNumber }: { readonly orderNumber: string }) {
  const { t } = useWording();
  const { shop } = useSession();
  const [isShown, setShown] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isShown) return;
    let made: string | null = null;
    const parts = { params: { orderNumber }, query: { format: "svg" } };
    request("GET /api/v1/invoices/:orderNumber/qr", parts, { shop: shop.merchantId })
      .then((reply) => reply.blob())
      .then((picture) => {
        made = URL.createObjectURL(picture);
        setAddress(made);
      })
      .catch(() => setShown(false));
    return () => {
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [isShown, orderNumber, shop.merchantId]);
  if (address !== null) return <img className="code-picture" src={address} alt={t("send.codeOf")} />;
  return (
    <button type="button" className="way-to-send" disabled={isShown} onClick={() => setShown(true)}>
      <Icon path={icons.qr} />
      <span>{t("send.code")}</span>
    </button>
  );
}
