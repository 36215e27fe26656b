/**
 * Notices that npm has gone. npm passes a signal on to the shell that it started us by, and a shell such as dash dies
 * of it without telling us: the server would continue with no process to stop it.
 */

const lookEveryMs = 250;

/** Calls `then` once when the process that started this one has ended. Keeps no process alive. */
export function whenOrphaned(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, lookEveryMs);
  timer.unref();
}
