/**
 * What a plan knows of its accounts' limits while it is made: who has asked us to wait, whose turn comes when, and how long an
 * account will hold up the orders that want it. Kept for one turn of the worker; the quota itself is the database's.
 */
import type { BatchWait } from '../batch-rows.ts';

interface LimitedAccount {
  readonly grantId: string;
  readonly carrierName: string;
  readonly manifest: { readonly quota: { readonly calls: number; readonly perMs: number } };
}

export interface AccountLimits {
  /** Milliseconds until the account may be asked again; undefined: it may be asked now. */
  restsFor(grantId: string): number | undefined;
  /** The account asked us to wait. */
  refused(grantId: string, waitMs: number): void;
  /** An order is about to ask these accounts, or waits for them. */
  wanted(grantIds: readonly string[]): void;
  /**
   * Lines an order up at the first of the accounts it waits for; it is asked what it can be then, and lined up for the others. One
   * that rests for minutes holds up no answer of another. @returns milliseconds until its turn
   */
  turnAt(grantIds: readonly string[]): number;
  /** Accounts that hold the plan up by more than a few moments, the slowest first. @param left orders without a plan */
  forecast(left: number): readonly BatchWait[];
}

/** A plan of so many seconds needs no excuse. */
const WORTH_SAYING_MS = 20_000;

/** @param keepFree part of each quota that stays for people at their screens */
export function createAccountLimits(
  accounts: readonly LimitedAccount[],
  keepFree: number,
  now: () => number = () => performance.now(),
): AccountLimits {
  const began = now();
  const byId = new Map(accounts.map((account) => [account.grantId, account]));
  const restingUntil = new Map<string, number>();
  const linedUp = new Map<string, number>();
  const wants = new Map<string, number>();
  let looked = 0;

  const restsFor = (grantId: string): number | undefined => {
    const ms = (restingUntil.get(grantId) ?? -Infinity) - now();
    return ms > 0 ? ms : undefined;
  };
  const perCall = (grantId: string): number => {
    const quota = byId.get(grantId)?.manifest.quota;
    return quota ? quota.perMs / quota.calls : 0;
  };

  return {
    restsFor,
    refused(grantId, waitMs) {
      restingUntil.set(grantId, Math.max(restingUntil.get(grantId) ?? -Infinity, now() + waitMs));
    },
    wanted(grantIds) {
      looked += 1;
      for (const id of grantIds) wants.set(id, (wants.get(id) ?? 0) + 1);
    },
    turnAt(grantIds) {
      const turns = grantIds.map((id) => ({ id, ms: (restsFor(id) ?? 0) + (linedUp.get(id) ?? 0) * perCall(id) }));
      const [first] = turns.toSorted((a, b) => a.ms - b.ms);
      if (!first) return 0;
      linedUp.set(first.id, (linedUp.get(first.id) ?? 0) + 1);
      return first.ms;
    },
    forecast(left) {
      const waits = accounts.flatMap(({ grantId, carrierName, manifest: { quota } }): BatchWait[] => {
        const seen = wants.get(grantId) ?? 0;
        if (seen === 0) return [];
        const orders = Math.round((left * seen) / looked);
        const rests = restsFor(grantId);
        // What is left of the calls that may be made at once, as long as nobody has said that there are none.
        const free =
          rests === undefined
            ? Math.max(0, quota.calls * (1 - keepFree) - seen + (now() - began) / perCall(grantId))
            : 0;
        const ms = (rests ?? 0) + Math.max(0, orders - free) * perCall(grantId);
        return ms < WORTH_SAYING_MS
          ? []
          : [{ grantId, carrierName, calls: quota.calls, perMs: quota.perMs, orders, seconds: Math.ceil(ms / 1_000) }];
      });
      return waits.toSorted((a, b) => b.seconds - a.seconds || (a.grantId < b.grantId ? -1 : 1));
    },
  };
}
