/** Tasks in turns between tenants (platform/turns), where what would wait too long is refused instead of being held in memory. */
import { createTurns } from '../turns/turns.ts';

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

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const turns = createTurns({ places: limits.atOnce, most: limits.perTenant });
  const inTurn = async <T>(tenantId: string, task: () => Promise<T>): Promise<T> => {
    const leave = await turns.take(tenantId);
    try {
      return await task();
    } finally {
      leave();
    }
  };
  return {
    run(tenantId, task) {
      if (turns.waits(tenantId)) {
        if (turns.waiting(tenantId) >= limits.waitingPerTenant) return { refused: 'tenant' };
        if (turns.waiting() >= limits.waiting) return { refused: 'all' };
      }
      return { done: inTurn(tenantId, task) };
    },
  };
}
