/** The Ground close of the simulator: every open Ground shipment of the account goes on one manifest, as text for a printer. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { output } from './answers.ts';
import { refuse } from './contract.ts';
import { isCancelled, isGround, manifestOf, numbersOf, shipmentOf } from './shipments.ts';

const isOpen = (sim: SimContext, entry: BookEntry): boolean =>
  isGround(entry) && !isCancelled(sim, entry.id) && manifestOf(sim, entry.id) === undefined;

/** @throws SimRefusal where nothing is open */
export function close(sim: SimContext, account: SimAccount, day: string): JsonObject {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
    refuse('CLOSEDATE.INVALID', 'Close date is invalid.');
  const open = sim.books.all().filter((e) => e.kind === 'paid' && e.account === account.id && isOpen(sim, e));
  if (open.length === 0) refuse('GROUND.CLOSE.NOSHIPMENTS', 'There are no Ground shipments to close.');
  const number = `${day.replaceAll('-', '')}${String(sim.books.all().length).padStart(8, '0')}`;
  const numbers = open.flatMap(numbersOf);
  for (const entry of open)
    sim.books.append({ kind: 'document', id: entry.id, account: account.id, data: { manifest: number } });
  sim.books.append({ kind: 'manifest', id: number, account: account.id, data: { day, numbers } });
  return paper(number, day, numbers);
}

/** The manifest of a shipment once more. @throws SimRefusal where it stands on none */
export function reprint(sim: SimContext, account: SimAccount, trackingNumber: string): JsonObject {
  const entry = shipmentOf(sim, trackingNumber, account);
  const number = entry && manifestOf(sim, entry.id);
  const manifest = number === undefined ? undefined : sim.books.byId(number).find((e) => e.kind === 'manifest');
  if (!manifest) return refuse('GROUND.REPORT.NOTFOUND', 'No report was found for the tracking number.');
  return paper(manifest.id, manifest.data['day'] as string, manifest.data['numbers'] as string[]);
}

function paper(number: string, day: string, numbers: readonly string[]): JsonObject {
  const text = [
    '                    FEDEX GROUND PICK-UP MANIFEST (TEST)',
    `                    CYCLE ${number}   DATE ${day}`,
    '',
    ...numbers.map((one, index) => `${String(index + 1).padStart(6)}  ${one}`),
    '',
    `        TOTAL PACKAGES ${numbers.length}`,
  ].join('\r\n');
  return output({
    closeDocuments: [
      {
        type: 'MANIFEST',
        shippingCycle: number,
        copiesToPrint: 1,
        parts: [{ documentPartSequenceNumber: 1, image: Buffer.from(text, 'latin1').toString('base64') }],
      },
    ],
  });
}
