import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrastOf, minimumContrast, parseColour } from "./colour.ts";
import { deriveColours, frameTheme, parseFrameQuery, resolveTheme, type Theme } from "./theme.ts";

const defaults = resolveTheme({});

test("the defaults are those of the specification", () => {
  const expected: Partial<Theme> = {
    primaryColor: "#3087de",
    secondaryColor: "#8c60e2",
    showLogo: "wasl",
    showPaymentMethods: true,
    hideClientAddress: false,
    hideInvoiceSummery: false,
    hideVatInvoice: false,
    defaultLanguage: "ar",
    backgroundColor: "#ffffff",
    foregroundColor: "#ffffff",
    progressModalBackground: "#ffffff",
    titlePanelBackground: "#ffffff",
    paymentFormBackground: "#ffffff",
    paymentDeclineColor: "#ffc107",
    paymentApprovedColor: "#44781a",
  };
  assert.deepEqual({ ...defaults, ...expected }, defaults);
});

test("every colour of a theme can be changed, and only by a colour", () => {
  const names = Object.keys(defaults).filter((name) => /Color$|Background$/.test(name));
  assert.equal(names.length, 15);
  for (const name of names) {
    assert.equal(
      Object.entries(resolveTheme({ [name]: "#Ab1" })).find(([key]) => key === name)?.[1],
      "#aabb11",
      name,
    );
    for (const junk of [
      "",
      "red",
      "#12",
      "url(https://evil)",
      "#fff;background:red",
      0,
      null,
      {},
      ["#000000"],
    ]) {
      assert.deepEqual(resolveTheme({ [name]: junk }), defaults, `${name} ${JSON.stringify(junk)}`);
    }
  }
});

test("light and hover variants follow the primary colour unless they are given", () => {
  const theme = resolveTheme({ primaryColor: "#102030" });
  assert.equal(theme.primaryLightColor, "#5b6b7b");
  assert.equal(theme.primaryHoverColor, "#000c1c");
  assert.equal(
    resolveTheme({ primaryColor: "#102030", primaryHoverColor: "#abc" }).primaryHoverColor,
    "#aabbcc",
  );
});

test("switches count only when they are on; the logo is the merchant's only on request", () => {
  for (const name of ["hideClientAddress", "hideInvoiceSummery", "hideVatInvoice"] as const) {
    assert.equal(resolveTheme({ [name]: true })[name], true);
    assert.equal(resolveTheme({ [name]: false })[name], false);
  }
  // Its default is on, so the word that counts is "off" (decision 0011).
  assert.equal(resolveTheme({ showPaymentMethods: false }).showPaymentMethods, false);
  assert.equal(resolveTheme({ showPaymentMethods: true }).showPaymentMethods, true);
  assert.equal(resolveTheme({ showLogo: "merchant" }).showLogo, "merchant");
  assert.equal(resolveTheme({ showLogo: "other" }).showLogo, "wasl");
  assert.equal(resolveTheme({ defaultLanguage: "en" }).defaultLanguage, "en");
  assert.equal(resolveTheme({ defaultLanguage: "fr" }).defaultLanguage, "ar");
});

test("a font counts only when the installation lists it", () => {
  const fonts = { families: ["Tajawal"], urls: ["/fonts/tajawal.css"] };
  const theme = resolveTheme({ fontFamily: "Tajawal", fontUrl: "/fonts/tajawal.css" }, fonts);
  assert.deepEqual([theme.fontFamily, theme.fontUrl], ["Tajawal", "/fonts/tajawal.css"]);
  const other = resolveTheme(
    { fontFamily: "x;}body{display:none", fontUrl: "https://evil.example/x.css" },
    fonts,
  );
  assert.deepEqual([other.fontFamily, other.fontUrl], [undefined, undefined]);
  assert.equal(resolveTheme({ fontFamily: "Tajawal" }).fontFamily, undefined);
});

test("values of a prototype and unknown names change nothing", () => {
  assert.deepEqual(resolveTheme(Object.create({ primaryColor: "#000000" })), defaults);
  assert.deepEqual(resolveTheme({ constructor: "#000000", other: true }), defaults);
});

test("derived colours are shifted by -20 and +75", () => {
  assert.deepEqual(deriveColours(defaults), {
    primaryDisabled: "#7bd2ff",
    primaryShadow: "#1c73ca",
    secondaryLight: "#d7abff",
  });
});

