/** Shipments in the books: made with their labels, cancelled, followed. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { child, element, flagOf, textOf } from '@scanship/simulator-kit/xml-message';
import { checkShipment, gramsOf, list, refuse } from './contract.ts';

const FIRST_SERIAL = 40_000_000;
const DAYS = 6;
const HOUR = 3_600_000;

const number = (serial: number, parcel: number): string => `LTN${serial}N${parcel}`;
const isVoid = (id: string, sim: SimContext): boolean => sim.books.byId(id).some(({ kind }) => kind === 'voided');

interface Found {
  readonly paid: BookEntry;
  readonly numbers: readonly string[];
}

const numbersOf = ({ data }: BookEntry): readonly string[] =>
  Array.isArray(data['numbers']) ? data['numbers'].filter((one): one is string => typeof one === 'string') : [];

/** A live shipment by one of its numbers, Landmark's or the last mile's, or by the reference. */
function find(content: unknown, account: SimAccount, sim: SimContext): Found | undefined {
  const [tracking, reference] = [textOf(content, 'TrackingNumber'), textOf(content, 'Reference')];
  const paid = sim.books
    .all()
    .find(
      (e) =>
        e.kind === 'paid' &&
        e.account === account.id &&
        (tracking === ''
          ? e.reference === reference
          : numbersOf(e).some((n) => n === tracking || lastMile(n) === tracking)),
    );
  return paid && !isVoid(paid.id, sim) ? { paid, numbers: numbersOf(paid) } : undefined;
}

/** Number of the carrier that delivers. */
const lastMile = (ltn: string): string => `85${ltn.replace(/\D/g, '')}`;

const address = (a: unknown): LabelModel['to'] => ({
  name: textOf(a, 'Attention') || textOf(a, 'Name'),
  ...(textOf(a, 'Attention') === '' ? {} : { companyName: textOf(a, 'Name') }),
  address1: textOf(a, 'Address1'),
  address2: textOf(a, 'Address2'),
  city: textOf(a, 'City'),
  provinceCode: textOf(a, 'State'),
  zipcode: textOf(a, 'PostalCode'),
  countryCode: textOf(a, 'Country'),
});

async function label(s: unknown, index: number, trackingNumber: string, sim: SimContext): Promise<string> {
  const packages = list(s, 'Packages', 'Package');
  const format = textOf(s, 'LabelFormat') === 'ZPL' ? 'zpl' : 'pdf';
  const bytes = await sim.drawLabel(
    {
      carrierName: 'LANDMARK GLOBAL',
      serviceName: textOf(s, 'ShipMethod'),
      trackingNumber,
      from: address(child(s, 'FulfillmentAddress')),
      to: address(child(s, 'ShipTo')),
      weightGrams: gramsOf(packages[index]),
      shipDate: sim.now().toISOString().slice(0, 10),
      parcelNumber: index + 1,
      parcelCount: packages.length,
      references: [textOf(packages[index], 'PackageReference')],
      test: true,
    },
    format,
  );
  return format === 'zpl' ? Buffer.from(bytes).toString('utf8') : Buffer.from(bytes).toString('base64');
}

export async function make(s: unknown, sim: SimContext, account: SimAccount): Promise<string[]> {
  checkShipment(s, account.id, sim);
  const packages = list(s, 'Packages', 'Package');
  const serial = FIRST_SERIAL + sim.books.all().length + 1;
  const numbers = packages.map((_p, index) => number(serial, index + 1));
  sim.books.append({
    kind: 'paid',
    id: numbers[0] ?? '',
    account: account.id,
    reference: textOf(s, 'Reference'),
    data: { shipment: s as JsonObject, numbers },
  });
  const labels: string[] = [];
  for (const [index, own] of numbers.entries()) labels.push(await label(s, index, own, sim));
  return [
    element('ResultMessage', `Shipment ${textOf(s, 'Reference')} successfully created and processed`),
    element('ShippingCarrier', 'Canada Post'),
    element(
      'Packages',
      packages.map((p, index) => {
        const own = numbers[index] ?? '';
        const reference = textOf(p, 'PackageReference');
        return element('Package', [
          element('LabelImages', [element('LabelImage', labels[index] ?? '')]),
          element('TrackingNumber', lastMile(own)),
          element('LandmarkTrackingNumber', own),
          ...(reference === '' ? [] : [element('PackageReference', reference)]),
        ]);
      }),
    ),
  ];
}

export function cancel(content: unknown, sim: SimContext, account: SimAccount): string[] {
  const [tracking, reference] = [textOf(content, 'TrackingNumber'), textOf(content, 'Reference')];
  if (tracking === '' && reference === '')
    throw refuse('Reference', 'Either Reference or TrackingNumber is required, neither found');
  if (flagOf(content, 'DeleteShipment') && textOf(content, 'Reason') === '')
    throw refuse('Reason', 'Required element Reason not found');
  const found = find(content, account, sim);
  if (!found) throw refuse('Invalid', `Could not find shipment with ${tracking || reference} in our system`);
  if (sim.now().getTime() - Date.parse(found.paid.at) > 2 * HOUR) throw refuse('unprocess', 'Already manifested');
  const { id, reference: own } = found.paid;
  sim.books.append({ kind: 'voided', id, account: account.id, reference: own, data: {} });
  return [element('ResultMessage', `Successfully unprocessed and deleted shipment with reference ${own ?? ''}`)];
}

const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, words: string]>> = {
  created: ['50', 'Shipment Data Uploaded'],
  accepted: ['75', 'Shipment Processed'],
  departed: ['225', 'Item grouped at Landmark or partner facility'],
  customs: ['125', 'Customs Cleared'],
  out: ['300', 'Item out for delivery'],
  delivered: ['500', 'Item successfully delivered'],
};

const CHICAGO = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Chicago',
  dateStyle: 'short',
  timeStyle: 'medium',
});

export function track(content: unknown, sim: SimContext, account: SimAccount): string[] {
  const found = find(content, account, sim);
  if (!found) throw refuse('Invalid', 'Could not find shipment in our system');
  const { shipment } = found.paid.data;
  const [from, to] = [address(child(shipment, 'FulfillmentAddress')), address(child(shipment, 'ShipTo'))];
  const placeOf = (a: LabelModel['to']): string => [a.city, a.provinceCode].filter((part) => part !== '').join(', ');
  const story = storyOf(new Date(found.paid.at), sim.now(), DAYS, from.countryCode !== to.countryCode, {
    from: placeOf(from),
    to: placeOf(to),
  });
  const shown = textOf(content, 'RetrievalType') === 'Historical' ? story : story.slice(-1);
  const asked = textOf(content, 'TrackingNumber');
  // One number is answered with its own package, a reference with all of them.
  const numbers = found.numbers.filter((n) => asked === '' || n === asked || lastMile(n) === asked);
  return [
    element('ShipmentDetails', [element('EndDeliveryCarrier', 'Canada Post')]),
    element(
      'Packages',
      numbers.map((own) =>
        element('Package', [
          element('TrackingNumber', lastMile(own)),
          element('LandmarkTrackingNumber', own),
          element(
            'Events',
            shown.map(({ event, at, place }) => {
              const [code, words] = EVENTS[event];
              return element('Event', [
                element('Status', words),
                element('DateTime', CHICAGO.format(at)),
                element('Location', place),
                element('EventCode', code),
              ]);
            }),
          ),
        ]),
      ),
    ),
  ];
}
