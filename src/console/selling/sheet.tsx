/** A sheet for the counter: the code large, Arabic first, in the shop's colours. Printed, it is the sheet alone on A4. */
import { Link, useParams } from "@tanstack/react-router";
import type { ProductLink } from "#contract/product-links.ts";
import { useRead } from "../calls/queries.ts";
import { amountText } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { Reading } from "../display/states.tsx";
import { useWording, type Wording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { printer } from "./icons.ts";
import { useLinkCode } from "./link-ways.tsx";
import { Picture } from "./picture.tsx";

export function Sheet() {
  const { t } = useWording();
  const { linkIdentity } = useParams({ from: "/products/links/$linkIdentity/sheet" });
  const link = useRead("GET /api/v1/product-links/:linkIdentity", { params: { linkIdentity } });
  const code = useLinkCode(linkIdentity);
  const act = (
    <button type="button" className="button button-primary" disabled={code === null} onClick={() => print()}>
      <Icon path={printer} />
      {t("sheet.print")}
    </button>
  );
  return (
    <Screen title={t("sheet.title")} acts={act}>
      <Reading query={link}>{(found) => <Paper link={found} code={code} />}</Reading>
      <Link to="/products/links/$linkIdentity" params={{ linkIdentity }} className="act act-start">
        {t("sheet.back")}
      </Link>
    </Screen>
  );
}

type PaperProps = { readonly link: ProductLink; readonly code: string | null };

/** Dark on white whatever the screen is: it is paper. */
function Paper({ link, code }: PaperProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const theme = useRead("GET /api/v1/theme", {});
  const logo = useRead("GET /api/v1/merchant/logo", {});
  const colour = theme.data?.primaryColor;
  return (
    <article className="sheet" style={colour === undefined ? undefined : { borderColor: colour }}>
      <header className="sheet-head">
        {logo.data?.imageId && <Picture imageId={logo.data.imageId} size="full" className="sheet-logo" />}
        <bdi className="sheet-shop">{shop.name}</bdi>
      </header>
      <div className="sheet-product">
        {link.product.imageId && (
          <Picture imageId={link.product.imageId} size="full" className="sheet-picture" />
        )}
        <bdi className="sheet-title">{link.product.title}</bdi>
        <Price link={link} />
      </div>
      {code !== null && <img className="sheet-code" src={code} alt={t("links.codeOf")} />}
      <p className="sheet-how" lang="ar" dir="rtl">
        {t("sheet.scanArabic")}
      </p>
      <p className="sheet-how is-second" lang="en" dir="ltr">
        {t("sheet.scanEnglish")}
      </p>
      <bdi className="sheet-address" dir="ltr">
        {link.url.replace(/^https?:\/\//, "")}
      </bdi>
    </article>
  );
}

/** In riyals by word: the sign of the riyal is not in every printer's font. */
function Price({ link: { unitTotal, currency } }: { readonly link: ProductLink }) {
  const { t, language }: Wording = useWording();
  if (unitTotal === null) return null;
  return (
    <p className="sheet-price">
      {amountText({ amount: unitTotal, currency }, { language, riyal: t("riyal") })}
    </p>
  );
}
