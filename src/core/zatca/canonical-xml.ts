/**
 * XML that is canonical as it is written (Canonical XML 1.1): its hash is the hash of its own text, and no parser is
 * needed to know it. No declaration, no comments, no self-closing tags, attributes in order, four escapes in text.
 * Pure.
 */

/** A piece of canonical XML, or nothing. */
export type Xml = string;

type Attributes = Readonly<Record<string, string>>;

/** An element that holds a text; the text is escaped, and what no XML can hold is left out. */
export function leaf(name: string, text: string, attributes: Attributes = {}): Xml {
  return `<${name}${writeAttributes(attributes)}>${escapeText(text)}</${name}>`;
}

/** An element that holds elements. */
export function branch(name: string, ...children: readonly (Xml | null | readonly Xml[])[]): Xml {
  return `<${name}>${children.flat().join("")}</${name}>`;
}

/** The same, or nothing when there is nothing in it. */
export function branchUnlessEmpty(name: string, ...children: readonly (Xml | null)[]): Xml | null {
  return children.some((child) => child !== null) ? branch(name, ...children) : null;
}

/** Attributes without a prefix, by name. */
function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join("");
}

/** What XML 1.0 cannot hold: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const textEscapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const attributeEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
};

/** Line ends become line feeds, as every parser would make them. */
function writable(text: string): string {
  return text.replace(unwritable, "").replace(/\r\n?/g, "\n");
}

function escapeText(text: string): string {
  return writable(text).replace(/[&<>]/g, (character) => textEscapes[character] ?? character);
}

function escapeAttribute(text: string): string {
  return writable(text).replace(/[&<"\t\n]/g, (character) => attributeEscapes[character] ?? character);
}
