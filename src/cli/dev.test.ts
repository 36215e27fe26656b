/** `npm run dev` as a process of its own, on a copy of the sources that the test changes under it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { freePort } from "#test/free-port.ts";
import { installDatabase } from "#test/installed-directory.ts";
import { processSettings } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";

const root = resolve(import.meta.dirname, "../..");

function copySources(to: string): void {
  for (const name of ["src", "package.json", "vite.config.ts", "tsconfig.json"])
    cpSync(join(root, name), join(to, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
}

/** Starts it and waits until it is ready, or has ended. */
async function startDevelopment(directory: string, environment: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(directory, "src/cli/wasl.mjs"), "dev"], {
    cwd: directory,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      NODE_TEST_CONTEXT: undefined,
      npm_lifecycle_event: undefined,
      // This copy is never loaded again: what is compiled of it would stay beside the real one's.
      NODE_DISABLE_COMPILE_CACHE: "1",
      DATABASE_URL: undefined,
      ...processSettings,
      WASL_ENV: environment,
      PORT: String(port),
      SIM_PORT: "0",
      SIM_SMTP_PORT: "0",
      DATA_DIR: join(directory, "data"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = Promise.all([once(child, "exit"), once(child, "close")]);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    complaint += part;
  });
  for await (const line of createInterface(child.stdout)) if (line.includes("Wasl is ready")) break;
  child.stdout.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    /** What it has complained of since the last time. */
    complaint: () => {
      const said = complaint;
      complaint = "";
      return said;
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [[code]] = await ended;
      return { code, complaint };
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function textOf(address: string): Promise<string> {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  return await response.text();
}

/** What the browser receives from the development server, one message after the other. */
async function listen(url: string) {
  const token = /wsToken = "([^"]+)"/.exec(await textOf(`${url}/@vite/client`))?.[1] ?? "";
  const socket = new WebSocket(`${url.replace("http", "ws")}/?token=${token}`, "vite-hmr");
  await once(socket, "open");
  return {
    next: async (type: string): Promise<void> => {
      for await (const [event] of on(socket, "message") as AsyncIterable<[MessageEvent<string>]>)
        if (JSON.parse(event.data).type === type) return;
    },
    close: () => socket.close(),
  };
}

let directory: ReturnType<typeof temporaryDirectory>;
before(async () => {
  directory = temporaryDirectory();
  copySources(directory.path);
  await installDatabase(join(directory.path, "data"));
});
after(() => directory[Symbol.dispose]());

// One program for all of them: its start takes longer than what is asked of it.
describe("while the program runs", () => {
  let program: Awaited<ReturnType<typeof startDevelopment>>;
  before(async () => {
    program = await startDevelopment(directory.path, "test");
  });
  after(async () => {
    await using running = program;
    assert.deepEqual(await running.stop(), { code: 0, complaint: "" });
  });

  test("a changed label is on the page without a new start, and open pages load again", async () => {
    const page = `${program.url}/?lang=en`;
    const file = join(directory.path, "src/web/i18n/common.en.json");
    const texts: { readonly homeIntro: string } = JSON.parse(readFileSync(file, "utf8"));
    assert.ok((await textOf(page)).includes(texts.homeIntro));

    const browser = await listen(program.url);
    const told = browser.next("full-reload");
    writeFileSync(file, JSON.stringify({ ...texts, homeIntro: "Changed under the program" }));
    await told;
    browser.close();
    const changed = await textOf(page);
    assert.ok(changed.includes("Changed under the program") && !changed.includes(texts.homeIntro));
    // What panels fetch later is compiled from the same files.
    assert.ok((await textOf(`${program.url}/i18n/en.json`)).includes("Changed under the program"));
  });

  test("the reference of all calls has its script without a build", async () => {
    assert.match(await textOf(`${program.url}/docs/api`), /src="\/docs\/reference\.js"/);
    const script = await fetch(`${program.url}/docs/reference.js`);
    assert.deepEqual(
      [script.status, script.headers.get("content-type")],
      [200, "text/javascript; charset=utf-8"],
    );
    assert.ok((await script.text()).length > 1_000_000);
  });

  test("the console on its own host comes from the sources, too", async () => {
    const { port } = new URL(program.url);
    const textOfConsole = async (path: string): Promise<string> => {
      const asked = request({ port, path, headers: { host: `console.localhost:${port}` } }).end();
      const [answer] = await once(asked, "response");
      return await text(answer);
    };
    assert.match(await textOfConsole("/src/console/main.tsx"), /createConsoleRouter/);
    assert.match(await textOfConsole("/@vite/client"), /vite-hmr/);
    assert.match(await textOfConsole("/sign-in"), /<form/);
  });

  test("the browser gets sources and packages, and nothing else of the project or of the data", async () => {
    assert.match(await textOf(`${program.url}/src/web/island/hydrate.ts`), /hydrateRoot/);
    for (const path of ["/package.json", "/data/secret.key", `/@fs${directory.path}/package.json`])
      assert.doesNotMatch(await textOf(program.url + path), /"dependencies"|BEGIN|^[\w+/=-]{40,}$/, path);
    // Vite says so, once to us and once of what it then did not load.
    let said = "";
    await until(() => {
      said += program.complaint();
      return said.match(/package\.json" is outside of Vite serving allow list\.\n/g)?.length === 2;
    });
  });
});

test("pages are not developed where buyers pay", async () => {
  await using program = await startDevelopment(directory.path, "stage");
  const { code, complaint } = await program.stop();
  assert.equal(code, 1);
  assert.match(complaint, /developed in the local environment, not in stage/);
});
