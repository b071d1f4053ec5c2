/**
 * Rates of orders as they arrive, carrier by carrier. Held outside of the screens, because they are cleared when another
 * list is loaded (decisions 27) and shown again when a panel reopens.
 */
import { useSyncExternalStore } from 'react';
import type { QuoteEvent, QuoteRequest, RateDto, RateProblemDto } from '@scanship/contracts/shipping/quotes';
import { quoteStream } from '@scanship/contracts/shipping/quotes';
import { api } from '../../../app/api.ts';
import { ApiError, SupersededError } from '../../../lib/api-errors.ts';

export interface CarrierAnswer {
  readonly grantId: string;
  readonly carrierName: string;
  readonly test: boolean;
  /** Can be asked for duties and taxes. */
  readonly landedCost: boolean;
  readonly waiting: boolean;
}
export interface Rates {
  /** The request they answer, as text: other parcels need other rates. */
  readonly key: string;
  readonly request: QuoteRequest;
  /** Quote of each rate: a retry of one carrier makes another quote. */
  readonly quoteOf: ReadonlyMap<string, string>;
  /** Day of hand-over they are for, once the answer begins. */
  readonly shipDate?: string | undefined;
  readonly carriers: readonly CarrierAnswer[];
  readonly rates: readonly RateDto[];
  readonly problems: readonly RateProblemDto[];
  readonly running: boolean;
  readonly error: unknown;
}

const store = new Map<string, Rates>();
const running = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const put = (orderId: string, rates: Rates) => {
  store.set(orderId, rates);
  tell();
};

export const keyOf = (request: QuoteRequest): string => JSON.stringify(request);

/** One line of the stream laid over what is known; answers of a carrier replace its older ones. */
export function applyEvent(rates: Rates, event: QuoteEvent, quoteId: string): Rates {
  switch (event.type) {
    case 'started': {
      const known = new Set(event.carriers.map((c) => c.grantId));
      return {
        ...rates,
        shipDate: event.shipDate,
        carriers: [
          ...rates.carriers.filter((c) => !known.has(c.grantId)),
          ...event.carriers.map((c) => ({
            grantId: c.grantId,
            carrierName: c.carrierName,
            test: c.test,
            landedCost: c.landedCost ?? false,
            waiting: true,
          })),
        ],
        rates: rates.rates.filter((r) => !known.has(r.grantId)),
        problems: rates.problems.filter((p) => !known.has(p.grantId)),
      };
    }
    case 'carrier': {
      const quoteOf = new Map(rates.quoteOf);
      for (const rate of event.rates) quoteOf.set(rate.id, quoteId);
      return {
        ...rates,
        quoteOf,
        carriers: rates.carriers.map((c) => (c.grantId === event.grantId ? { ...c, waiting: false } : c)),
        rates: [...rates.rates.filter((r) => r.grantId !== event.grantId), ...event.rates],
        problems: [...rates.problems.filter((p) => p.grantId !== event.grantId), ...event.problems],
      };
    }
    case 'done':
      return { ...rates, running: false, carriers: rates.carriers.map((c) => ({ ...c, waiting: false })) };
    case 'error':
      return {
        ...rates,
        running: false,
        error: new ApiError(500, event.message, { code: event.code, reference: event.reference }),
      };
  }
}

/** Asks for rates; a newer request for the same order takes the place of the running one. */
export async function askRates(orderId: string, request: QuoteRequest, only?: string): Promise<void> {
  running.get(orderId)?.abort();
  const stop = new AbortController();
  running.set(orderId, stop);
  const key = keyOf(request);
  const before = store.get(orderId);
  let rates: Rates =
    only && before?.key === key
      ? { ...before, running: true, error: undefined }
      : { key, request, quoteOf: new Map(), carriers: [], rates: [], problems: [], running: true, error: undefined };
  put(orderId, rates);
  let quoteId = '';
  const mine = () => running.get(orderId) === stop;
  try {
    const body = only ? { ...request, grantIds: [only] } : request;
    for await (const event of api.lines(quoteStream, { body, signal: stop.signal })) {
      if (event.type === 'started') quoteId = event.quoteId;
      rates = applyEvent(rates, event, quoteId);
      if (mine()) put(orderId, rates);
    }
    if (rates.running && mine()) put(orderId, applyEvent(rates, { type: 'done', quoteId }, quoteId));
  } catch (error) {
    if (error instanceof SupersededError || !mine()) return;
    put(orderId, { ...rates, running: false, error, carriers: rates.carriers.map((c) => ({ ...c, waiting: false })) });
  }
}

export function clearRates(): void {
  for (const stop of running.values()) stop.abort();
  running.clear();
  if (store.size === 0) return;
  store.clear();
  tell();
}

/** Rates of one order are worthless once it was shipped. */
export function clearRatesOf(orderId: string): void {
  running.get(orderId)?.abort();
  running.delete(orderId);
  if (store.delete(orderId)) tell();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useRates = (orderId: string): Rates | undefined =>
  useSyncExternalStore(subscribe, () => store.get(orderId));
