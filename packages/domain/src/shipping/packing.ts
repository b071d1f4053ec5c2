/**
 * Which boxes a set of units goes into: turned in every way that keeps its edges along the box's, weight within the box's
 * limit. Each free room is cut in three by the unit put into its corner (guillotine cuts), so units never overlap. Finding
 * the true optimum is not worth waiting for; the same input always gives the same answer. Lengths mm, weights g.
 */
import type { Dimensions } from '../values/measure.ts';

export interface PackItem {
  /** Line of the order. */
  readonly line: number;
  readonly quantity: number;
  readonly grams: number | null;
  readonly dimensions: Dimensions | null;
}

export interface PackBox {
  readonly id: string;
  /** Room inside. */
  readonly room: Dimensions;
  readonly tareGrams: number;
  /** Most the packed box may weigh; null: no limit of its own. */
  readonly maxGrams: number | null;
  /** What the empty box costs, minor units; the cheaper of two that fit is taken, then the smaller. */
  readonly costMinor: number;
}

export interface PackedParcel {
  readonly boxId: string;
  readonly items: readonly { readonly line: number; readonly quantity: number }[];
  /** Units and tare; null while a unit has no weight. */
  readonly weightGrams: number | null;
}

export type Packing =
  | { readonly basis: 'measured' | 'default-box'; readonly parcels: readonly PackedParcel[] }
  /** `line` is the first that no box takes; null where there is nothing to pack or no box. */
  | {
      readonly basis: 'none';
      readonly reason: 'nothing' | 'no-box' | 'too-large' | 'too-heavy' | 'too-many';
      readonly line: number | null;
    };

/** Units beyond which nothing is placed one by one; such an order is packed by people who know how. */
export const MOST_UNITS = 400;

type Room = readonly [number, number, number];
interface Unit {
  readonly line: number;
  readonly grams: number | null;
  readonly size: Room;
}

const volumeOf = (size: Room): number => size[0] * size[1] * size[2];
const roomOf = ({ lengthMm, widthMm, heightMm }: Dimensions): Room => [lengthMm, widthMm, heightMm];

