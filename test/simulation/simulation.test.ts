/** As many seeds as fit into a test run; `npm run simulate` plays thousands. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { planOf } from "./plan.ts";
import { runPlan } from "./run-seed.ts";
import { openStage, type Stage } from "./stage.ts";

/** Other seeds than these are played outside the test run. */
const seeds = { from: 1, count: 200 };

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(async () => {
  await stage?.[Symbol.asyncDispose]();
});

test("whatever is lost, late, doubled or killed: money at the providers is money in the books, and nothing is stuck", async () => {
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed += 1) {
    const { problems, history } = await runPlan(stage, planOf(seed));
    assert.deepEqual(
      problems,
      [],
      `seed ${seed}: npm run simulate -- --from ${seed} --seeds 1\n${history.join("\n")}`,
    );
  }
});

test("a seed plays the same history every time", async () => {
  for (const seed of [3, 11, 10_755]) {
    const [once, again] = [await runPlan(stage, planOf(seed)), await runPlan(stage, planOf(seed))];
    assert.deepEqual([once.problems, again.problems], [[], []]);
    assert.deepEqual(again.history, once.history);
    assert.deepEqual(again.turns, once.turns);
  }
});
