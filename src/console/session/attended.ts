/** Whether somebody is at the screen: what it asks for by itself must not keep the session of a person who has left. */

const minuteMs = 60_000;
let lastInputAt = Date.now();

/** Notes each press and each key, from now on. */
export function watchInput(): void {
  const note = (): void => {
    lastInputAt = Date.now();
  };
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, note, { capture: true });
}

/** No press and no key for a minute. */
export function isUnattended(): boolean {
  return Date.now() - lastInputAt > minuteMs;
}
