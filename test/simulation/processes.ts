/** Our processes in a world: they begin, die at a turn that the plan names, are frozen, and begin again. */
import type { Http } from "#core/ports.ts";
import { type Connection, takeBack } from "./lent-connections.ts";
import { beginLife, type Life } from "./node.ts";
import { createRandom } from "./random.ts";
import type { Owner, Parked, Scheduler } from "./scheduler.ts";
import type { Timeline } from "./timeline.ts";

/** Dies at the n-th turn that it takes from now on, before or after the turn is done. */
export type Crash = { readonly turns: number; readonly isAfter: boolean; readonly downMs: number };

export type Processes = {
  /** By node; null while one is down. */
  readonly lives: readonly (Life | null)[];
  readonly begin: (node: number) => void;
  readonly crashAt: (node: number, crash: Crash) => void;
  readonly onTurn: (parked: Parked, isDone: boolean) => Promise<void>;
  /** From now on no process dies or is frozen, and their clocks are right. */
  readonly calm: () => void;
  readonly end: () => Promise<void>;
};

export type ProcessesParts = {
  readonly seed: number;
  /** Identifiers are other ones in every world of a database; nothing is decided by them. */
  readonly place: number;
  readonly nodes: number;
  readonly free: Connection[];
  readonly timeline: Timeline;
  readonly scheduler: () => Scheduler;
  readonly httpOf: (owner: Owner) => Http;
  readonly note: (line: string) => void;
  /** Receives the errors that a process logs. */
  readonly onError: (name: string, line: string) => void;
};

type Doom = Omit<Crash, "turns"> & { readonly life: Life; turns: number };

export function createProcesses(parts: ProcessesParts): Processes {
  const { seed, nodes, free, timeline, scheduler, note } = parts;
  const lives: (Life | null)[] = [];
  const dooms: Doom[] = [];
  let begun = 0;

  const begin = (node: number): void => {
    begun += 1;
    const name = `node ${node + 1}${begun > nodes ? ` (life ${begun})` : ""}`;
    if (begun > nodes) note(`${name} begins`);
    lives[node] = beginLife({
      name,
      timeline,
      scheduler: scheduler(),
      random: createRandom(`${seed} ids ${begun} ${parts.place}`),
      free,
      httpOf: parts.httpOf,
      onLogLine: (line) => parts.onError(name, line),
    });
  };
  const endLife = async (life: Life): Promise<void> => {
    life.die();
    await takeBack(life.connections, { free, ended: () => scheduler().drop(life) });
  };
  const kill = async ({ life, downMs }: Doom): Promise<void> => {
    note(`${life.name} dies`);
    const node = lives.indexOf(life);
    lives[node] = null;
    await endLife(life);
    timeline.at(timeline.now() + downMs, () => begin(node));
  };
  return {
    lives,
    begin,
    crashAt: (node, crash) => {
      const life = lives[node];
      if (life) dooms.push({ life, ...crash });
    },
    onTurn: async ({ owner }, isDone) => {
      const doom = dooms.find(({ life }) => life === owner && !life.isDead);
      if (!doom || doom.isAfter !== isDone) return;
      doom.turns -= 1;
      if (doom.turns < 0) await kill(doom);
    },
    calm: () => {
      dooms.length = 0;
      for (const life of lives) if (life) Object.assign(life, { pausedUntil: 0, aheadMs: 0 });
    },
    end: async () => {
      for (const life of lives) if (life) await endLife(life);
    },
  };
}
