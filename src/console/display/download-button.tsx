/** A file of the API, loaded with how far it is: exports say how many rows come, and their bytes are counted as they do. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CallFailure, request } from "../calls/call.ts";
import { saveFile } from "../calls/save-file.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Icon } from "./icon.tsx";
import { download } from "./icons.ts";
import { failureText } from "./states.tsx";

type DownloadProps = {
  /** The call, such as "GET /api/v1/exports/vat". */
  readonly call: string;
  readonly query: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** With its ending; a test world's file says in front that it is one. */
  readonly fileName: string;
  readonly label: string;
  /** What it is a file of, for readers of screens, where several stand beside each other. */
  readonly about?: string;
};

type Progress = { readonly rows: number; readonly bytes: number };

export function DownloadButton({ call, query, fileName, label, about }: DownloadProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const [progress, setProgress] = useState<Progress | null>(null);
  const loading = useMutation({
    mutationFn: async () => {
      const reply = await request(call, { query: { ...query } }, { shop: shop.merchantId });
      const rows = Number(reply.headers.get("x-total-count") ?? 0);
      const file = await readFile(reply, (bytes) => setProgress({ rows, bytes }));
      saveFile(file, `${shop.world === "test" ? "test-" : ""}${fileName}`);
    },
    onSettled: () => setProgress(null),
  });
  return (
    <div className="export">
      <button
        type="button"
        className="button"
        aria-label={about && `${label} · ${about}`}
        disabled={loading.isPending}
        onClick={() => loading.mutate()}
      >
        <Icon path={download} />
        {label}
      </button>
      <span className="soft" role="status">
        {loading.isPending && progress !== null && progressText(progress, t)}
        {loading.isSuccess && t("download.done")}
      </span>
      {loading.error !== null && (
        <p className="field-fault" role="alert">
          {loading.error instanceof CallFailure ? failureText(loading.error, t) : t("download.cut")}
        </p>
      )}
    </div>
  );
}

function progressText({ rows, bytes }: Progress, t: ReturnType<typeof useWording>["t"]): string {
  const size = t("download.size", { megabytes: (bytes / 1_000_000).toFixed(1) });
  return rows === 0 ? size : `${t("download.rows", { rows })} · ${size}`;
}

/** @throws TypeError when the answer breaks off: an export that fails half-way never ends as a whole one */
async function readFile(reply: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const reader = reply.body?.getReader();
  if (!reader) return await reply.blob();
  const chunks: BlobPart[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.byteLength;
    onBytes(bytes);
  }
  return new Blob(chunks, { type: reply.headers.get("content-type") ?? "" });
}
