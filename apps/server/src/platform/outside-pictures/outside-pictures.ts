/**
 * Pictures that lie elsewhere (a store's product, a franchise's logo) are fetched by the server and shown from here: a page's
 * policy can then name our own host alone, and whoever keeps the picture learns nothing about who looks at it. Only addresses
 * that are stored are asked, never one of a request, so this is nobody's proxy.
 */
import { exchange } from '@scanship/connector-kit/http/exchange';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { createFairQueue } from '../file-reading/fair-queue.ts';
import type { FileReader } from '../file-reading/file-reader.ts';
import { type Outcome, problem } from '../problem.ts';
import { MOST_OUTSIDE_BYTES } from './picture-bounds.ts';

export interface OutsidePicture {
  readonly bytes: Uint8Array;
  /** What the bytes are, whatever the other side said. */
  readonly contentType: string;
}

export interface OutsidePictures {
  /**
   * @param address as a row of this tenant holds it
   * Problems: `not_found` where it cannot be had or is no picture; `unavailable` when too many are being fetched.
   */
  read(who: { readonly tenantId: string }, address: string): Promise<Outcome<OutsidePicture>>;
  close(): Promise<void>;
}

export interface OutsidePicturesOptions {
  readonly files: FileReader;
  readonly clock: Clock;
  /** Where connections go, for tests; never a setting. */
  readonly dispatcher?: Dispatcher | undefined;
}

const DEADLINE_MS = 10_000;
const MOST_REDIRECTS = 3;
const HELD_BYTES = 64 * 1024 * 1024;
/** What an entry takes beside its bytes, so that failures count too. */
const ENTRY_BYTES = 1_024;
const FRESH_MS = 24 * 60 * 60_000;
/** A host that failed is left alone for so long, however many people look. */
const FAILED_MS = 5 * 60_000;
/** A tenant's four at once fit into its share of the threads that check them. */
const QUEUE = { atOnce: 16, perTenant: 4, waitingPerTenant: 400, waiting: 2_000 };
const RETRY_SECONDS = 5;

interface Held {
  readonly until: number;
  readonly size: number;
  readonly outcome: Outcome<OutsidePicture>;
}

/** Answered pictures, the one unused for longest first. */
const createShelf = () => {
  const held = new Map<string, Held>();
  let size = 0;
  const drop = (key: string): void => {
    size -= held.get(key)?.size ?? 0;
    held.delete(key);
  };
  return {
    get(key: string, now: number): Held | undefined {
      const found = held.get(key);
      if (!found) return undefined;
      held.delete(key);
      held.set(key, found);
      if (found.until > now) return found;
      drop(key);
      return undefined;
    },
    put(key: string, entry: Held): void {
      drop(key);
      held.set(key, entry);
      size += entry.size;
      for (const oldest of held.keys()) {
        if (size <= HELD_BYTES) return;
        drop(oldest);
      }
    },
  };
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What may be asked: nothing over plain HTTP, nothing with a name and password in it. */
const askable = (address: string, from?: URL): URL | undefined => {
  if (!URL.canParse(address, from?.href)) return undefined;
  const url = new URL(address, from);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
};

export function createOutsidePictures({ files, clock, dispatcher }: OutsidePicturesOptions): OutsidePictures {
  const connections = dispatcher ?? createOutboundDispatcher({ connections: 4, ports: [443] });
  const queue = createFairQueue(QUEUE);
  const shelf = createShelf();
  const asking = new Map<string, Promise<Outcome<OutsidePicture>>>();

  /** Bytes of an answer that says it is there, whatever they are. */
  async function fetched(address: string): Promise<Uint8Array | undefined> {
    let url = askable(address);
    const end = performance.now() + DEADLINE_MS;
    for (let hop = 0; url && hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await exchange(connections, {
        url,
        method: 'GET',
        headers: {
          'user-agent': 'ScanShip',
          accept: 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml',
          'accept-encoding': 'identity',
        },
        body: undefined,
        deadlineMs: end - performance.now(),
        signal: undefined,
        maxBytes: MOST_OUTSIDE_BYTES,
      });
      if (answer.kind === 'fault') return undefined;
      const packed = (answer.headers['content-encoding'] ?? 'identity') !== 'identity';
      if (answer.status === 200 && !packed) return answer.bytes;
      url = REDIRECTS.has(answer.status) ? askable(answer.headers['location'] ?? '', url) : undefined;
    }
    return undefined;
  }

  async function ask(tenantId: string, key: string, address: string): Promise<Outcome<OutsidePicture>> {
    const bytes = await fetched(address);
    const checked = bytes && (await files.read({ tenantId }, 'checkOutsidePicture', bytes));
    // Nothing is known of the picture while the threads are busy.
    if (checked?.ok === false && checked.problem.code === 'unavailable') return checked;
    const outcome: Outcome<OutsidePicture> =
      bytes && checked?.ok
        ? { ok: true, value: { bytes, contentType: checked.value.contentType } }
        : problem('not_found', { message: 'This picture cannot be shown.' });
    const size = ENTRY_BYTES + (outcome.ok ? outcome.value.bytes.byteLength : 0);
    shelf.put(key, { until: clock.now().getTime() + (outcome.ok ? FRESH_MS : FAILED_MS), size, outcome });
    return outcome;
  }

  return {
    async read({ tenantId }, address) {
      const key = `${tenantId} ${address}`;
      const held = shelf.get(key, clock.now().getTime());
      if (held) return held.outcome;
      const running = asking.get(key);
      if (running) return running;
      const turn = queue.run(tenantId, () => ask(tenantId, key, address));
      if ('refused' in turn) return problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
      const asked = turn.done.finally(() => asking.delete(key));
      asking.set(key, asked);
      return asked;
    },
    close: () => connections.close(),
  };
}