test("the default texts can be read on the default backgrounds", () => {
  for (const [colour, background] of [
    [defaults.textColor, defaults.backgroundColor],
    [defaults.textColor, defaults.paymentFormBackground],
    [defaults.invoiceHeaderTextColor, defaults.titlePanelBackground],
  ] as const) {
    assert.ok(contrastOf({ colour, background }) >= minimumContrast);
  }
});

const frameDefaults = {
  language: null,
  widthPx: 500,
  topSpacePx: 10,
  backgroundColor: "#ffffff",
  textColor: "#000000",
  buttonTextColor: "#ffffff",
  panelColor: "#ffffff",
  mainColor: "#3087de",
  clientName: "",
  clientMobile: "",
};

test("a frame without parameters has the defaults of the specification", () => {
  assert.deepEqual(parseFrameQuery(new URLSearchParams("")), frameDefaults);
});

test("a frame takes the parameters that it can read", () => {
  const query =
    "lang=en&w=640&ts=0&b=000&tc=FFF&bt=abc&pc=112233&mc=445566&n=%20Sara%20&m=%2B966%2051-234-5678";
  assert.deepEqual(parseFrameQuery(new URLSearchParams(query)), {
    language: "en",
    widthPx: 640,
    topSpacePx: 0,
    backgroundColor: "#000000",
    textColor: "#ffffff",
    buttonTextColor: "#aabbcc",
    panelColor: "#112233",
    mainColor: "#445566",
    clientName: "Sara",
    clientMobile: "+966512345678",
  });
});

test("a frame takes the smallest and the largest sizes", () => {
  const smallest = parseFrameQuery(new URLSearchParams("w=200&ts=0&m=12345"));
  assert.deepEqual([smallest.widthPx, smallest.topSpacePx, smallest.clientMobile], [200, 0, "12345"]);
  const largest = parseFrameQuery(new URLSearchParams("w=2000&ts=500&m=123456789012345"));
  assert.deepEqual(
    [largest.widthPx, largest.topSpacePx, largest.clientMobile],
    [2000, 500, "123456789012345"],
  );
});

test("a frame falls back on every parameter that it cannot read", () => {
  for (const query of [
    "w=-1&ts=-5&b=red&tc=expression(1)&lang=fr&m=abc",
    "w=1e3&ts=1.5&b=ff&mc=;}&m=12",
    "w=100&ts=501&pc=%23%23fff",
    "w=2001&bt=url(x)&m=1234567890123456",
    "w=199&m=1234",
    "w=&ts=&b=&tc=&bt=&pc=&mc=&n=&m=&lang=",
    "w=٥٠٠0x",
  ]) {
    assert.deepEqual(parseFrameQuery(new URLSearchParams(query)), frameDefaults, query);
  }
});

test("whatever stands in the address, a frame gets colours and sizes", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("w", "ts", "b", "tc", "bt", "pc", "mc", "n", "m", "lang"), fc.string()),
      (values) => {
        const { widthPx, topSpacePx, clientMobile, clientName, language, ...colours } = parseFrameQuery(
          new URLSearchParams(values),
        );
        assert.ok(widthPx >= 200 && widthPx <= 2000 && topSpacePx >= 0 && topSpacePx <= 500);
        for (const colour of Object.values(colours)) assert.equal(parseColour(colour), colour);
        assert.match(clientMobile, /^(\+?\d+)?$/);
        assert.ok(clientName.length <= 200 && (language === null || language === "ar" || language === "en"));
      },
    ),
  );
});

test("a frame's colours are a theme that names every surface", () => {
  const query = new URLSearchParams("b=101010&tc=eee&bt=000&pc=202020&mc=ffd54a");
  const theme = resolveTheme(frameTheme(parseFrameQuery(query)));
  assert.deepEqual(
    [
      theme.backgroundColor,
      theme.textColor,
      theme.buttonTextColor,
      theme.foregroundColor,
      theme.primaryColor,
    ],
    ["#101010", "#eeeeee", "#000000", "#202020", "#ffd54a"],
  );
  for (const surface of ["titlePanelBackground", "paymentFormBackground", "progressModalBackground"] as const)
    assert.equal(theme[surface], "#202020", surface);
});
