/** Tracking by number or reference: the story of a bought shipment in Purolator's words. */
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { element } from '@scanship/simulator-kit/xml-message';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import { day, manyAt, text, textAt } from './messages.ts';
import { isVoid, paidBy, pinsOf, type Work } from './shipments.ts';

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string, string]>> = {
  created: ['3010', 'Shipment created - interim manifest received', 'XB'],
  accepted: ['2300', 'Picked up by Purolator', 'X3'],
  departed: ['1110', 'Departed sort facility', 'P1'],
  customs: ['6010', 'Customs clearance', 'K1'],
  out: ['1220', 'On vehicle for delivery', 'X6'],
  delivered: ['1300', 'Shipment delivered', 'D1'],
};

const ZONES: Readonly<Record<string, string>> = {
  BC: 'America/Vancouver',
  YT: 'America/Whitehorse',
  AB: 'America/Edmonton',
  NT: 'America/Yellowknife',
  SK: 'America/Regina',
  MB: 'America/Winnipeg',
  NS: 'America/Halifax',
  NB: 'America/Halifax',
  PE: 'America/Halifax',
  NL: 'America/St_Johns',
};

interface Town {
  readonly city: string;
  readonly provinceCode: string;
  readonly countryCode: string;
}

const townOf = (value: unknown): Town => ({
  city: textAt(value, 'city'),
  provinceCode: textAt(value, 'provinceCode'),
  countryCode: textAt(value, 'countryCode'),
});

const clock = (time: Date, province: string): string =>
  (localTimeIn(time, ZONES[province] ?? 'America/Toronto') ?? time.toISOString().slice(0, 19)).replace('T', ' ');

function eventElement(name: string, event: StoryEvent, time: Date, town: Town): string {
  const [code, words, x12] = EVENTS[event];
  return element(name, [
    element('dateTime', clock(time, town.provinceCode)),
    element('code', code),
    element('description', words),
    element('terminal', '507'),
    element('location', [
      element('City', town.city.toUpperCase()),
      element('provinceState', town.provinceCode),
      element('CountryCode', town.countryCode),
    ]),
    element('x12', [element('AT701', x12), element('AT702', 'NS')]),
  ]);
}

/** One pixel. */
const SIGNATURE = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function packageElement(entry: BookEntry, pin: string, sim: SimContext, proof: boolean): string {
  const [model] = Array.isArray(entry.data.models) ? entry.data.models : [];
  const [from, to] = [townOf(Reflect.get(Object(model), 'from')), townOf(Reflect.get(Object(model), 'to'))];
  // Events abroad are told at home, where the zone is known.
  const end = to.countryCode === 'CA' || to.countryCode === 'US' ? to : from;
  const story = storyOf(new Date(entry.at), sim.now(), Number(entry.data.days), entry.data.crosses === true, {
    from: 'from',
    to: 'to',
  }).toReversed();
  const delivered = story.find((e) => e.event === 'delivered');
  const [last] = story;
  const townAt = (place: string): Town => (place === 'to' ? end : from);
  return element('package', [
    element('pin', pin),
    element('status', [
      element('code', delivered ? 'DEL' : 'INT'),
      element('description', delivered ? 'Delivered' : 'In Transit'),
    ]),
    element('estimatedDeliveryDate', day(new Date(Date.parse(entry.at) + Number(entry.data.days) * 86_400_000))),
    element('packageCreated', day(new Date(entry.at))),
    ...(last ? [eventElement('lastEvent', last.event, last.at, townAt(last.place))] : []),
    element('details', [
      element('references', []),
      element('services', []),
      element(
        'deliveryDetails',
        delivered && proof
          ? [
              element('name', 'T RECEIVER'),
              element('deliveryDateTime', clock(delivered.at, end.provinceCode)),
              element('image', SIGNATURE),
            ]
          : [],
      ),
    ]),
    element(
      'events',
      story.map((e) => eventElement('event', e.event, e.at, townAt(e.place))),
    ),
  ]);
}

function resultElement(id: string, sim: SimContext, account: SimAccount, proof: boolean): string {
  const all = paidBy(sim, account).filter((e) => !isVoid(sim, e.id));
  const byPin = all.find((e) => pinsOf(e).includes(id));
  const references = (e: BookEntry): readonly string[] =>
    Array.isArray(e.data.references) ? e.data.references.map(text) : [];
  const entry = byPin ?? all.find((e) => references(e).includes(id));
  if (!entry)
    return element('SearchResult', [
      element('trackingId', id),
      element('status', 'NOT FOUND'),
      element('shipmentErrors', [
        element('shipmentError', [element('code', 'NF'), element('description', 'Not found')]),
      ]),
    ]);
  const pins = byPin ? [id] : pinsOf(entry);
  return element('SearchResult', [
    element('trackingId', id),
    element('status', 'FOUND'),
    element('type', byPin ? 'PIN' : 'REFERENCE'),
    element('shipmentErrors', []),
    element('Shipment', [
      element('shipmentPin', entry.id),
      element('shipmentCreated', day(new Date(entry.at))),
      element('pieceTotalCount', pinsOf(entry).length),
      element(
        'details',
        references(entry).map((reference, index) => element(`reference${index + 1}`, reference)),
      ),
      element(
        'packages',
        pins.map((pin) => packageElement(entry, pin, sim, proof)),
      ),
    ]),
  ]);
}

export const track: Work = (body, sim, account) => [
  element(
    'SearchResults',
    manyAt(body, 'TrackingSearchCriteria', 'searches', 'search').map((one) =>
      resultElement(textAt(one, 'trackingId'), sim, account, textAt(one, 'pod') === 'true'),
    ),
  ),
];
