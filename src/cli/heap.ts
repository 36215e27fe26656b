/** How V8 keeps memory: what only the start has needed goes, compiled code stays. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back what loading the program has taken. V8 lets its space for young objects grow to some 50 MB meanwhile and
 * keeps it, almost empty, until there is much to do; under load it grows again. The process stands
 * still while it runs, once.
 */
export function releaseStartMemory(): void {
  // Only this kind of collection shrinks that space, and it is offered under this flag alone.
  setFlagsFromString("--expose-gc");
  const collect: (options: object) => void = runInNewContext("gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * Keeps compiled code while the program is idle. After some idle seconds V8 collects in a way that also drops the
 * shapes of objects that no request is using just then, and with them all code that was optimised for these: the
 * next requests took a third more processor time, for a minute of full load and longer (docs/decisions/0340).
 */
export function keepCompiledCode(): void {
  setFlagsFromString("--memory-reducer-gc-count=0");
}
