/** The stream of events across servers of one database. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestApp } from "#test/app-harness.ts";
import { startServerProcess } from "#test/server-process.ts";

test("an event that one server writes is in a stream of another at once, not when the stream next looks by itself", async () => {
  await using app = await startTestApp();
  await using one = await startServerProcess(app);
  await using two = await startServerProcess(app);
  const authorization = `Bearer ${app.apiKey}`;
  const giveUp = new AbortController();
  const response = await fetch(`${two.url}/api/v1/events/stream`, {
    headers: { authorization },
    signal: giveUp.signal,
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = String((await reader?.read())?.value);
  assert.match(text, /^retry: /);
  const issued: string[] = [];
  for (const key of ["1", "2", "3"]) {
    const made = await fetch(`${one.url}/api/v1/invoices`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "idempotency-key": `stream-${key}` },
      body: JSON.stringify({ lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }] }),
    });
    assert.equal(made.status, 201);
    issued.push((await made.json()).orderNumber);
    while (!text.includes(`"orderNumber":"${issued.at(-1)}"`)) text += (await reader?.read())?.value;
  }
  // By itself a stream looks at each of its heartbeats: none came before the events.
  assert.ok(!text.includes(": still here"), text);
  const ids = [...text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id);
  assert.equal(new Set(ids).size, 3);
  assert.equal(ids.length, 3);
  giveUp.abort();
});
