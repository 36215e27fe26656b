/**
 * The tax authority's own rule files and schema, as judges of e-invoices. They are its own and not ours to ship (decision 0064):
 * WASL_ZATCA_RULES names a folder that has them, compiled for saxon-js, with that package (CONTRIBUTING.md says how).
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

/** The folder, where there is one. */
export const rulesFolder: string | undefined = process.env["WASL_ZATCA_RULES"];

type Saxon = {
  readonly transform: (
    of: {
      readonly stylesheetInternal: object;
      readonly sourceText: string;
      readonly destination: "serialized";
    },
    when: "sync",
  ) => { readonly principalResult: string };
};

/** Gives what finds the rules that a file breaks, errors and warnings, and in what it breaks the schema. */
export function judgeIn(folder: string): (xml: string) => string[] {
  const saxon = createRequire(join(folder, "package.json"))("saxon-js") as Saxon;
  // Parsed once: as text, each document costs another half second.
  const rules = ["ksa", "en"].map(
    (name) => JSON.parse(readFileSync(join(folder, `${name}.sef.json`), "utf8")) as object,
  );
  const schema = schemaIn(folder);
  // The authority's day is Riyadh's: in the last hours of this machine's day a document would be of tomorrow (BR-KSA-04).
  process.env["TZ"] = "Asia/Riyadh";
  return (xml) => [
    ...schema(xml),
    ...rules.flatMap((stylesheetInternal) => {
      const of = { stylesheetInternal, sourceText: xml, destination: "serialized" } as const;
      const { principalResult } = saxon.transform(of, "sync");
      return Array.from(
        principalResult.matchAll(/<svrl:failed-assert[^>]*? id="([^"]*)"/g),
        ([, id]) => id ?? "",
      );
    }),
  ];
}

/** What a document shows of what is hard to get right, so that a run can say how many of each it has judged. */
export function traitsOf(xml: string): string[] {
  const letters = Array.from(
    xml.matchAll(/<cac:TaxSubtotal>.*?<cac:TaxCategory><cbc:ID>(.)<\/cbc:ID><cbc:Percent>([\d.]+)/gsu),
    ([, letter, percent]) => `category ${letter} ${percent} %`,
  );
  const traits = {
    export: /<cbc:InvoiceTypeCode name="\d{4}1/u.test(xml),
    discount: xml.includes("<cac:AllowanceCharge>"),
    "mixed rates": new Set(letters).size > 1,
    "part of a unit": /<cbc:InvoicedQuantity[^>]*>\d+\.\d/u.test(xml),
    "a unit that is not a piece": /<cbc:InvoicedQuantity unitCode="(?!PCE)/u.test(xml),
    "ten lines or more": xml.includes("<cac:InvoiceLine><cbc:ID>10</cbc:ID>"),
  };
  return [...new Set(letters), ...Object.entries(traits).flatMap(([name, isSo]) => (isSo ? [name] : []))];
}

/** Whether a folder has the schema beside the rules. */
export function hasSchema(folder: string): boolean {
  return existsSync(schemaPath(folder));
}

const schemaPath = (folder: string): string => join(folder, "xsds/UBL2.1/xsd/maindoc/UBL-Invoice-2.1.xsd");

function schemaIn(folder: string): (xml: string) => string[] {
  if (!hasSchema(folder)) return () => [];
  xmlRegisterFsInputProviders();
  const path = schemaPath(folder);
  const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      return [`schema: ${error instanceof Error ? error.message : error}`];
    } finally {
      document.dispose();
    }
  };
}
