/**
 * Who is next where few have room at once, such as the connections of the pool. Each is asked for in somebody's name: while others
 * wait, whoever holds the fewest is next, and of these whoever was served longest ago, so that a thousand wishes of one do not stand
 * in front of the first of another. Nobody holds the last places, which are kept for whoever comes next.
 */
export interface TurnsOptions {
  readonly places: number;
  /** That one may hold, also while nobody else waits. */
  readonly most: number;
  /** Longest wait for a place in milliseconds; then `take` throws. Absent: for ever. */
  readonly withinMs?: number | undefined;
}

export interface Turns {
  /** Waits for a place. @returns how to give it back, once. @throws TurnTooLate */
  take(who: string): Promise<() => void>;
  /** Whether `take` would wait. */
  waits(who: string): boolean;
  /** How many wait: in this name, or all. */
  waiting(who?: string): number;
}

/** Nothing was free for so long that whoever asked is better told. */
export class TurnTooLate extends Error {
  override name = 'TurnTooLate';
}

interface Line {
  held: number;
  /** Counts up with each place that anybody gets: 0 is whoever got none yet. */
  lastServed: number;
  readonly waiting: (() => void)[];
}

export function createTurns({ places, most, withinMs }: TurnsOptions): Turns {
  const lines = new Map<string, Line>();
  let held = 0;
  let served = 0;
  let waiting = 0;

  function serve(line: Line): void {
    served += 1;
    held += 1;
    line.held += 1;
    line.lastServed = served;
  }

  function next(): void {
    while (waiting > 0 && held < places) {
      let first: Line | undefined;
      for (const line of lines.values())
        if (line.waiting.length > 0 && line.held < most && (!first || isBefore(line, first))) first = line;
      const start = first?.waiting.shift();
      if (!first || !start) return;
      waiting -= 1;
      serve(first);
      start();
    }
  }

  function forget(who: string, line: Line): void {
    if (line.held === 0 && line.waiting.length === 0) lines.delete(who);
  }

  function placeOf(who: string, line: Line): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      held -= 1;
      line.held -= 1;
      forget(who, line);
      next();
    };
  }

  const isFree = (line: Line | undefined): boolean => held < places && (line?.held ?? 0) < most;

  return {
    async take(who) {
      const line = lines.get(who) ?? { held: 0, lastServed: 0, waiting: [] };
      lines.set(who, line);
      if (isFree(line)) serve(line);
      else await wait(who, line);
      return placeOf(who, line);
    },
    waits: (who) => !isFree(lines.get(who)),
    waiting: (who) => (who === undefined ? waiting : (lines.get(who)?.waiting.length ?? 0)),
  };

  function wait(who: string, line: Line): Promise<void> {
    waiting += 1;
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer =
        withinMs === undefined
          ? undefined
          : setTimeout(() => {
              line.waiting.splice(line.waiting.indexOf(start), 1);
              waiting -= 1;
              forget(who, line);
              reject(new TurnTooLate(`no place within ${withinMs} ms`));
            }, withinMs);
      line.waiting.push(start);
    });
  }
}

const isBefore = (a: Line, b: Line): boolean => a.held < b.held || (a.held === b.held && a.lastServed < b.lastServed);
