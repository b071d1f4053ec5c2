/**
 * Works off comparisons: a page of the carrier's list at a time, each kept with its place before the next is asked for, so that one
 * that is cut off goes on where it stopped, here or in another process. Nothing is asked inside a transaction.
 */
import { inSpan } from '@scanship/connector-kit/spans';
import { runListLabels } from '@scanship/connector-kit/steps/run-question';
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { GrantOpener, OpenGrant } from '../carriers/index.ts';
import { finishRun } from './finish-run.ts';
import { keepPage } from './keep-page.ts';
import { planRuns } from './plan-runs.ts';
import { Hung, jobSpan, LeaseLost } from '../../platform/jobs/leased-rows.ts';
import { failRun, type HeldRun, leasedRuns, putOffRun, readRun, type RunRow } from './run-rows.ts';
import type { Naming } from './tell-findings.ts';

export interface WorkerTimes {
  /** How often is looked for what is due. Milliseconds. */
  readonly sweepMs?: number | undefined;
  /** Renewed while a comparison gets on. Milliseconds. */
  readonly leaseMs?: number | undefined;
  /** After so long without a sign it is left behind. Milliseconds. */
  readonly hungMs?: number | undefined;
  /** First pause after a question without an answer; doubles. Milliseconds. */
  readonly firstPauseMs?: number | undefined;
  /** Labels a page at most; absent: as many as the carrier gives. */
  readonly pageSize?: number | undefined;
  /** So long one comparison is gone on with before others have their turn. Milliseconds. */
  readonly turnMs?: number | undefined;
}

export interface WorkerDeps extends Naming {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly journal: Pick<Journal, 'askNow'>;
  readonly grants: GrantOpener;
  /** Carriers that list their labels. */
  readonly listing: readonly string[];
  /** Accounts of simulators and sandboxes are compared by night too, because there are no others. */
  readonly withTest: boolean;
  readonly quietMs: number;
  readonly times?: WorkerTimes | undefined;
}

