/**
 * Who may begin next where few can work at once: tenants take turns, none has more than its share, and what would wait too
 * long is refused instead of being held in memory.
 */
export interface FairQueueLimits {
  /** All that run at once. */
  readonly atOnce: number;
  /** Of one tenant. */
  readonly perTenant: number;
  /** Of one tenant, behind those that run. */
  readonly waitingPerTenant: number;
  /** Of all tenants. */
  readonly waiting: number;
}

/** Why a task was not taken: the tenant's own tasks are too many, or all tenants' together. */
export type Refusal = 'tenant' | 'all';

export interface FairQueue {
  /** Runs the task in its turn, or says at once that it will not. */
  run<T>(tenantId: string, task: () => Promise<T>): { readonly refused: Refusal } | { readonly done: Promise<T> };
}

interface Line {
  running: number;
  /** Counts up with each task of anybody: who was served longest ago is next, and who never was comes before. */
  lastBegun: number;
  readonly waiting: (() => void)[];
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;
  let begun = 0;

  function begin(line: Line, start: () => void): void {
    begun += 1;
    running += 1;
    line.running += 1;
    line.lastBegun = begun;
    start();
  }

  function next(): void {
    while (running < limits.atOnce) {
      const [line] = [...lines.values()]
        .filter((each) => each.waiting.length > 0 && each.running < limits.perTenant)
        .toSorted((a, b) => a.lastBegun - b.lastBegun);
      const start = line?.waiting.shift();
      if (!line || !start) return;
      waiting -= 1;
      begin(line, start);
    }
  }

  function end(tenantId: string, line: Line): void {
    running -= 1;
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(tenantId);
    next();
  }

  return {
    run(tenantId, task) {
      const line = lines.get(tenantId) ?? { running: 0, lastBegun: 0, waiting: [] };
      const free = running < limits.atOnce && line.running < limits.perTenant;
      if (!free && line.waiting.length >= limits.waitingPerTenant) return { refused: 'tenant' };
      if (!free && waiting >= limits.waiting) return { refused: 'all' };
      lines.set(tenantId, line);
      const turn = new Promise<void>((resolve) => {
        if (free) return begin(line, resolve);
        waiting += 1;
        line.waiting.push(resolve);
      });
      return { done: turn.then(task).finally(() => end(tenantId, line)) };
    },
  };
}
