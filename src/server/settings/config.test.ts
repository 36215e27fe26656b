import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { readConfig } from "./config.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { environments } from "./variables.ts";

const live = { WASL_ENV: "live", WASL_WEB_URL: "https://pay.example.sa", WASL_TRUSTED_PROXIES: "1" };

test("without settings it is the local environment, paying through the simulators", () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.environment, config.webUrl, config.serverUrl, config.host, config.simulatorUrl],
    ["local", "http://localhost:3000", "http://localhost:3000", "127.0.0.1", "http://127.0.0.1:3001"],
  );
  assert.deepEqual([config.directApi, config.isTestingPhase, config.rateLimits], [true, true, true]);
});

test("no simulator is ever asked outside of local and test, whatever SIM_URL says", () => {
  for (const environment of environments) {
    const { simulatorUrl, smtpUrl } = readConfig({
      ...live,
      WASL_ENV: environment,
      SIM_URL: "http://sim.example",
    });
    const isSimulated = environment === "local" || environment === "test";
    assert.equal(simulatorUrl, isSimulated ? "http://sim.example" : null, environment);
    // Nor does mail go to their catcher.
    assert.equal(smtpUrl !== null, isSimulated, environment);
  }
});

test("live takes card data only where both settings say so (decision K4)", () => {
  for (const [environment, settings, expected] of [
    ["live", {}, false],
    ["live", { WASL_DIRECT_API: "true" }, false],
    ["live", { WASL_PCI_DIRECT: "true" }, true],
    ["live", { WASL_PCI_DIRECT: "true", WASL_DIRECT_API: "false" }, false],
    ["pilot", {}, true],
    ["stage", { WASL_DIRECT_API: "false" }, false],
  ] as const) {
    const config = readConfig({ ...live, WASL_ENV: environment, ...settings });
    assert.equal(config.directApi, expected, `${environment} ${JSON.stringify(settings)}`);
  }
});

test("live shows no testing banner and listens for its proxy", () => {
  const { isTestingPhase, host } = readConfig(live);
  assert.deepEqual([isTestingPhase, host], [false, "0.0.0.0"]);
});

const secret = "Jq3vT8zLm5Xc1Rb7Yd0Kp4Wn6Hs2Gf9u";

test("live takes a database with TLS, on the same machine, or in the clear where the operator says so", () => {
  for (const [DATABASE_URL, settings] of [
    ["postgres://wasl@db.example.sa/wasl?sslmode=verify-full", {}],
    ["postgres://wasl@db.example.sa/wasl?sslmode=require", {}],
    ["postgres://wasl@127.0.0.1:5432/wasl", {}],
    ["postgres://wasl@localhost/wasl", {}],
    ["postgres://wasl@[::1]/wasl", {}],
    ["postgres://wasl@localhost/wasl?host=/var/run/postgresql", {}],
    ["postgres://wasl@db.example.sa/wasl", { WASL_DATABASE_PLAINTEXT: "true" }],
  ] as const) {
    const config = readConfig({ ...live, WASL_SECRET_KEY: secret, DATABASE_URL, ...settings });
    assert.equal(config.databaseUrl?.reveal(), DATABASE_URL);
  }
  const elsewhere = {
    ...live,
    WASL_ENV: "stage",
    WASL_SECRET_KEY: secret,
    DATABASE_URL: "postgres://wasl@db.example.sa/wasl",
  };
  assert.ok(readConfig(elsewhere).databaseUrl);
});