export interface LabelWorker {
  /** Plans what the night has come for, and works off all that is due; answers how many turns comparisons had. */
  look(): Promise<number>;
  /** Goes on with what was just begun, without waiting for it. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Part of an account's calls that stays for people. */
const KEEP_FREE = 0.5;
const SWEEP_MS = 60_000;
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 60_000;
const TURN_MS = 60_000;
/** Tries in a row without an answer, over about an hour, after which it has failed; the next night tries again. */
const MOST_TRIES = 6;
/** Comparisons at once in this process. */
const AT_ONCE = 3;

type Asked = { readonly ok: true } | { readonly ok: false; readonly problem: ConnectorProblem };

const NO_ACCOUNT = 'This account cannot be opened: it was paused or disconnected.';

export function createLabelWorker(deps: WorkerDeps): LabelWorker {
  const { db, log, times = {} } = deps;
  const leaseMs = times.leaseMs ?? LEASE_MS;
  const halt = { asked: false };
  const runs = leasedRuns(db, leaseMs, times.hungMs);
  const finishing = { db, leaseMs, nameOf: deps.nameOf };

  /** Asks for the pages that are left and keeps them. */
  async function readPages(run: HeldRun, grant: OpenGrant): Promise<Asked> {
    const carrier = await grant.load();
    const env = await grant.environment({ kind: 'labels', id: run.accountId }, { keepFree: KEEP_FREE });
    const showsReferences = grant.manifest.labelList?.reference ?? false;
    const begun = performance.now();
    const isOver = (): boolean => performance.now() - begun > (times.turnMs ?? TURN_MS);
    for (let page = 0; ; page += 1) {
      const row = await db.tenant(run, (tx) => readRun(tx, run), { readOnly: true });
      if (row.readWhole || halt.asked || (page > 0 && isOver())) return { ok: true };
      const listed = await runListLabels(
        carrier,
        { since: row.since, cursor: row.nextPage, size: times.pageSize },
        env,
      );
      if (!listed.ok) return { ok: false, problem: listed.problem };
      const open = await keepPage(db, run, row, listed.value, { showsReferences, leaseMs });
      for (const ref of open) await deps.journal.askNow(ref);
    }
  }

  async function goOn(run: HeldRun): Promise<void> {
    const owner = { tenantId: run.tenantId };
    const opened = await deps.grants.open(owner);
    const grant = opened.find((each) => each.accountId === run.accountId && each.ownerTenantId === run.tenantId);
    if (!grant) return void (await failRun(db, run, NO_ACCOUNT));
    const asked = await readPages(run, grant).catch((error: unknown): Asked => {
      // Opening the account says in this way that credentials or the simulator are missing; anything else is ours.
      if (!(error instanceof ConnectorError)) throw error;
      return { ok: false, problem: error.problem };
    });
    const row = await db.tenant(run, (tx) => readRun(tx, run), { readOnly: true });
    // Our own share of the quota running out says nothing about the account.
    if (asked.ok || asked.problem.kind !== 'quota') grant.note(asked.ok ? undefined : asked.problem);
    if (!asked.ok) return without(run, row, asked.problem);
    // Its turn ended between two pages: whatever waits longer is first, then it goes on, here or elsewhere.
    if (!row.readWhole) return void (await putOffRun(db, run, 0, false));
    await finishRun(finishing, run, row, {
      carrierName: grant.carrierName,
      showsReferences: grant.manifest.labelList?.reference ?? false,
    });
  }

  /** No answer: tried again later, unless the next answer would be the same. */
  async function without(run: HeldRun, row: RunRow, said: ConnectorProblem): Promise<void> {
    const final = said.kind === 'not-authorised' || said.kind === 'refused' || said.kind === 'invalid-input';
    const quota = said.kind === 'quota';
    if (final || (!quota && row.tries + 1 >= MOST_TRIES)) return void (await failRun(db, run, said.message));
    const pause = (times.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** row.tries;
    await putOffRun(db, run, Math.max(said.retryAfterMs ?? 0, pause), !quota);
  }

  async function work(run: HeldRun): Promise<void> {
    try {
      await goOn(run);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      log.error({ err: error, runId: run.id }, 'a comparison of labels broke off; it goes on later');
      const row = await db.tenant(run, (tx) => readRun(tx, run), { readOnly: true });
      if (row.tries + 1 >= MOST_TRIES)
        await failRun(db, run, 'This comparison broke off again and again. Support can see why.');
      else await putOffRun(db, run, (times.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** row.tries, true);
    }
  }

  const lanes = new Set<Promise<number>>();
  /** One more at a time in this process. */
  function openLane(): void {
    const going = lane()
      .catch((error: unknown) => {
        log.error({ err: error }, 'a comparison of labels could not be taken up');
        return 0;
      })
      .finally(() => lanes.delete(going));
    lanes.add(going);
  }

  async function lane(): Promise<number> {
    let taken = 0;
    while (!halt.asked) {
      const run = await runs.take();
      if (!run) break;
      taken += 1;
      await inSpan(jobSpan('label_runs', run), () => keep(run));
    }
    return taken;
  }

  async function keep(run: HeldRun): Promise<void> {
    const going = runs.keep(run, (error) =>
      log.warn({ err: error, runId: run.id }, 'the lease of a comparison of labels could not be renewed'),
    );
    try {
      await going.during(work({ ...run, sign: going.sign }));
    } catch (error) {
      if (!(error instanceof Hung)) throw error;
      // Its lease lapses, and whoever comes first goes on with the page it stands at.
      log.error({ err: error, runId: run.id }, 'a comparison of labels makes no progress');
    } finally {
      going.stop();
    }
  }

  /** What is planned is begun without waiting for it: a long comparison keeps no other from being planned. */
  async function begin(): Promise<void> {
    await planRuns(db, { ...deps, now: deps.clock.now() });
    while (lanes.size < AT_ONCE && !halt.asked) openLane();
  }

  async function look(): Promise<number> {
    await begin();
    const taken = await Promise.all(lanes);
    return taken.reduce((sum, each) => sum + each, 0);
  }

  const sweep = createSweep(
    {
      log,
      everyMs: times.sweepMs ?? SWEEP_MS,
      firstMs: 5_000,
      name: 'label-comparisons',
      failed: 'comparisons of labels could not be looked for',
    },
    begin,
  );
  return {
    look,
    // However many are at it: a person waits for this one.
    wake: openLane,
    start: () => sweep.start(),
    async stop() {
      halt.asked = true;
      await sweep.stop();
      await Promise.all(lanes);
    },
  };
}
