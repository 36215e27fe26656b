/** All numbers for the bank at once: onto the clipboard, or by WhatsApp or the phone's SMS to the payer. */
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { ReferenceMethod } from "#methods/allowed.ts";
import type { TranslateReference } from "#methods/references/reference-texts.ts";
import type { ReferenceRow } from "./payment-reference.tsx";

type ReferenceShareProps = {
  readonly rows: readonly ReferenceRow[];
  readonly title: string;
  readonly method: ReferenceMethod;
};

export function ReferenceShare({ rows, title, method }: ReferenceShareProps) {
  const t: TranslateReference = useTranslations(method);
  const [copying, setCopying] = useState<"absent" | "offered" | "done">("absent");
  useEffect(() => setCopying(navigator.clipboard ? "offered" : "absent"), []);
  const all = [title, ...rows.map(({ label, value }) => `${label}: ${value}`)].join("\n");
  const copy = (): void => {
    navigator.clipboard.writeText(all).then(
      () => setCopying("done"),
      () => setCopying("absent"),
    );
  };
  return (
    <div className="reference-share">
      {copying !== "absent" && (
        <button type="button" className="button" onClick={copy}>
          {copying === "done" ? t("copied") : t("copyAll")}
        </button>
      )}
      <a
        className="button"
        href={`https://wa.me/?text=${encodeURIComponent(all)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("share")}
      >
        {t("shareName")}
      </a>
      {/* With "?&" iPhones read the text as well as other phones do. */}
      <a
        className="button reference-sms"
        href={`sms:?&body=${encodeURIComponent(all)}`}
        aria-label={t("text")}
      >
        {t("textName")}
      </a>
    </div>
  );
}
