/** Looks into PDF files with PDF.js: their texts, their pages as pixels, the QR code on them. */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import decodeQR from "qr/decode.js";
import sharp from "sharp";

export type PdfPage = {
  /** Millimetres. */
  readonly widthMm: number;
  readonly heightMm: number;
  /** As a search in a viewer sees it: pieces joined by spaces, marks of direction removed. */
  readonly text: string;
  /** As the viewer's search compares it: pieces as they follow each other, ligatures as letters, no vowel signs. */
  readonly found: string;
};

const pointsPerInch = 72;
const mmPerInch = 25.4;

/** Reads size and text of every page. */
export async function readPages(pdf: Uint8Array): Promise<PdfPage[]> {
  return await withPdf(pdf, async (document) => {
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
      pages.push({
        widthMm: (width / pointsPerInch) * mmPerInch,
        heightMm: (height / pointsPerInch) * mmPerInch,
        text: text.replace(/[\u200b\u200e\u200f\u2066-\u2069]/g, "").replace(/\s+/g, " "),
        found: asFound(
          items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""),
        ),
      });
    }
    return pages;
  });
}

/** What the search of PDF.js makes of a text of a page and of what is typed (its find controller). */
export function asFound(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}|[\u200b\u200e\u200f\u2066-\u2069]/gu, "")
    .replace(/\s+/g, " ");
}

/** The pieces of tagged content of a file's first page, by their names: as they are drawn, and as the structure has them. */
export async function readTags(
  pdf: Uint8Array,
): Promise<{ readonly content: readonly string[]; readonly structure: readonly string[] }> {
  return await withPdf(pdf, async (document) => {
    const page = await document.getPage(1);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const content = items.flatMap((item) => ("id" in item && item.id ? [item.id] : []));
    return { content, structure: contentOf(await page.getStructTree()) };
  });
}

function contentOf(node: unknown): string[] {
  const {
    type,
    id,
    children = [],
  } = (node ?? {}) as {
    readonly type?: string;
    readonly id?: string;
    readonly children?: readonly unknown[];
  };
  return type === "content" && id ? [id] : children.flatMap(contentOf);
}

export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** Draws one page (the first is 1) on white. */
export async function rasterise(
  pdf: Uint8Array,
  options: { readonly page: number; readonly dpi: number },
): Promise<Raster> {
  return await withPdf(pdf, async (document) => {
    const page = await document.getPage(options.page);
    const viewport = page.getViewport({ scale: options.dpi / pointsPerInch });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const factory = document.canvasFactory as {
      create: (
        width: number,
        height: number,
      ) => { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
    };
    const { canvas, context } = factory.create(width, height);
    await page.render({ canvas, canvasContext: context, viewport, background: "white" }).promise;
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  });
}

/** The text of the QR code in a picture; throws when there is none. */
export function readQr(raster: Raster): string {
  return decodeQR(raster, { effort: Infinity, timeLimit: Infinity });
}

/** Keeps a picture for people to look at, under artifacts/ (not part of the repository). */
export async function keepPicture(raster: Raster, name: string): Promise<void> {
  const path = join(import.meta.dirname, "../artifacts/documents", `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 4 } })
    .png({ palette: true })
    .toFile(path);
}

type PdfDocument = Awaited<ReturnType<typeof getDocument>["promise"]>;

async function withPdf<T>(pdf: Uint8Array, work: (document: PdfDocument) => Promise<T>): Promise<T> {
  // PDF.js takes its bytes away to a worker; it gets a copy.
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** The files inside a file, by name. */
export async function readAttachments(pdf: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  return await withPdf(pdf, async (document) => {
    const found = (await document.getAttachments()) as Readonly<
      Record<string, { readonly filename: string; readonly content: Uint8Array }>
    > | null;
    return new Map(Object.values(found ?? {}).map((file) => [file.filename, Buffer.from(file.content)]));
  });
}
