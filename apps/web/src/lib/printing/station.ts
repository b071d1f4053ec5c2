/** Which machine with a print agent stands beside this browser: what is printed here goes to its printers. */
import { useSyncExternalStore } from 'react';
import { browserStore } from '../storage.ts';

const KEY = 'print-station';
/** Chosen on purpose: this browser prints by itself. */
export const NO_STATION = 'none';

export interface StationMachine {
  readonly machineId: string;
  readonly online: boolean;
}

/** The machine of this browser: the chosen one while it is there, else the only one that is online. */
export function stationOf<M extends StationMachine>(machines: readonly M[], chosen: string | undefined): M | undefined {
  if (chosen === NO_STATION) return undefined;
  const own = machines.find(({ machineId }) => machineId === chosen);
  if (own) return own;
  const online = machines.filter((machine) => machine.online);
  return online.length === 1 ? online[0] : undefined;
}

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
let following = false;
function follow(): void {
  if (following || typeof window === 'undefined') return;
  following = true;
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) tell();
  });
}

export const stationChoice = {
  /** `machineId`, `NO_STATION`, or nothing chosen. */
  get: (): string | undefined => browserStore().getItem(KEY) ?? undefined,
  set(machineId: string | undefined): void {
    if (machineId === undefined) browserStore().removeItem(KEY);
    else browserStore().setItem(KEY, machineId);
    tell();
  },
  subscribe(listener: () => void): () => void {
    follow();
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const subscribe = (listener: () => void) => stationChoice.subscribe(listener);
export const useStationChoice = (): string | undefined => useSyncExternalStore(subscribe, stationChoice.get);
