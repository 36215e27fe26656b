/**
 * The marks of the payment methods as one file of symbols, 40 x 26 each. Those that a package has as their owners draw
 * them are taken from it; the others are drawn in `web/marks/drawn`. Run by `npm run marks`; a test runs it as well.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, parse } from "node:path";
import { optimize } from "svgo";

const { resolve } = createRequire(import.meta.url);

const drawn = join(import.meta.dirname, "../marks/drawn");

/**
 * Where a drawing is placed on the tile of 40 x 26, and what of its package's tile is left out: ours is of one size.
 */
type Packaged = {
  readonly id: string;
  readonly source: string;
  /** An SVG transform that brings the drawing onto the tile. */
  readonly transform: string;
  /** Paths at the beginning that are the package's tile. */
  readonly tilePaths?: number;
  /** The ground of the tile, where it is a part of the mark. */
  readonly ground?: string;
};

/** The text of the whole file. */
export function buildMarks(): string {
  const moyasar = embeddedDrawings(
    readFileSync(join(packageDirectory("moyasar-payment-form"), "moyasar.mjs"), "utf8"),
  );
  const icons = packageDirectory("react-pay-icons");
  const card = { transform: "translate(.5) scale(.40625)", tilePaths: 1 };
  const packaged: readonly Packaged[] = [
    { id: "mada", source: named(moyasar, "#84b740"), ...card },
    { id: "visa", source: recoloured(named(moyasar, "#0d357f"), "#0d357f", "#1434cb"), ...card },
    { id: "mastercard", source: named(moyasar, "#ff5f00"), ...card, tilePaths: 2 },
    {
      id: "amex",
      source: named(moyasar, "#006fcf"),
      ...card,
      transform: "translate(1.4) scale(.40625)",
      ground: "#006fcf",
    },
    {
      id: "stcpay",
      source: recoloured(named(moyasar, "#502c84"), "#502c84", "#4f008c"),
      transform: "translate(3.2 7) scale(.066)",
    },
    { id: "applepay", source: componentDrawing(join(icons, "Applepay.js")), transform: "" },
    {
      id: "googlepay",
      source: componentDrawing(join(icons, "Googlepay.js")),
      transform: "translate(3.7 6.7) scale(.075)",
    },
  ];
  const symbols = [
    ...packaged.map((mark) => symbol(mark.id, onTile(mark))),
    ...readdirSync(drawn)
      .sort()
      .map((file) => symbol(parse(file).name, readFileSync(join(drawn, file), "utf8"))),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

function packageDirectory(name: string): string {
  return dirname(resolve(name));
}

/** The SVGs that a bundle carries as data addresses. */
function embeddedDrawings(bundle: string): readonly string[] {
  return Array.from(bundle.matchAll(/"data:image\/svg\+xml,([^"]*)"/g), ([, text = ""]) =>
    decodeURIComponent(text),
  );
}

/** The drawing that has a colour which no other one has. */
function named(drawings: readonly string[], colour: string): string {
  const [found, ...others] = drawings.filter((drawing) => drawing.toLowerCase().includes(colour));
  if (!found || others.length > 0) throw new Error(`${others.length} more drawings have ${colour}`);
  return found;
}

/** The owner's colour of today: the package has Visa's blue of 2014, and a paler purple than STC's. */
function recoloured(drawing: string, from: string, to: string): string {
  return drawing.replaceAll(new RegExp(from, "gi"), to);
}

/** The paths of a React component's file, read as text: nothing of the package is run. */
function componentDrawing(path: string): string {
  const source = readFileSync(path, "utf8");
  const paths = source.matchAll(/"path",\s*\{\s*fill: "([^"]+)",\s*d: "([^"]+)"/g);
  const drawn = Array.from(paths, ([, fill, d]) => `<path fill="${fill}" d="${d}"/>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`;
}

function onTile({ source, transform, tilePaths = 0, ground }: Packaged): string {
  const paths = Array.from(optimised(source).matchAll(/<path[^>]*\/>/g), ([path]) => path).filter(
    (path) => !path.includes("M7.18 18.83"),
  );
  const drawn = paths.slice(tilePaths).join("");
  const under = ground ? `<path fill="${ground}" d="M0 0h40v26H0z"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 26">${under}<g transform="${transform}">${drawn}</g></svg>`;
}

function optimised(source: string): string {
  return optimize(source, { multipass: true, floatPrecision: 2 }).data;
}

/** Paths alone: references inside of a file do not work everywhere in a drawing that another document uses. */
function symbol(id: string, source: string): string {
  const drawing = optimised(source).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  if (/url\(|href|<style/.test(drawing)) throw new Error(`the mark ${id} refers to something`);
  return `<symbol id="${id}" viewBox="0 0 40 26">${drawing}</symbol>`;
}
