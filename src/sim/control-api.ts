/**
 * The control API of all simulators, under `/_control` on the same port, and the page for people at `/`. Calls take
 * JSON from tests and forms from the page; a form is answered with a redirect back to the page.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { SimulatorClock } from "./clock.ts";
import { controlPage } from "./control-page.ts";
import type { Journal } from "./journal.ts";
import type { MountedSimulator } from "./kit.ts";
import { strictParse } from "./strict.ts";

export type ControlParts = {
  readonly mounted: readonly MountedSimulator[];
  readonly clock: SimulatorClock;
  readonly journal: Journal;
};

/** Numbers arrive as text from the page's forms, and its empty fields mean "not given". */
const formNumber = (maximum: number) => z.coerce.number().int().min(0).max(maximum);
const orAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const faultSchema = z.strictObject({
  simulator: z.string(),
  fault: z.string(),
  times: orAbsent(formNumber(1_000_000).min(1)),
  operation: orAbsent(z.string()),
  delayMs: orAbsent(formNumber(600_000)),
});
const clockSchema = z.strictObject({ advanceMs: formNumber(10 * 365 * 86_400_000) });
const filterSchema = z.object({ simulator: z.string().optional(), orderId: z.string().optional() });

/** Used by delay_ms when the tester names no length. */
const defaultDelayMs = 3_000;

/** Adds the control routes. Refusals are 400 with `{error}`, a sentence that names the field. */
export function registerControlApi(app: FastifyInstance, parts: ControlParts): void {
  const { mounted, clock, journal } = parts;

  app.get("/", async (_request, reply) => {
    const page = controlPage(parts);
    return reply
      .code(page.status)
      .headers({ ...page.headers })
      .type("text/html; charset=utf-8")
      .send(page.body);
  });

  app.post("/_control/reset", async (request, reply) => {
    clock.reset();
    journal.clear();
    for (const one of mounted) {
      one.faults.clear();
      one.state.reset();
    }
    return done(request, reply, { ok: true });
  });

  app.get("/_control/state", async () => ({
    clock: { now: clock.now(), offsetMs: clock.offsetMs() },
    simulators: Object.fromEntries(
      mounted.map((one) => [one.simulator.name, { faults: one.faults.list(), stores: one.state.dump() }]),
    ),
  }));

  registerFaults(app, mounted);

  app.post("/_control/clock", async (request, reply) => {
    const parsed = strictParse(clockSchema, request.body);
    if (!parsed.ok) return refuse(reply, `${parsed.failure.kind} field: ${parsed.failure.field}`);
    clock.advance(parsed.value.advanceMs);
    return done(request, reply, { ok: true, now: clock.now(), offsetMs: clock.offsetMs() });
  });

  app.get("/_control/journal", async (request) => ({ entries: journal.list(chosen(request).simulator) }));

  app.get("/_control/ledger", async (request) => {
    const { simulator, orderId } = chosen(request);
    const wanted = mounted.filter((one) => simulator === undefined || simulator === one.simulator.name);
    return { entries: wanted.flatMap((one) => one.ledger.list(orderId)).sort((a, b) => a.at - b.at) };
  });
}

/** The simulator and the order that a request is limited to. */
function chosen(request: FastifyRequest): z.infer<typeof filterSchema> {
  return filterSchema.parse(request.query);
}

function registerFaults(app: FastifyInstance, mounted: readonly MountedSimulator[]): void {
  app.post("/_control/faults", async (request, reply) => {
    const parsed = strictParse(faultSchema, request.body);
    if (!parsed.ok) return refuse(reply, `${parsed.failure.kind} field: ${parsed.failure.field}`);
    const { simulator, fault, times = 1, operation } = parsed.value;
    const one = mounted.find((each) => each.simulator.name === simulator);
    if (one === undefined) return refuse(reply, `no simulator named ${simulator}`);
    const known = one.simulator.describe();
    if (!Object.hasOwn(known.faults, fault)) return refuse(reply, `${simulator} has no fault ${fault}`);
    if (operation !== undefined && !known.operations.includes(operation)) {
      return refuse(reply, `${simulator} has no operation ${operation}`);
    }
    const delayMs = fault === "delay_ms" ? (parsed.value.delayMs ?? defaultDelayMs) : undefined;
    one.faults.arm({ fault, times, operation, delayMs });
    return done(request, reply, { ok: true, faults: one.faults.list() });
  });

  const clearFaults = async (request: FastifyRequest, reply: FastifyReply) => {
    const { simulator } = chosen(request);
    for (const one of mounted)
      if (simulator === undefined || simulator === one.simulator.name) one.faults.clear();
    return done(request, reply, { ok: true });
  };
  app.delete("/_control/faults", clearFaults);
  // Forms cannot send DELETE.
  app.post("/_control/faults/clear", clearFaults);
}

function done(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isForm ? reply.redirect("/", 303) : reply.send(body);
}

function refuse(reply: FastifyReply, error: string): FastifyReply {
  return reply.code(400).send({ error });
}
