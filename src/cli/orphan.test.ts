import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

/** A program that says its process id, then waits to be orphaned; it gives up automatically in the end. */
const program = `
  import { whenOrphaned } from ${JSON.stringify(import.meta.resolve("./orphan.ts"))};
  whenOrphaned(() => { console.log("orphaned"); process.exit(0); });
  setTimeout(() => process.exit(1), 20_000);
  console.log("ready");`;

test("a program whose shell is ended by a signal receives it, as under npm", async () => {
  // The second command keeps any shell from putting the program in its own place.
  const shell = spawn(
    "/bin/sh",
    ["-c", '"$0" --input-type=module -e "$1"; true', process.execPath, program],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (text.includes("ready")) shell.kill("SIGTERM");
  });
  // The pipe closes when the program has ended, too.
  await once(shell, "close");
  assert.equal(output, "ready\norphaned\n");
});
