/** One simulator that was called, with all that can be set on it. */
import type { Books } from './books.ts';
import type { FaultScript } from './faults.ts';
import type { Simulator } from './simulator.ts';

export interface OpenSimulator {
  readonly simulator: Simulator;
  readonly books: Books;
  readonly faults: FaultScript;
  clockOffsetMs: number;
  throttle: { readonly calls: number; readonly perMs: number } | undefined;
  readonly callTimes: Map<string, number[]>;
}
