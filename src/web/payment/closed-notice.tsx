/** What stands instead of the form when nothing may be paid (Spec 2.3, 2.11; decisions S2, S3 and S4). */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { checkingAddress } from "../browser/navigation.ts";
import { Banner, type BannerKind } from "../components/banner.tsx";
import { PaperLink } from "../components/paper-link.tsx";
import { PartGivenBack } from "../components/part-given-back.tsx";
import { SurplusBeside } from "../components/surplus-beside.tsx";
import { receiptAddress } from "../order/file-addresses.ts";
import type { Standing } from "../order/standing.ts";
import { addresses } from "../routes.ts";
import { type FrameLook, frameWays } from "./frame-ways.ts";

const titles = {
  checking: "inProgress",
  surplus: "surplus",
  expired: "expired",
  paid: "alreadyPaid",
  cancelled: "cancelled",
  refunded: "refunded",
} as const satisfies Record<Exclude<Standing, "payable">, string> & Partial<Record<BannerKind, string>>;

/** What a buyer is to know beside the title, mostly who has paid, or may have. */
const hints = {
  checking: "inProgressHint",
  surplus: "surplusHint",
  expired: null,
  paid: null,
  cancelled: null,
  refunded: null,
} as const satisfies Record<keyof typeof titles, string | null>;

/** Spec 2.11: the message comes with the order's number. */
export function ClosedNotice({
  order,
  standing,
  hidesReceipt,
  look,
}: {
  readonly order: OrderPageModel;
  readonly standing: keyof typeof titles;
  /** The theme hides the tax invoice, and with it the receipt (Spec 2.1). */
  readonly hidesReceipt: boolean;
  /** Inside a merchant's page: the result stays there, the invoice, which no site may frame, gets a tab of its own. */
  readonly look?: FrameLook;
}) {
  const t = useTranslations("payment");
  const invoice = useTranslations("invoice");
  const hint = hints[standing];
  return (
    <Banner kind={standing} title={invoice(titles[standing])}>
      <p>
        <bdi dir="ltr">{order.orderNumber}</bdi>
      </p>
      {hint && <p>{invoice(hint)}</p>}
      <PartGivenBack order={order} />
      <SurplusBeside order={order} />
      {orderStatusFacts[order.order.orderStatus].wasPaid && !hidesReceipt && (
        <PaperLink address={receiptAddress(order)} label={invoice("downloadReceipt")} />
      )}
      <p>
        {standing === "checking" ? (
          <a href={look ? frameWays(look).checking(order) : checkingAddress(order)}>{t("seeResult")}</a>
        ) : (
          <a href={addresses.invoice(order.orderNumber)} {...(look && { target: "_blank", rel: "noopener" })}>
            {t("viewInvoice")}
          </a>
        )}
      </p>
    </Banner>
  );
}
