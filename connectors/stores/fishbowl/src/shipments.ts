/** What Fishbowl has of an order's shipments: they come of picking, are packed into cartons, and are shipped. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { Session } from './client.ts';
import { ID } from './reading.ts';
import { CARRIERS, shipmentsOf } from './statements.ts';

const PHASES = { '10': 'entered', '20': 'packed', '30': 'shipped' } as const;

export interface Shipment {
  readonly id: string;
  /** "S10001", as people and imports name it. */
  readonly num: string;
  /** `other`: a state that is new to us; nothing is done with such a shipment. */
  readonly phase: 'entered' | 'packed' | 'shipped' | 'other';
  /** Of its first carton; a shipment that nobody packed into cartons has number 1. */
  readonly carton: string;
  /** Numbers of all of its cartons. */
  readonly numbers: readonly string[];
}

/** As they are compared: people add blanks. */
export const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();

const phaseOf = (row: ObjectReader): Shipment['phase'] => {
  const status = row.id('status', /^\d{1,3}$/);
  return (Object.hasOwn(PHASES, status) ? PHASES[status as keyof typeof PHASES] : undefined) ?? 'other';
};

export async function shipmentsIn(orderId: string, session: Session): Promise<readonly Shipment[]> {
  const answer = await session.query('shipments', shipmentsOf(orderId));
  const shipments = new Map<string, Shipment & { numbers: string[] }>();
  answer.strictList('rows', (row) => {
    const id = row.id('id', ID);
    const there = shipments.get(id) ?? {
      id,
      num: row.string('num'),
      phase: phaseOf(row),
      carton: row.has('carton') ? row.id('carton', /^\d{1,6}$/) : '1',
      numbers: [],
    };
    shipments.set(id, there);
    if (row.has('tracking')) there.numbers.push(plain(row.id('tracking')));
  });
  return [...shipments.values()];
}

export const isOpen = ({ phase }: Shipment): boolean => phase === 'entered' || phase === 'packed';

/** Whether the number of a report stands on one of the cartons. */
export const carries = (shipment: Shipment, input: FulfilInput): boolean =>
  input.parcels.some((parcel) => shipment.numbers.includes(plain(parcel.trackingNumber)));

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The carrier as the server has it in its list; empty where it does not, so that the shipment keeps the order's. */
export async function carrierIn(name: string, session: Session): Promise<string> {
  const answer = await session.query('carriers', CARRIERS);
  const known = answer.list('rows', (row) => row.string('name'));
  return known.find((one) => letters(one) === letters(name)) ?? '';
}
