/**
 * Somebody else at work while files come in, in a process of its own: a call every 20 ms, whatever became of the ones before.
 * Asked for `watch` it begins to measure, asked for `told` it answers the longest wait and what the server's own thread did
 * meanwhile.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { getProfile } from '@scanship/contracts/access/auth';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { DEMO_PASSWORD } from '../support/demo.ts';
import { signInAs } from '../support/seller.ts';

export interface Watched {
  readonly calls: number;
  readonly failed: number;
  /** Of one call, from the moment it was due. Milliseconds. */
  readonly longest: number;
  readonly p99: number;
  /** During the longest call: what the thread that answers computed, and how long it waited for a core. Milliseconds. */
  readonly computed: number;
  readonly queued: number;
}

const EVERY_MS = 20;
const [origin = '', pid = ''] = process.argv.slice(2);
const person = await signInAs({ origin, userName: 'corner', password: DEMO_PASSWORD, connections: 64 });

/** Time on a core and time waiting for one, of the server's first thread; zeros where there is no /proc. */
function threadTimes(): readonly [number, number] {
  if (process.platform !== 'linux') return [0, 0];
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return [ran / 1e6, waited / 1e6];
}

interface Wait {
  readonly ms: number;
  readonly computed: number;
  readonly queued: number;
}
let waits: Wait[] = [];
let failed = 0;
let round = 0;

async function call(due: number): Promise<void> {
  round += 1;
  const [ran, queued] = threadTimes();
  const answer =
    round % 2 === 0 ? await person.call(getProfile) : await person.call(listOrders, { body: { defaultFilter: true } });
  if (answer.status !== 200) failed += 1;
  const [ranNow, queuedNow] = threadTimes();
  waits.push({ ms: performance.now() - due, computed: ranNow - ran, queued: queuedNow - queued });
}

const under = new Set<Promise<void>>();
let due = performance.now();
const tick = (): void => {
  for (; due <= performance.now(); due += EVERY_MS) {
    const going = call(due);
    under.add(going);
    void going.finally(() => under.delete(going));
  }
  setTimeout(tick, Math.max(0, due - performance.now()));
};
tick();

async function told(): Promise<Watched> {
  await Promise.allSettled(under);
  const sorted = waits.toSorted((a, b) => b.ms - a.ms);
  const [longest] = sorted;
  return {
    calls: waits.length,
    failed,
    longest: longest?.ms ?? Number.NaN,
    p99: sorted[Math.floor(sorted.length / 100)]?.ms ?? Number.NaN,
    computed: longest?.computed ?? 0,
    queued: longest?.queued ?? 0,
  };
}

function watch(): 'watching' {
  waits = [];
  failed = 0;
  return 'watching';
}

async function answer(asked: 'watch' | 'told' | 'end'): Promise<void> {
  if (asked === 'end') process.exit(0);
  process.send?.(asked === 'told' ? await told() : watch());
}
process.on('message', (asked: 'watch' | 'told' | 'end') => void answer(asked));
process.send?.('ready');
