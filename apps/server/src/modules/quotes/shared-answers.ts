/**
 * Answers that hold for several orders of a plan: equal parcels on the same lane, with the same options on the same day, cost the same
 * where the carrier is told nothing that tells them apart (`pricesByPlace`, decision 0373). One of them is asked for, the others take the
 * answer over; orders that come while it is under way wait for it. Kept for one turn of a plan, never for a person at a screen.
 */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { offersFor } from '@scanship/connector-kit/steps/run-question';
import type { Address } from '@scanship/domain/addresses/address';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { OpenGrant } from '../carriers/index.ts';
import type { CarrierRates } from './carrier-rates.ts';

type Answer = Pick<CarrierRates, 'offers' | 'problems' | 'shared'>;

export interface SharedAnswers<A extends Answer = CarrierRates> {
  /** Whether an answer to this very question is there or under way. */
  has(grant: SharingGrant, shipment: ShipmentRequest): boolean;
  /** The answer of another order, with `shared`, or what `ask` answers. */
  take(grant: SharingGrant, shipment: ShipmentRequest, ask: () => Promise<A>): Promise<A>;
}

type SharingGrant = Pick<OpenGrant, 'grantId' | 'load'> & { readonly manifest: Pick<CarrierManifest, 'pricesByPlace'> };

/** An answer is taken over for so long. Milliseconds. */
const HOLDS_MS = 10 * 60_000;
/** Questions remembered at most; a plan of more is asked for the rest as if nothing were shared. */
const MOST = 20_000;

/** What a tariff goes by of an address: where it is, and whether a household or a company lives there. */
const place = (
  { countryCode, provinceCode, zipcode, city, residential, companyName }: Address,
  by: CarrierManifest['pricesByPlace'],
) => [
  countryCode,
  provinceCode,
  by === 'zip5' && countryCode === 'US' ? zipcode.trim().slice(0, 5) : zipcode.replaceAll(/\s/g, '').toUpperCase(),
  city.trim().toLowerCase(),
  residential ?? null,
  Boolean(companyName?.trim()),
];

/**
 * Names a question by all that a price may hang on; undefined where the answer is for one order alone: of a carrier that is told whom
 * the parcel goes to, across a border (each declaration is its own), a return, an order of a store's own carrier.
 */
export function sharedQuestion(
  grant: Pick<SharingGrant, 'grantId' | 'manifest'>,
  shipment: ShipmentRequest,
): string | undefined {
  const { from, to, returnTo, parcels, references: _, ...rest } = shipment;
  const by = grant.manifest.pricesByPlace;
  if (by === undefined) return undefined;
  if (from.countryCode !== to.countryCode || rest.customs || rest.return || rest.storeOrder) return undefined;
  return JSON.stringify([
    grant.grantId,
    place(from, by),
    place(to, by),
    returnTo ? place(returnTo, by) : null,
    // Which units lie in it, and which box of the customer's it is, no carrier is told.
    parcels.map(({ items: _items, packageId: _package, ...parcel }) => parcel),
    rest,
  ]);
}

/** An answer that speaks of one shipment (a fact it lacks, a remark on its address) is nobody else's. */
const holdsForOthers = ({ offers, problems }: Answer): boolean =>
  problems.length === 0 &&
  offers.length > 0 &&
  offers.every(({ missing, remarks }) => !missing?.length && !remarks?.length);

export function createSharedAnswers<A extends Answer = CarrierRates>(
  now: () => number = () => performance.now(),
): SharedAnswers<A> {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<A> }>();
  const find = (grant: SharingGrant, shipment: ShipmentRequest) => {
    const question = sharedQuestion(grant, shipment);
    const found = question === undefined ? undefined : known.get(question);
    return { question, found: found && now() - found.at < HOLDS_MS ? found : undefined };
  };
  return {
    has: (grant, shipment) => find(grant, shipment).found !== undefined,
    async take(grant, shipment, ask) {
      const { question, found } = find(grant, shipment);
      if (question === undefined) return ask();
      if (found) {
        const answer = await found.answer.catch(() => undefined);
        if (!answer || !holdsForOthers(answer)) return ask();
        // The price is the other's; what a label would lack is this shipment's own.
        const offers = offersFor(await grant.load(), answer.offers, shipment);
        return { ...answer, offers, shared: true };
      }
      const answer = ask();
      if (known.size < MOST) known.set(question, { at: now(), answer });
      const forget = (): void => void known.delete(question);
      const judge = (one: A): void => {
        if (!holdsForOthers(one)) forget();
      };
      void answer.then(judge, forget);
      return answer;
    },
  };
}
