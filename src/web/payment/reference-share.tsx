/** All numbers for the bank at once: onto the clipboard, or by WhatsApp to whoever pays them. */
import { useEffect, useState } from "react";
import type { ReferenceRow, ReferenceTexts } from "./payment-reference.tsx";

type ReferenceShareProps = {
  readonly rows: readonly ReferenceRow[];
  readonly texts: Pick<ReferenceTexts, "title" | "copyAll" | "copied" | "share">;
};

export function ReferenceShare({ rows, texts }: ReferenceShareProps) {
  const [copying, setCopying] = useState<"absent" | "offered" | "done">("absent");
  useEffect(() => setCopying(navigator.clipboard ? "offered" : "absent"), []);
  const text = [texts.title, ...rows.map(({ label, value }) => `${label}: ${value}`)].join("\n");
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopying("done"),
      () => setCopying("absent"),
    );
  };
  return (
    <div className="field-pair">
      {copying !== "absent" && (
        <button type="button" className="button" onClick={copy}>
          {copying === "done" ? texts.copied : texts.copyAll}
        </button>
      )}
      <a
        className="button"
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {texts.share}
      </a>
    </div>
  );
}
