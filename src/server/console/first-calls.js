// Inside the console's document: asks for what the first screen shows while the program that will show it is on its way, which saves a
// telephone a round trip. `calls/call.ts` of the console takes the answers; one that it does not ask for is not used.
{
  const { shops } = JSON.parse(document.getElementById("wasl-me").textContent);
  const [base, test] = /^\/test\/(\d+)(?=\/|$)/.exec(location.pathname) ?? ["", null];
  const kept = (name) => {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  };
  // As `session/shop.ts` chooses: the test world of the address, the shop of this tab, the first one.
  const of = (world, id) => shops.find((one) => one.world === world && String(one.merchantId) === id);
  const shop =
    test !== null
      ? of("test", test)
      : (of("live", kept("wasl-shop")) ?? shops.find(({ world }) => world === "live"));
  const path = location.pathname.slice(base.length) || "/";
  const list = ["/api/v1/invoices?limit=25"];
  const home = ["/api/v1/home", "/api/v1/invoices?limit=5"];
  const seesFigures = shop?.permissions.includes("reports.read");
  const addresses = path === "/invoices" ? list : path === "/" && seesFigures ? home : [];
  // A filter, a shop in the address or a preview of a role ask for something else.
  if (shop && addresses.length > 0 && location.search === "" && kept("wasl-as-role") === null) {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), 30_000);
    const headers = {
      accept: "application/json",
      "accept-language": document.documentElement.lang,
      "wasl-shop": String(shop.merchantId),
    };
    const answers = new Map();
    for (const address of addresses) {
      const answer = fetch(address, { headers, cache: "no-store", signal: limit.signal });
      // A failure is reported to the caller that takes it.
      answer.catch(() => {});
      answers.set(address, answer);
    }
    // As long as what was read is fresh for the console's queries.
    const freshMs = 15_000;
    window.waslFirst = (address, forShop) => {
      const answer = answers.get(address);
      answers.delete(address);
      return forShop === shop.merchantId && performance.now() < freshMs ? answer : undefined;
    };
    window.waslFirst.left = answers;
  }

  // The first use of a language's numbers and days reads its rules, which takes a telephone a tenth of a second: now, while it waits
  // for the program, and not when the list is drawn.
  setTimeout(() => {
    const { lang } = document.documentElement;
    new Intl.NumberFormat(lang).format(1);
    new Intl.DateTimeFormat(`${lang}-u-ca-islamic-umalqura-nu-latn`, { dateStyle: "long" }).format();
  });
}