/** Settings that stop the start, and the sentence for the person at the terminal. */
const refused: readonly (readonly [settings: Readonly<Record<string, string>>, sentence: RegExp])[] = [
  [{ WASL_ENV: "live" }, /^WASL_WEB_URL must be set in the live environment\. See docs\/operations\.md\.$/],
  [{ WASL_ENV: "stage" }, /^WASL_WEB_URL must be set in the stage environment\./],
  [
    { ...live, WASL_WEB_URL: "http://pay.example.sa" },
    /^WASL_WEB_URL must begin with https:\/\/ in the live/,
  ],
  [
    { ...live, WASL_TRUSTED_PROXIES: "" },
    /^WASL_TRUSTED_PROXIES must be set in the live environment: .* 0 when buyers/,
  ],
  [{ ...live, WASL_RATE_LIMITS: "false" }, /^WASL_RATE_LIMITS cannot be false in the live environment\.$/],
  [
    { ...live, WASL_SECRET_KEY: "a".repeat(32) },
    /^WASL_SECRET_KEY can be guessed, .* This makes a good one: openssl rand -base64 48$/,
  ],
  [
    { ...live, WASL_SECRET_KEY: secret, WASL_SECRET_KEY_PREVIOUS: "0123456789".repeat(4) },
    /^WASL_SECRET_KEY_PREVIOUS can be guessed/,
  ],
  [{ WASL_ENV: "prod" }, /^The setting WASL_ENV is not usable: /],
  [{ PORT: "70000" }, /^The setting PORT is not usable: /],
  ...["http", "abc", "-1", "3000.5", "1e3", "0x10", " ", "3000 3001"].map(
    (PORT) => [{ PORT }, /^The setting PORT is not usable: it must be a port number/] as const,
  ),
  // Not 0 proxies, which would count every buyer behind one as the same.
  ...[" ", "one", "true", "0x1"].map(
    (WASL_TRUSTED_PROXIES) =>
      [{ ...live, WASL_TRUSTED_PROXIES }, /^The setting WASL_TRUSTED_PROXIES is not usable: /] as const,
  ),
  ...["/shop", "?x=1", "#top"].map(
    (rest) =>
      [
        { ...live, WASL_WEB_URL: `https://pay.example.sa${rest}` },
        /^The setting WASL_WEB_URL is not usable: .* without a path\./,
      ] as const,
  ),
  [
    { ...live, WASL_WEB_URL: "https://wasl:secret@pay.example.sa" },
    /^The setting WASL_WEB_URL is not usable/,
  ],
  [{ ...live, WASL_WEB_URL: "pay.example.sa" }, /^The setting WASL_WEB_URL is not usable/],
  [{ DATABASE_POOL_SIZE: "many" }, /^The setting DATABASE_POOL_SIZE is not usable: .* from 2 to 100/],
  [{ WASL_PDF_WORKERS: "0" }, /^The setting WASL_PDF_WORKERS is not usable: .* from 1 to 16/],
  [{ SIM_PORT: "65535" }, /^SIM_PORT is 65535 .* set SIM_SMTP_PORT/],
  [{ PORT: "4000", SIM_PORT: "4000" }, /^PORT and SIM_PORT are both 4000;/],
  [
    { PORT: "4001", SIM_PORT: "4000" },
    /^PORT and SIM_SMTP_PORT \(without it the one after SIM_PORT\) are both 4001;/,
  ],
  [{ SIM_PORT: "4000", SIM_SMTP_PORT: "4000" }, /^SIM_PORT and SIM_SMTP_PORT .* are both 4000;/],
  [{ WASL_DIRECT_API: "yes" }, /^The setting WASL_DIRECT_API is not usable: /],
  [{ DATABASE_URL: "mysql://db" }, /^The setting DATABASE_URL is not usable: /],
  [{ WASL_SECRET_KEY: "short" }, /^The setting WASL_SECRET_KEY is not usable: /],
  [
    { WASL_BUYER_DATA_MONTHS: "5" },
    /^The setting WASL_BUYER_DATA_MONTHS is not usable: it must be .* 6 to 180\./,
  ],
  [
    { ...live, DATABASE_URL: "postgres://wasl@127.0.0.1/wasl" },
    /^WASL_SECRET_KEY must be set in the live, pilot and stage environments with DATABASE_URL/,
  ],
  [
    {
      ...live,
      WASL_ENV: "pilot",
      DATABASE_URL: "postgres://wasl@127.0.0.1/wasl",
    },
    /^WASL_SECRET_KEY must be set in the live, pilot and stage environments with DATABASE_URL/,
  ],
  [
    { ...live, WASL_ENV: "stage", DATABASE_URL: "postgres://wasl@127.0.0.1/wasl" },
    /^WASL_SECRET_KEY must be set in the live, pilot and stage environments with DATABASE_URL/,
  ],
  [{ WASL_SECRET_KEY_PREVIOUS: secret }, /^WASL_SECRET_KEY_PREVIOUS needs WASL_SECRET_KEY/],
  [{ WASL_SECRET_KEY: secret, WASL_SECRET_KEY_PREVIOUS: secret }, /must differ/],
  ...[
    "postgres://wasl@db.example.sa/wasl",
    "postgres://wasl@10.0.0.7/wasl?sslmode=disable",
    "postgres://wasl@10.0.0.7/wasl?sslmode=prefer",
    "postgres://wasl@localhost/wasl?host=db.example.sa",
  ].map(
    (DATABASE_URL) =>
      [{ ...live, WASL_SECRET_KEY: secret, DATABASE_URL }, /^DATABASE_URL has no TLS/] as const,
  ),
  [
    {
      ...live,
      WASL_SECRET_KEY: secret,
      DATABASE_URL: "postgres://wasl@127.0.0.1/wasl",
      DATABASE_LISTEN_URL: "postgres://wasl@db.example.sa/wasl",
    },
    /^DATABASE_LISTEN_URL has no TLS/,
  ],
  [{ WASL_THEME_FONT_URLS: "http://fonts.example/a.woff2" }, /^The setting WASL_THEME_FONT_URLS/],
  [{ WASL_THEME_FONT_URLS: "https://fonts.example/a.css" }, /must end in \.woff2/],
  [{ MAIL_FROM: "Shop <a@b>\nBcc: x@y" }, /^The setting MAIL_FROM is not usable: /],
  [
    { WASL_S3_BUCKET: "files" },
    /^WASL_S3_ACCESS_KEY_ID and WASL_S3_SECRET_ACCESS_KEY must be set in the local/,
  ],
];

