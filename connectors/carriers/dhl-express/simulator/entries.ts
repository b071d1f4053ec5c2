/** Shipments in the books. */
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { shipRequest, type ShipRequest } from './contract.ts';

export const requestOf = (entry: BookEntry): ShipRequest => shipRequest.parse(entry.data['request']);
export const piecesOf = (entry: BookEntry): string[] => entry.data['pieces'] as string[];

/** A shipment of the account, by its waybill. */
export const paidEntry = (sim: SimContext, waybill: string, account?: SimAccount): BookEntry | undefined =>
  sim.books.byId(waybill).find((e) => e.kind === 'paid' && (!account || e.account === account.id));