/** The ways to lay a unit down, without those that look the same. */
function turns([a, b, c]: Room): Room[] {
  const all: Room[] = [
    [a, b, c],
    [a, c, b],
    [b, a, c],
    [b, c, a],
    [c, a, b],
    [c, b, a],
  ];
  const seen = new Set<string>();
  return all.filter((turn) => {
    const key = turn.join();
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}

const fitsIn = (unit: Room, room: Room): boolean => unit[0] <= room[0] && unit[1] <= room[1] && unit[2] <= room[2];

/** The three rooms left beside, behind and above a unit in the corner of a room; the larger cut is kept in one piece. */
function leftOver(room: Room, unit: Room): Room[] {
  const [rl, rw, rh] = room;
  const [ul, uw, uh] = unit;
  const above: Room = [ul, uw, rh - uh];
  const beside: Room[] =
    (rl - ul) * rw >= (rw - uw) * rl
      ? [
          [rl - ul, rw, rh],
          [ul, rw - uw, rh],
        ]
      : [
          [rl - ul, uw, rh],
          [rl, rw - uw, rh],
        ];
  return [above, ...beside].filter((each) => volumeOf(each) > 0);
}

/**
 * How badly a unit lies in a room: first the smallest gap that is left on a side (a flush side leaves rooms that are still
 * good for something), then what would be left over if more of the same followed, then the size of the room.
 */
function misfit(room: Room, turn: Room): readonly [number, number, number] {
  const gaps = room.map((side, at) => side - (turn[at] ?? 0));
  const rests = room.map((side, at) => side % (turn[at] ?? 1));
  return [Math.min(...gaps), rests.reduce((sum, rest) => sum + rest, 0), volumeOf(room)];
}

const smaller = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

/** Puts one unit into the room that it lies best in; answers the rooms that are then free, or undefined. */
function put(unit: Unit, rooms: readonly Room[]): Room[] | undefined {
  let best: { readonly at: number; readonly turn: Room; readonly misfit: readonly number[] } | undefined;
  for (const [at, room] of rooms.entries())
    for (const turn of turns(unit.size))
      if (fitsIn(turn, room)) {
        const found = misfit(room, turn);
        if (!best || smaller(found, best.misfit)) best = { at, turn, misfit: found };
      }
  const room = best && rooms[best.at];
  return best && room ? [...rooms.filter((_, at) => at !== best.at), ...leftOver(room, best.turn)] : undefined;
}

interface Filled {
  readonly box: PackBox;
  readonly packed: readonly Unit[];
  readonly left: readonly Unit[];
}

/** Fills a box with as many of the units as go in, in the given order. */
function fill(box: PackBox, units: readonly Unit[]): Filled {
  let rooms: readonly Room[] = [roomOf(box.room)];
  let grams = box.tareGrams;
  const packed: Unit[] = [];
  const left: Unit[] = [];
  for (const unit of units) {
    const heavier = grams + (unit.grams ?? 0);
    const after = box.maxGrams !== null && heavier > box.maxGrams ? undefined : put(unit, rooms);
    if (after) {
      rooms = after;
      grams = heavier;
      packed.push(unit);
    } else left.push(unit);
  }
  return { box, packed, left };
}

/** Largest first, by volume or by the longest side: one of the two usually fits where the other does not. */
const ORDERS: readonly ((unit: Unit) => number)[] = [
  (unit) => volumeOf(unit.size),
  (unit) => Math.max(...unit.size) * 1e9 + volumeOf(unit.size),
];

const packedVolume = ({ packed }: Filled): number => packed.reduce((sum, unit) => sum + volumeOf(unit.size), 0);

function bestFill(box: PackBox, units: readonly Unit[]): Filled {
  const tries = ORDERS.map((by) =>
    fill(
      box,
      units.toSorted((a, b) => by(b) - by(a) || a.line - b.line),
    ),
  );
  return tries.reduce((best, each) => (packedVolume(each) > packedVolume(best) ? each : best));
}

function parcelOf(box: PackBox, units: readonly Pick<Unit, 'line' | 'grams'>[]): PackedParcel {
  const byLine = new Map<number, number>();
  for (const { line } of units) byLine.set(line, (byLine.get(line) ?? 0) + 1);
  return {
    boxId: box.id,
    items: [...byLine].toSorted(([a], [b]) => a - b).map(([line, quantity]) => ({ line, quantity })),
    weightGrams: units.reduce<number | null>(
      (sum, { grams }) => (sum === null || grams === null ? null : sum + grams),
      box.tareGrams,
    ),
  };
}

/** Cheapest box first, the smaller of two that cost the same. */
const inOrder = (boxes: readonly PackBox[]): PackBox[] =>
  boxes.toSorted(
    (a, b) =>
      a.costMinor - b.costMinor || volumeOf(roomOf(a.room)) - volumeOf(roomOf(b.room)) || a.id.localeCompare(b.id),
  );

function packMeasured(units: readonly Unit[], boxes: readonly PackBox[]): Packing {
  const parcels: PackedParcel[] = [];
  let left = units;
  while (left.length > 0) {
    let best: Filled | undefined;
    for (const box of inOrder(boxes)) {
      const filled = bestFill(box, left);
      if (filled.left.length === 0) {
        best = filled;
        break;
      }
      if (filled.packed.length > 0 && (!best || packedVolume(filled) > packedVolume(best))) best = filled;
    }
    if (!best) {
      // Nothing went in: the first unit is too large, or it would be too heavy for every box it fits into.
      const [first] = left;
      const byRoom = first && boxes.some((box) => turns(first.size).some((turn) => fitsIn(turn, roomOf(box.room))));
      return { basis: 'none', reason: byRoom ? 'too-heavy' : 'too-large', line: first?.line ?? null };
    }
    parcels.push(parcelOf(best.box, best.packed));
    left = best.left;
  }
  return { basis: 'measured', parcels };
}

/** Sizes are missing: one box, and another as soon as its weight limit is reached. */
function packByWeight(items: readonly PackItem[], box: PackBox): Packing {
  const parcels: Pick<Unit, 'line' | 'grams'>[][] = [[]];
  let grams = box.tareGrams;
  for (const { line, quantity, grams: each } of items)
    for (let unit = 0; unit < quantity; unit += 1) {
      const weight = each ?? 0;
      if (box.maxGrams !== null && box.tareGrams + weight > box.maxGrams)
        return { basis: 'none', reason: 'too-heavy', line };
      if (box.maxGrams !== null && grams + weight > box.maxGrams) {
        parcels.push([]);
        grams = box.tareGrams;
      }
      grams += weight;
      parcels.at(-1)?.push({ line, grams: each });
    }
  return { basis: 'default-box', parcels: parcels.map((units) => parcelOf(box, units)) };
}

/**
 * Suggests parcels for the units of an order.
 * @param boxes among which to choose
 * @param fallback the box to take where an item has no size; null: none is suggested then
 */
export function suggestPacking(
  items: readonly PackItem[],
  boxes: readonly PackBox[],
  fallback: PackBox | null,
): Packing {
  const wanted = items.filter(({ quantity }) => quantity > 0);
  const count = wanted.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return { basis: 'none', reason: 'nothing', line: null };
  const units: Unit[] = [];
  if (count <= MOST_UNITS)
    for (const { line, quantity, grams, dimensions } of wanted)
      if (dimensions) for (let n = 0; n < quantity; n += 1) units.push({ line, grams, size: roomOf(dimensions) });
  if (units.length === count && boxes.length > 0) return packMeasured(units, boxes);
  if (!fallback) return { basis: 'none', reason: count > MOST_UNITS ? 'too-many' : 'no-box', line: null };
  if (count > 100_000) return { basis: 'none', reason: 'too-many', line: null };
  return packByWeight(wanted, fallback);
}
