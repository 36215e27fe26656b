import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { startFailure } from "./start-failure.ts";

/** What Node says of an address that nothing can listen on. */
async function failureOf(port: number, host: string): Promise<Error> {
  return await new Promise((resolve, reject) => {
    const server = createServer().once("error", resolve);
    server.listen(port, host, () => server.close(() => reject(new Error("it listens"))));
  });
}

test("an address of another machine, and a name that does not exist, are reported as settings", async () => {
  for (const [host, environment] of [
    ["192.0.2.7", { HOST: "192.0.2.7" }],
    ["nobody.invalid", { SIM_HOST: "nobody.invalid" }],
  ] as const) {
    const sentence = startFailure(await failureOf(0, host), environment);
    assert.match(sentence, /^HOST or SIM_HOST is no address of this machine \(.*\)\. See docs/, host);
  }
});

test("a port that is taken, and one that this user may not have, are reported as settings", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as { readonly port: number };
  const taken = startFailure(await failureOf(port, "127.0.0.1"), {});
  holder.close();
  assert.match(taken, new RegExp(`^Port ${port} is taken by another program\\. Set PORT, SIM_PORT`));
  const ofMetrics = { WASL_METRICS_PORT: String(port) };
  const takenByMetrics = startFailure(
    Object.assign(new Error("listen"), { code: "EADDRINUSE", port }),
    ofMetrics,
  );
  assert.match(takenByMetrics, /Set WASL_METRICS_PORT to a free one/);
  // Only somebody who is not root hears this from Node.
  const denied = Object.assign(new Error("listen EACCES: permission denied 0.0.0.0:80"), {
    code: "EACCES",
    syscall: "listen",
    port: 80,
  });
  assert.match(startFailure(denied, {}), /^This user may not listen on port 80\. Set PORT, .* above 1023/);
});

test("a name that is the database's, and a file that may not be read, keep their own words", () => {
  const elsewhere = Object.assign(new Error("getaddrinfo ENOTFOUND db"), {
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
    hostname: "db",
  });
  assert.equal(startFailure(elsewhere, { HOST: "0.0.0.0" }), "getaddrinfo ENOTFOUND db");
  const unread = Object.assign(new Error("EACCES: permission denied, open"), {
    code: "EACCES",
    syscall: "open",
  });
  assert.equal(startFailure(unread, {}), "EACCES: permission denied, open");
  assert.equal(startFailure("stopped", {}), "stopped");
});
