/**
 * How much may begin once there was too much. A late event loop is felt seconds after what made it late was let in, since a
 * payment is some thirty requests: to let in all again as soon as it is in time makes it late again (docs/decisions/0170).
 * So half of what began a second is let in afterwards, and a little more each second until it is late again.
 */

/** What is let in grows by so much a second. */
const growthPerSecond = 1.1;
/** One in five seconds at the least: otherwise nothing would tell that there is room again. */
const leastPerSecond = 0.2;
/** As good as no limit. */
const unlimitedPerSecond = 1_000;

/** Says of each request that begins something whether it may. */
export type Admission = (isTooMuch: boolean) => boolean;

/**
 * Makes one, without a limit at first.
 * @param now milliseconds of a clock that only goes forward
 */
export function createAdmission(now: () => number): Admission {
  let perSecond = Number.POSITIVE_INFINITY;
  let wasTooMuch = false;
  let saved = 0;
  let askedAt = now();
  const begun = countBegun();

  const grow = (seconds: number): void => {
    perSecond *= growthPerSecond ** seconds;
    if (perSecond > unlimitedPerSecond) perSecond = Number.POSITIVE_INFINITY;
    saved = Math.min(Math.max(1, perSecond), saved + perSecond * seconds);
  };

  return (isTooMuch) => {
    const at = now();
    const seconds = (at - askedAt) / 1_000;
    askedAt = at;
    if (isTooMuch) {
      // Once each time: what was let in before is still being done, and says nothing of the new limit.
      if (!wasTooMuch) perSecond = Math.max(leastPerSecond, Math.min(perSecond, begun.perSecond(at)) / 2);
      wasTooMuch = true;
      saved = 0;
      return false;
    }
    wasTooMuch = false;
    if (perSecond !== Number.POSITIVE_INFINITY) {
      grow(seconds);
      if (saved < 1) return false;
      saved -= 1;
    }
    begun.add(at);
    return true;
  };
}

/** What began a second, of this second and the one before. */
function countBegun(): { readonly add: (at: number) => void; readonly perSecond: (at: number) => number } {
  let second = 0;
  let [current, before] = [0, 0];
  const turn = (at: number): void => {
    const next = Math.floor(at / 1_000);
    if (next === second) return;
    before = next === second + 1 ? current : 0;
    current = 0;
    second = next;
  };
  return {
    add: (at) => {
      turn(at);
      current += 1;
    },
    perSecond: (at) => {
      turn(at);
      return Math.max(current, before);
    },
  };
}
