/**
 * Reading a mail as it came over the wire (RFC 5322, 2045 to 2047), as far as programs write mail: UTF-8, text and
 * HTML, one inside the other or alone. Attachments are left out.
 */

export type MailMessage = {
  readonly from: string;
  /** Addresses of the envelope: who really receives it. */
  readonly to: readonly string[];
  readonly subject: string;
  /** Empty when there is none. */
  readonly text: string;
  readonly html: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The whole message. */
  readonly raw: string;
};

/** Reads a message. What it does not understand stays as it is. */
export function readMail(raw: string, envelope: Pick<MailMessage, "to" | "receivedAt">): MailMessage {
  const { headers, body } = splitPart(raw);
  const parts = textParts(headers, body);
  return {
    ...envelope,
    from: decodeWords(headers.get("from") ?? ""),
    subject: decodeWords(headers.get("subject") ?? ""),
    text: parts.find(({ type }) => type === "text/plain")?.content ?? "",
    html: parts.find(({ type }) => type === "text/html")?.content ?? "",
    raw,
  };
}

type Headers = ReadonlyMap<string, string>;

function splitPart(part: string): { headers: Headers; body: string } {
  const end = part.indexOf("\r\n\r\n");
  const head = end < 0 ? part : part.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? "" : part.slice(end + 4) };
}

type TextPart = { readonly type: string; readonly content: string };

function textParts(headers: Headers, body: string): TextPart[] {
  const contentType = headers.get("content-type") ?? "text/plain";
  const [, boundary] = /boundary="?([^";]+)"?/i.exec(contentType) ?? [];
  if (boundary === undefined) {
    const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
    return [{ type, content: decodeBody(body, headers.get("content-transfer-encoding") ?? "7bit") }];
  }
  const [, ...pieces] = `\r\n${body}`.split(`\r\n--${boundary}`);
  return pieces
    .filter((piece) => !piece.startsWith("--"))
    .flatMap((piece) => {
      const part = splitPart(piece.replace(/^\r\n/, ""));
      return textParts(part.headers, part.body);
    });
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return utf8(Buffer.from(body, "base64"));
  if (/quoted-printable/i.test(encoding)) return unquote(body.replace(/=\r\n/g, ""));
  return utf8(Buffer.from(body, "latin1"));
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`; white space between two of them is not part of the text. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === "b" ? utf8(Buffer.from(word, "base64")) : unquote(word.replaceAll("_", " ")),
    );
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return utf8(Buffer.from(bytes, "latin1"));
}

function utf8(bytes: Buffer): string {
  return bytes.toString("utf8");
}
