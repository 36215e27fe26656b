/** A test reporter that says one thing: the name of each test that failed, one JSON string per line. */
import type { TestEvent } from "node:test/reporters";

/** For `node --test --test-reporter`. */
export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events)
    if (event.type === "test:fail") yield `${JSON.stringify(event.data.name)}\n`;
}
