/** A seller who repeats what got no answer, with the same key, as a browser and a person do; what was repeated is kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Input, Seller } from '../../support/seller.ts';

export interface Missed {
  readonly at: number;
  /** "POST /shipment/create: 503 unavailable" */
  readonly what: string;
  readonly status: number;
}

const PATIENCE_MS = 180_000;
const PAUSE_MS = 500;

/** The proxy found no web, the product could not answer at the moment, or it works on the very request. */
const again = ({ status, refusal }: Answer<unknown>): boolean =>
  refusal !== undefined &&
  ((status >= 500 && ['', 'unavailable', 'internal'].includes(refusal.code)) || refusal.code === 'request_running');

export function patient(seller: Seller, missed: Missed[]): Seller {
  const call: Seller['call'] = async (wanted, input = {}) => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const at = Date.now();
      const answer = await seller.call(wanted, input).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && !again(answer)) return answer;
      const why = typeof answer === 'string' ? answer : `${answer.status} ${answer.refusal?.code ?? ''}`;
      const status = typeof answer === 'string' ? 0 : answer.status;
      // That the first of two equal requests is still worked on is no fault.
      if (typeof answer === 'string' || answer.refusal?.code !== 'request_running')
        missed.push({ at, status, what: `${wanted.method} ${wanted.path}: ${why}` });
      if (Date.now() > end) throw new Error(`${wanted.path} got no answer in ${PATIENCE_MS / 1_000} s: ${why}`);
      await sleep(PAUSE_MS);
    }
  };
  return {
    ...seller,
    call,
    async must(wanted, input: Input<typeof wanted> = {}) {
      const answer = await call(wanted, input);
      if (answer.data === undefined || answer.data === null)
        throw new Error(`${wanted.path} answered ${answer.status} ${answer.refusal?.code ?? ''}`);
      return answer.data;
    },
  };
}
