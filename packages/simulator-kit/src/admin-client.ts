/** The admin API from a test or judge, over real HTTP, so that it works on a host in another process too. */
import type { BookEntry } from './books.ts';
import type { FaultInput } from './faults.ts';
import type { SimPush } from './simulator.ts';

export interface SimulatorAdmin {
  setFaults(slug: string, faults: readonly FaultInput[]): Promise<void>;
  /** How many calls each of the faults has hit, in their order. */
  faultHits(slug: string): Promise<readonly number[]>;
  clearFaults(slug: string): Promise<void>;
  books(slug: string): Promise<readonly BookEntry[]>;
  setClock(slug: string, offsetMs: number): Promise<void>;
  setThrottle(slug: string, throttle: { readonly calls: number; readonly perMs: number } | null): Promise<void>;
  /** Has the simulator send its pushes; answers how each was received. */
  push(slug: string): Promise<readonly SimPush[]>;
}

/** @param hostAddress the host's base address, without a slug */
export function createSimulatorAdmin(hostAddress: string): SimulatorAdmin {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${hostAddress}/_admin/${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_admin/${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  return {
    setFaults: async (slug, faults) => void (await call('PUT', `${slug}/faults`, faults)),
    faultHits: async (slug) =>
      ((await call('GET', `${slug}/faults`)) as { readonly hits: number }[]).map(({ hits }) => hits),
    clearFaults: async (slug) => void (await call('DELETE', `${slug}/faults`)),
    books: async (slug) => (await call('GET', `${slug}/books`)) as BookEntry[],
    setClock: async (slug, offsetMs) => void (await call('PUT', `${slug}/clock`, { offsetMs })),
    push: async (slug) => ((await call('PUT', `${slug}/push`)) as { readonly pushes: readonly SimPush[] }).pushes,
    setThrottle: async (slug, throttle) => void (await call('PUT', `${slug}/throttle`, throttle)),
  };
}
