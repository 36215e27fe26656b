/** `export`: a period's entries as CSV or XLSX, as the server streams them. */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CallName } from "#sdk/index.mjs";
import {
  CommandFailure,
  filtersOf,
  type Given,
  type MerchantCommand,
  neededOption,
  type Parts,
  textOption,
  UsageError,
} from "./command.ts";

const lists = {
  payments: "GET /api/v1/exports/payments",
  refunds: "GET /api/v1/exports/refunds",
  invoices: "GET /api/v1/exports/invoices",
  "tax-documents": "GET /api/v1/exports/tax-documents",
  vat: "GET /api/v1/exports/vat",
  fees: "GET /api/v1/exports/fees",
  clients: "GET /api/v1/exports/clients",
  statement: "GET /api/v1/exports/statement",
} as const satisfies Record<string, CallName>;

export const exportCommand: MerchantCommand = {
  words: "<list>",
  summary:
    "payments, refunds, invoices, tax-documents, vat, fees, clients or a client's statement of a period, as CSV or XLSX",
  details:
    "Options:\n  --from, --to <day>    such as 2026-11-01; both days are part of it" +
    "\n  --out <file>          a new file, whose name may end with .xlsx; standard output unless given" +
    "\n  --format csv|xlsx\n  --language ar|en      of heads and words" +
    "\n  --filter <n=v>        a filter of the API, more than once: state=captured, status=PAID, client=4711",
  options: {
    from: { type: "string" },
    to: { type: "string" },
    out: { type: "string" },
    format: { type: "string" },
    language: { type: "string" },
    filter: { type: "string", multiple: true },
  },
  run: exportList,
};

type ExportCall = (name: CallName, given: object) => Promise<Response>;

async function exportList({ wasl, note, progress }: Parts, given: Given): Promise<null> {
  const [name = ""] = given.words;
  const call = Object.entries(lists).find(([list]) => list === name)?.[1];
  if (!call) throw new UsageError(`There is no list "${name}". There are ${Object.keys(lists).join(", ")}.`);
  const file = textOption(given, "out");
  const query = {
    from: neededOption(given, "from"),
    to: neededOption(given, "to"),
    format: textOption(given, "format") ?? (file?.endsWith(".xlsx") ? "xlsx" : undefined),
    language: textOption(given, "language"),
    ...filtersOf(given),
  };
  // What the words of the person may be is the server's to say.
  const answer = await (wasl().call as ExportCall)(call, { query });
  const rows = answer.headers.get("x-total-count") ?? "?";
  if (file === undefined) await write(answer, { to: process.stdout, progress: () => undefined });
  else await writeNew(answer, { file, of: `${rows} rows`, progress });
  note(`${rows} rows of ${name}${file === undefined ? "" : ` are in ${file}`}.`);
  return null;
}

/**
 * Never over a file that is there, and never half of one.
 * @param of what is being loaded, as the progress says it
 */
export async function writeNew(
  answer: Response,
  {
    file,
    of,
    progress,
  }: { readonly file: string; readonly of: string; readonly progress: Parts["progress"] },
): Promise<void> {
  const to = createWriteStream(file, { flags: "wx" });
  try {
    await write(answer, { to, progress: (kilobytes) => progress(`${kilobytes} kB of ${of}`) });
  } catch (error) {
    if (!isOpenError(error)) await rm(file, { force: true });
    if (!isOpenError(error)) throw error;
    const why = error.code === "EEXIST" ? "it is there already" : error.code;
    throw new CommandFailure(`${file} cannot be made: ${why}. Nothing was written.`);
  } finally {
    progress("");
  }
}

const isOpenError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "syscall" in error && error.syscall === "open" && "code" in error;

async function write(
  answer: Response,
  { to, progress }: { readonly to: NodeJS.WritableStream; readonly progress: (kilobytes: number) => void },
): Promise<void> {
  let bytes = 0;
  const parts = async function* () {
    for await (const part of Readable.fromWeb(answer.body as never)) {
      bytes += part.length;
      progress(Math.round(bytes / 1000));
      yield part;
    }
  };
  try {
    await pipeline(parts, to, { end: to !== process.stdout });
  } catch (error) {
    if (isOpenError(error)) throw error;
    throw new CommandFailure("The export broke off, and what came of it is not whole. Try again.", {
      cause: error,
    });
  }
}