for (const [settings, sentence] of refused) {
  test(`${JSON.stringify(settings)} stops the start with one sentence that names the setting`, () => {
    assert.throws(
      () => readConfig(settings),
      (error) => {
        assert.ok(error instanceof ConfigurationError);
        assert.match(error.message, sentence);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
  });
}

test("live starts with no proxy when that is said, with a good secret, and with one that it makes itself", () => {
  const good = "q0o0Jq7Vt0m4C2h1kq8zYx5nD3s9bLwE6uRfTgHjKlM=";
  assert.equal(readConfig({ ...live, WASL_TRUSTED_PROXIES: "0" }).trustedProxies, 0);
  assert.equal(readConfig({ ...live, WASL_SECRET_KEY: good }).secretKey?.reveal(), good);
  assert.equal(readConfig(live).secretKey, null);
  // Elsewhere nothing of it is asked for.
  const stage = { ...live, WASL_ENV: "stage", WASL_TRUSTED_PROXIES: "", WASL_SECRET_KEY: "a".repeat(32) };
  assert.equal(readConfig({ ...stage, WASL_RATE_LIMITS: "false" }).trustedProxies, 0);
});

test("ports that do not meet are taken: the last one, any free one, and those of simulators that do not run", () => {
  const portsOf = (settings: Readonly<Record<string, string>>) => {
    const { port, simulatorPort, simulatorSmtpPort } = readConfig(settings);
    return [port, simulatorPort, simulatorSmtpPort];
  };
  assert.deepEqual(portsOf({ SIM_PORT: "65534" }), [3000, 65534, 65535]);
  assert.deepEqual(portsOf({ SIM_PORT: "65535", SIM_SMTP_PORT: "2525" }), [3000, 65535, 2525]);
  assert.deepEqual(portsOf({ PORT: "0", SIM_PORT: "0" }), [0, 0, 0]);
  assert.equal(readConfig({ ...live, PORT: "3001" }).port, 3001);
});

test("a name that is like a setting's and is none is known, whatever else is set", () => {
  const given = { ...live, WASL_TRUSTED_PROXY: "2", WASL_BUYER_DATA_MONTH: "12", PATH: "/bin" };
  assert.deepEqual(readConfig(given).unknownSettings, ["WASL_TRUSTED_PROXY", "WASL_BUYER_DATA_MONTH"]);
  assert.deepEqual(readConfig({ ...live, WASL_S3_PREFIX: "a/" }).unknownSettings, []);
});

test("an empty variable counts as not set", () => {
  const { port, databaseUrl, secretKey } = readConfig({ PORT: "", DATABASE_URL: "", WASL_SECRET_KEY: "" });
  assert.deepEqual([port, databaseUrl, secretKey], [3000, null, null]);
});

test("secrets are not in what is printed of the settings", () => {
  const { variables, ...config } = readConfig({
    DATABASE_URL: "postgres://wasl:canary-1@db/wasl",
    WASL_SECRET_KEY: "canary-2".padEnd(32, "x"),
    SMTP_URL: "smtps://wasl:canary-3@mail",
  });
  assert.equal(variables["SMTP_URL"], "smtps://wasl:canary-3@mail");
  for (const printed of [JSON.stringify(config), inspect(config, { depth: 5 })])
    assert.doesNotMatch(printed, /canary/);
});

test("addresses lose the slash at their end", () => {
  const { webUrl, serverUrl } = readConfig({
    ...live,
    WASL_WEB_URL: "https://pay.example.sa//",
    WASL_API_URL: "https://api.example.sa/",
  });
  assert.deepEqual([webUrl, serverUrl], ["https://pay.example.sa", "https://api.example.sa"]);
});

test("simulators that run elsewhere are used, with their mail, and none are started beside them", () => {
  const of = (settings: Readonly<Record<string, string>>) => {
    const { simulatorUrl, startsSimulators, smtpUrl } = readConfig(settings);
    return [simulatorUrl, startsSimulators, smtpUrl?.reveal()];
  };
  assert.deepEqual(of({}), ["http://127.0.0.1:3001", true, "smtp://127.0.0.1:3002"]);
  const shared = "http://10.0.0.5:4001";
  assert.deepEqual(of({ SIM_URL: shared, SIM_PORT: "4001" }), [shared, false, "smtp://10.0.0.5:4002"]);
  assert.deepEqual(of({ SIM_PUBLIC_URL: shared }), [shared, true, "smtp://127.0.0.1:3002"]);
  assert.equal(readConfig({ SIM_URL: shared, PORT: "3001" }).port, 3001, "its own ports are not used");
  assert.equal(readConfig({ ...live }).startsSimulators, false);
});

test("notices are received where a pooler does not stand between, and nowhere with the built-in database", () => {
  const heardAt = (settings: Readonly<Record<string, string>>) =>
    readConfig(settings).databaseListenUrl?.reveal() ?? null;
  const [pooler, server] = ["postgres://wasl@127.0.0.1:6432/wasl", "postgres://wasl@127.0.0.1/wasl"];
  assert.equal(heardAt({}), null);
  assert.equal(heardAt({ DATABASE_LISTEN_URL: server }), null);
  assert.equal(heardAt({ DATABASE_URL: pooler }), pooler);
  assert.equal(heardAt({ DATABASE_URL: pooler, DATABASE_LISTEN_URL: server }), server);
});
