import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { ThemeModel } from "#contract/settings.ts";
import { contrastOf, minimumContrast } from "#core/theme/colour.ts";
import { themeCss } from "./theme-style.ts";

/** Values of the custom properties of a rule, by name. */
function valuesOf(css: string): Record<string, string> {
  const found = [...css.matchAll(/(--[\w-]+):([^;}]+)/g)];
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
}

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`);

test("the text of a button can be read whatever colour a merchant chose", () => {
  fc.assert(
    fc.property(hex, fc.option(hex), (primaryColor, buttonTextColor) => {
      const values = valuesOf(
        themeCss({ primaryColor, ...(buttonTextColor !== null && { buttonTextColor }) }),
      );
      for (const name of ["--button", "--button-hover"]) {
        const pair = { colour: values[`${name}-text`] ?? "", background: values[name] ?? "" };
        assert.ok(contrastOf(pair) >= minimumContrast, `${name}: ${JSON.stringify(pair)}`);
      }
    }),
  );
});

test("text and links can be read on a merchant's own background", () => {
  fc.assert(
    fc.property(hex, hex, hex, hex, (primaryColor, foregroundColor, textColor, paymentFormBackground) => {
      const theme = { primaryColor, foregroundColor, textColor, paymentFormBackground };
      const values = valuesOf(themeCss({ ...theme, progressModalBackground: primaryColor }));
      // A theme that leaves text and background as they are follows the buyer's scheme and sets none of these.
      const soft = values["--soft"];
      if (soft === undefined) return;
      const areas = [values["--form"] ?? "", values["--modal"] ?? "", values["--tint"] ?? ""];
      const backgrounds: readonly string[] = [foregroundColor, soft, ...areas];
      for (const name of ["--text", "--link", "--danger"]) {
        for (const background of backgrounds) {
          const pair = { colour: values[name] ?? "", background };
          assert.ok(contrastOf(pair) >= minimumContrast, `${name} ${JSON.stringify(pair)}`);
        }
      }
    }),
  );
});

test("a light colour gets a dark text, a strong one a white text", () => {
  assert.equal(valuesOf(themeCss({ primaryColor: "#ffd500" }))["--button-text"], "#000000");
  assert.equal(valuesOf(themeCss({}))["--button-text"], "#ffffff");
});

test("a button that hardly differs from what it stands on has an edge, in the dark scheme, too", () => {
  const night = { primaryColor: "#14213d", backgroundColor: "#0b132b", foregroundColor: "#1c2541" };
  assert.match(valuesOf(themeCss({ ...night, textColor: "#ffffff" }))["--button-edge"] ?? "", /^#/);
  const cream = { primaryColor: "#b3261e", backgroundColor: "#fff8e1" };
  assert.equal(valuesOf(themeCss(cream))["--button-edge"], "transparent");
  assert.match(valuesOf(themeCss({ primaryColor: "#1a1a1a" }))["--edge-dark"] ?? "", /^#/);
  assert.equal(valuesOf(themeCss({ primaryColor: "#0f6b5c" }))["--edge-dark"], undefined);
});

test("a brand that is nearly black has links that do not look switched off on dark surfaces", () => {
  const background = "#1a2029";
  const contrast = (primaryColor: string): number =>
    contrastOf({ colour: valuesOf(themeCss({ primaryColor }))["--link-dark"] ?? "", background });
  assert.ok(contrast("#1a1a1a") >= 7, String(contrast("#1a1a1a")));
  // A colour stays a colour: no lighter than it has to be.
  assert.ok(contrast("#0f6b5c") < 5.5, String(contrast("#0f6b5c")));
});

test("links of a theme that follows the buyer's scheme can be read on cards and on the boxes in them (tokens.css)", () => {
  fc.assert(
    fc.property(hex, (primaryColor) => {
      const values = valuesOf(themeCss({ primaryColor }));
      for (const [name, grounds] of [
        ["--link-light", ["#ffffff", "#f4f6f9"]],
        ["--link-dark", ["#1a2029", "#212936", "#12171e"]],
      ] as const)
        for (const background of grounds) {
          const contrast = contrastOf({ colour: values[name] ?? "", background });
          assert.ok(contrast >= minimumContrast, `${name} on ${background}: ${contrast}`);
        }
    }),
  );
});

test("the head of the invoice is in the colour of all text, unless it has one of its own", () => {
  const dark = { foregroundColor: "#1c2541", textColor: "#ffffff" };
  assert.equal(valuesOf(themeCss(dark))["--header-text"], "#ffffff");
  assert.equal(
    valuesOf(themeCss({ ...dark, invoiceHeaderTextColor: "#ffd166" }))["--header-text"],
    "#ffd166",
  );
});

test("disabled buttons, shadows and light variants are shifted from the merchant's colours (Spec 3)", () => {
  const values = valuesOf(themeCss({ primaryColor: "#0f6b5c", secondaryColor: "#8c60e2" }));
  assert.deepEqual(
    ["--button-off-rgb", "--button-shadow", "--primary-light", "--secondary", "--secondary-light"].map(
      (name) => values[name],
    ),
    ["90 182 167", "#005748", "#5ab6a7", "#8c60e2", "#d7abff"],
  );
});

test("what waits is in the shop's colour, and in its second one where it has one", () => {
  assert.equal(valuesOf(themeCss({}))["--secondary"], "#8c60e2");
  assert.equal(valuesOf(themeCss({ primaryColor: "#0f6b5c" }))["--secondary"], "#0f6b5c");
  assert.equal(
    valuesOf(themeCss({ secondaryColor: "#123456", primaryColor: "#0f6b5c" }))["--secondary"],
    "#123456",
  );
});

test("the background colours the whole page, but for parts that have a colour of their own", () => {
  const cream = valuesOf(themeCss({ backgroundColor: "#fff8e1" }));
  for (const part of ["--page", "--bar", "--form", "--panel"]) assert.equal(cream[part], "#fff8e1", part);
  assert.equal(cream["--surface"], "#ffffff", "fields and cards stay as they are");
  const parts = {
    foregroundColor: "#fefefe",
    paymentFormBackground: "#fdfdfd",
    titlePanelBackground: "#eeeeee",
  };
  const own = valuesOf(themeCss({ backgroundColor: "#fff8e1", ...parts }));
  assert.deepEqual(
    ["--bar", "--form", "--panel"].map((part) => own[part]),
    ["#fefefe", "#fdfdfd", "#eeeeee"],
  );
  // Text is made for the cards: on a page where it could not be read, bars and forms are as the cards.
  const dark = valuesOf(themeCss({ backgroundColor: "#1b1b1b" }));
  assert.deepEqual([dark["--bar"], dark["--form"]], ["#ffffff", "#ffffff"]);
});

test("texts that stand on the page have its colour below them where they can be read on it, else that of cards", () => {
  const groundOf = (model: ThemeModel) => valuesOf(themeCss(model))["--ground"];
  assert.equal(groundOf({ backgroundColor: "#fff8e1", foregroundColor: "#fefefe" }), "#fff8e1");
  assert.equal(groundOf({ backgroundColor: "#0b3d2e", paymentFormBackground: "#fdfdfd" }), "#ffffff");
  assert.equal(groundOf({ primaryColor: "#0f6b5c" }), undefined, "the scheme's own");
});

test("text that cannot be read on a page's own colour is black or white, not a grey that just can be", () => {
  const dark = valuesOf(themeCss({ backgroundColor: "#0b3d2e", titlePanelBackground: "#1a1030" }));
  assert.deepEqual([dark["--page-text"], dark["--panel-text"]], ["#ffffff", "#ffffff"]);
  const own = valuesOf(themeCss({ backgroundColor: "#0b3d2e", textColor: "#f0e6d0" }));
  assert.equal(own["--page-text"], "#f0e6d0");
});

test("on phones no band of the page's colour stands between bar and form", () => {
  const phone = /@media\(max-width:768px\)\{\.info-layout\{background:var\(--bar\);color:var\(--text\)\}/;
  assert.match(themeCss({ backgroundColor: "#0b3d2e" }), phone);
  assert.doesNotMatch(themeCss({ primaryColor: "#0f6b5c" }), phone);
});

test("the riyal is drawn as its sign unless the theme wants letters", () => {
  assert.doesNotMatch(themeCss({}), /riyal/);
  assert.match(themeCss({ currencyStyle: "letters" }), /\.riyal\.riyal\{all:unset\}$/);
});

test("Arabic digits are a font for what is shown on Arabic screens: no field, no code, no paper", () => {
  assert.doesNotMatch(themeCss({}), /Wasl Digits/);
  const arabic = themeCss({ digits: "arabic" });
  const [, media = "", selector = ""] = /@media (\w+)\{([^{]*)\{font-family:"Wasl Digits"/.exec(arabic) ?? [];
  assert.equal(media, "screen");
  assert.match(selector, /\.amount,time/);
  assert.doesNotMatch(selector, /input|code|body/);
  assert.match(arabic, /:lang\(ar\) \.currency\.currency\{font-family:var\(--font\)\}\}$/);
});

test("a bank's no is red and readable, unless the theme has a colour of its own for it", () => {
  const sheet = readFileSync(join(import.meta.dirname, "../styles/result.css"), "utf8");
  const [, colour = "", text = ""] =
    /--mark: var\(--refused, (#\w+)\);\s+--mark-text: var\(--refused-text, (#\w+)\)/.exec(sheet) ?? [];
  assert.ok(contrastOf({ colour: text, background: colour }) >= minimumContrast, `${text} on ${colour}`);
  for (const background of ["#ffffff", "#1a2029"])
    assert.ok(contrastOf({ colour, background }) >= 3, `${colour} on ${background}`);
  assert.equal(valuesOf(themeCss({}))["--refused"], undefined);
  const named = valuesOf(themeCss({ paymentDeclineColor: "#ffc107" }));
  assert.deepEqual([named["--refused"], named["--refused-text"]], ["#ffc107", "#000000"]);
});

test("buttons of wallets are light on a theme's dark ground, whatever the buyer's scheme, and dark on every other", () => {
  const wallet = (theme: ThemeModel) => valuesOf(themeCss(theme))["--wallet"];
  const night = { backgroundColor: "#05070a", foregroundColor: "#10151c", textColor: "#ffffff" };
  assert.equal(wallet(night), "white");
  assert.equal(wallet({ backgroundColor: "#fff8e1" }), "black");
  // Its form is as light as its cards, because their text could not be read on it else.
  assert.equal(wallet({ backgroundColor: "#0b3d2e" }), "black");
  assert.equal(wallet({ primaryColor: "#0f6b5c" }), undefined);
});

test("every colour of the theme is used by a style sheet", () => {
  const styles = join(import.meta.dirname, "../styles");
  const css = readdirSync(styles).map((name) => readFileSync(join(styles, name), "utf8"));
  const own = themeCss({ backgroundColor: "#faf6ef", fontFamily: "Tahoma", paymentDeclineColor: "#c62828" });
  const unused = Object.keys(valuesOf(own)).filter(
    (name) => !css.some((text) => text.includes(`var(${name}`)),
  );
  assert.deepEqual(unused, []);
});

test("a theme with a background of its own does not follow the buyer's dark scheme", () => {
  assert.match(themeCss({ backgroundColor: "#faf6ef" }), /color-scheme:light;--page:#faf6ef/);
  assert.doesNotMatch(themeCss({ primaryColor: "#0f6b5c" }), /color-scheme|--page/);
});

test("a font file of the theme is loaded for its texts, and other fonts stand in until it is there", () => {
  const css = themeCss({ fontUrl: "https://fonts.example/brand.woff2", fontFamily: "Tahoma" });
  assert.match(
    css,
    /^@font-face\{font-family:theme-font;src:url\("https:\/\/fonts\.example\/brand\.woff2"\)/,
  );
  assert.match(css, /--font:theme-font,"Tahoma",var\(--system-font\)/);
  for (const fontUrl of [
    'https://a.example/x.woff2");}*{color:red',
    "http://a.example/x.woff2",
    "//a.example/x.woff2",
  ])
    assert.equal(themeCss({ fontUrl }), themeCss({}), fontUrl);
});

test("a value that is not a colour changes nothing (decision K14)", () => {
  const evil = "red;}body{background:url(//evil.example)";
  const theme = { primaryColor: evil, backgroundColor: evil, fontFamily: evil, fontUrl: evil };
  assert.equal(themeCss(theme), themeCss({}));
});
