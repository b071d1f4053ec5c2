/**
 * Long lists between threads. A list that is handed over as it is would be rebuilt in one go by whoever receives it; packed,
 * it is a few buffers that move without a copy being made of each object, and is opened piece by piece, in turns with other
 * work, when it is needed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';

declare const ITEM: unique symbol;

export interface PackedList<T> {
  readonly pieces: readonly Uint8Array[];
  readonly count: number;
  /** What is in it; never there. */
  readonly [ITEM]?: T;
}

/** Items of one piece: some milliseconds to open, and as many orders as one command creates well. */
const PER_PIECE = 250;

/** @param items without functions and classes; dates, `undefined` and big integers survive */
export function packList<T>(items: readonly T[], perPiece = PER_PIECE): PackedList<T> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += perPiece) pieces.push(serialize(items.slice(from, from + perPiece)));
  return { pieces, count: items.length };
}

/** The items, some at a time; the thread is free for others in between. */
export async function* openList<T>(list: PackedList<T>): AsyncGenerator<readonly T[]> {
  for (const piece of list.pieces) {
    // Written by `packList` of the same release in this process.
    yield deserialize(piece) as readonly T[];
    await nextTurn();
  }
}

/** All items at once, for threads that nobody waits for. */
export const openWhole = <T>(list: PackedList<T>): T[] =>
  list.pieces.flatMap((piece) => deserialize(piece) as readonly T[]);
