/** What can be seen to be wrong with a wished pickup before any call, and what its place is called. */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import { fail } from '../errors.ts';
import type { PickupWish } from './pickup.ts';

const DAY_MS = 86_400_000;

const WORDS: Readonly<Record<PickupPlace, readonly [english: string, french: string] | undefined>> = {
  'front-door': ['Front door', 'Porte avant'],
  'back-door': ['Back door', 'Porte arrière'],
  reception: ['Reception', 'Réception'],
  'loading-dock': ['Loading dock', 'Quai de chargement'],
  'mail-room': ['Mail room', 'Salle du courrier'],
  other: undefined,
};

/** For the driver; undefined for a place that has no name, which the instructions describe. */
export const placeWords = (place: PickupPlace, language: 'en' | 'fr' = 'en'): string | undefined =>
  WORDS[place]?.[language === 'fr' ? 1 : 0];

/**
 * @param today of the place (YYYY-MM-DD); absent: the day behind the clock of every place, so that only days are refused that are
 *   surely over
 * @throws ConnectorError `invalid-input` for a day that is over or a window that ends before it begins
 */
export function checkPickupTimes(
  wish: Pick<PickupWish, 'date' | 'readyTime' | 'closeTime'>,
  now: Date,
  today: string = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10),
): void {
  if (wish.date < today) throw fail('invalid-input', 'The day of the pickup is over.', { field: 'date' });
  if (wish.closeTime <= wish.readyTime)
    throw fail('invalid-input', 'The pickup must end later than it begins.', { field: 'closeTime' });
}

/** For vendors that fetch their own labels alone. @throws ConnectorError `invalid-input` where the wish names none */
export function assertOwnLabels({ load }: Pick<PickupWish, 'load'>, vendor: string): void {
  if (load.trackingNumbers.length === 0)
    throw fail('invalid-input', `${vendor} books pickups only for labels that were bought there.`, {
      field: 'load.parcels',
    });
}

/** For vendors that send one carrier's driver. @param carriers of the parcels @throws ConnectorError `invalid-input` */
export function assertOneCarrier(carriers: readonly string[], vendor: string): void {
  const different = [...new Set(carriers)];
  if (different.length > 1)
    throw fail(
      'invalid-input',
      `${vendor} books a pickup with one carrier, and these parcels go by ${different.join(' and ')}.`,
      { field: 'load.services' },
    );
}
