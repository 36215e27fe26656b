/** What a paid order delivers: texts as the shop wrote them, and files to save. Addresses of files end after an hour. */
import { useTranslations } from "use-intl/react";
import type { DigitalGood } from "#contract/pages.ts";
import { isolateLtr } from "#core/text.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { CopyButton } from "./copy-button.tsx";

/** Nothing for an order that delivers nothing. */
export function DigitalGoods({ goods }: { readonly goods: readonly DigitalGood[] }) {
  const t = useTranslations("invoice");
  const [first] = goods;
  if (!first) return null;
  const { sentTo } = first;
  return (
    <section className="digital-goods" aria-labelledby="digital-goods-title">
      <h2 id="digital-goods-title">{t("goods")}</h2>
      {sentTo && <p className="digital-hint">{t("goodsMailed", { address: isolateLtr(sentTo) })}</p>}
      <ul>
        {goods.map((good, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and the list never changes
          <li key={index}>
            <h3 dir="auto">{good.title}</h3>
            {good.text !== null && (
              <div className="digital-text">
                <p dir="auto">{linked(good.text)}</p>
                <CopyButton text={good.text} name={good.title} />
              </div>
            )}
            {good.file && <FileLink file={good.file} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileLink({ file }: { readonly file: NonNullable<DigitalGood["file"]> }) {
  const t = useTranslations("invoice");
  const kilobytes = Math.ceil(file.byteLength / 1024);
  const size =
    kilobytes < 1024
      ? t("kilobytes", { count: String(kilobytes) })
      : t("megabytes", { count: (kilobytes / 1024).toFixed(1) });
  return (
    <a className="button digital-file" href={file.address} download={file.name} rel="noreferrer">
      <Icon path={icons.download} />
      <span>
        {t("goodsDownload")} <bdi>{file.name}</bdi> <span className="digital-size">({size})</span>
      </span>
    </a>
  );
}

/** The text with its web addresses as links; everything else stays as it was written. */
function linked(text: string) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)،؛])/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never changes
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        <bdi dir="ltr">{part}</bdi>
      </a>
    ) : (
      part
    ),
  );
}
