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
    of: { readonly stylesheetText: string; readonly sourceText: string; readonly destination: "serialized" },
    when: "sync",
  ) => { readonly principalResult: string };
};

/** Gives what finds the rules that a file breaks, errors and warnings, and in what it breaks the schema. */
export function judgeIn(folder: string): (xml: string) => string[] {
  const saxon = createRequire(join(folder, "package.json"))("saxon-js") as Saxon;
  const rules = ["ksa", "en"].map((name) => readFileSync(join(folder, `${name}.sef.json`), "utf8"));
  const schema = schemaIn(folder);
  return (xml) => [
    ...schema(xml),
    ...rules.flatMap((stylesheetText) => {
      const of = { stylesheetText, sourceText: xml, destination: "serialized" } as const;
      const { principalResult } = saxon.transform(of, "sync");
      return Array.from(
        principalResult.matchAll(/<svrl:failed-assert[^>]*? id="([^"]*)"/g),
        ([, id]) => id ?? "",
      );
    }),
  ];
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
