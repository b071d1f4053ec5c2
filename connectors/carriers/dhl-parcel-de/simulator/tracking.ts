/** Tracking: one element with attributes in the address, nested elements back; codes instead of statuses. */
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  xmlAnswer,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { element } from '@scanship/simulator-kit/xml-message';
import { appOf, writtenTime } from './access.ts';
import { shipmentOf } from './contract.ts';
import { countryOf, made } from './orders.ts';

const EVENTS: Readonly<Record<StoryEvent, readonly [standard: string, ice: string, ric: string, text: string]>> = {
  created: [
    'VA',
    'PARCV',
    'NRQRD',
    'The instruction data for this shipment have been provided by the sender to DHL electronically',
  ],
  accepted: ['AE', 'PCKDU', 'PUBCR', 'The shipment has been picked up'],
  departed: ['AA', 'LDTMV', 'MVMTV', 'The shipment has been processed in the parcel center of origin'],
  customs: ['ZO', 'ICPRC', 'NRQRD', 'The shipment is being cleared by customs'],
  out: ['PO', 'SRTED', 'NRQRD', 'The shipment has been loaded onto the delivery vehicle'],
  delivered: ['ZU', 'DLVRD', 'ACCPT', 'The shipment has been successfully delivered'],
};

/** A white picture of one point. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64').toString('hex');

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Attributes of the only element; undefined for what is none. */
function question(xml: string): Readonly<Record<string, string>> | undefined {
  const inside = /<data\s([^<>]*?)\s*\/?>/.exec(xml)?.[1];
  if (inside === undefined) return undefined;
  return Object.fromEntries(
    [...inside.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

const answer = (attributes: Readonly<Record<string, string>>, inside: readonly string[] = []): SimAnswer =>
  xmlAnswer(
    200,
    `<?xml version="1.0" encoding="UTF-8"?>\n${element('data', inside, { ...attributes, 'request-id': 'stand-in' })}`,
    'application/xml;charset=UTF-8',
  );
const nothing = (name: string): SimAnswer => answer({ name, code: '100', error: 'No data found' });

function story(paid: BookEntry, sim: SimContext) {
  const isReturn = paid.data['return'] === true;
  const s = isReturn ? undefined : shipmentOf(paid.data['request']);
  const country = countryOf(s?.consignee?.country);
  const places = { from: s?.shipper?.city ?? 'Bonn', to: s?.consignee?.city ?? 'Berlin' };
  const events = storyOf(new Date(paid.at), sim.now(), country === 'DE' ? 2 : 5, s?.customs !== undefined, places);
  return {
    events,
    country,
    receiver: s?.consignee && 'name1' in s.consignee ? s.consignee.name1 : 'Test Receiver',
    city: places.to,
  };
}

function pieceXml(paid: BookEntry, searched: string, sim: SimContext): string {
  const { events, country, receiver, city } = story(paid, sim);
  const last = events.at(-1);
  const [standard, ice, ric, text] = EVENTS[last?.event ?? 'created'];
  const delivered = last?.event === 'delivered';
  const attributes = {
    name: 'piece-shipment',
    'error-status': '0',
    'piece-identifier': paid.id.replace(/^00/, ''),
    'piece-code': paid.id,
    'searched-piece-code': searched,
    'status-timestamp': writtenTime(last?.at ?? new Date(paid.at)),
    status: text,
    'recipient-name': delivered ? receiver : '',
    'recipient-city': delivered ? city : '',
    'delivery-event-flag': delivered ? '1' : '0',
    'dest-country': country,
    'origin-country': 'DE',
    'standard-event-code': standard,
    ice,
    ric,
    ruecksendung: 'false',
  };
  const lines = events.map(({ event, at, place }) => {
    const [code, own, reason, words] = EVENTS[event];
    return element('data', [], {
      name: 'piece-event',
      'event-timestamp': writtenTime(at),
      'event-status': words,
      'event-text': words,
      'event-short-status': words.slice(0, 40),
      ice: own,
      ric: reason,
      'event-location': place,
      'event-country': 'Germany',
      'standard-event-code': code,
      ruecksendung: 'false',
    });
  });
  return element(
    'data',
    [element('data', lines, { name: 'piece-event-list', 'piece-identifier': paid.id })],
    attributes,
  );
}

const known = (number: string, account: SimAccount, sim: SimContext): BookEntry | undefined =>
  [number, `00${number}`].map((id) => made(id, account, sim)).find((entry) => entry !== undefined);

function details(numbers: readonly string[], account: SimAccount, sim: SimContext): SimAnswer {
  const name = 'piece-shipment-list';
  if (numbers.length > 20) return answer({ name, code: '45', error: 'Too many piece codes' });
  const found = numbers.map((number) => [number, known(number, account, sim)] as const);
  if (found.every(([, paid]) => paid === undefined)) return nothing(name);
  return answer(
    { name, code: '0' },
    found.map(([number, paid]) =>
      paid
        ? pieceXml(paid, number, sim)
        : element('data', [], { name: 'piece-shipment', 'error-status': '100', 'searched-piece-code': number }),
    ),
  );
}

function signature(number: string, account: SimAccount, sim: SimContext): SimAnswer {
  const paid = known(number, account, sim);
  const last = paid && story(paid, sim).events.at(-1);
  if (!paid || last?.event !== 'delivered') return nothing('signature-list');
  return answer({ name: 'signature-list', code: '0' }, [
    element('data', [], {
      name: 'signature',
      'event-date': writtenTime(last.at),
      'mime-type': 'image/gif',
      image: GIF,
    }),
  ]);
}

export function shipments(request: SimRequest, sim: SimContext): SimAnswer {
  const account = appOf(request, sim);
  const asked = question(request.query.get('xml') ?? '');
  const name = 'piece-shipment-list';
  if (!asked) return answer({ name, code: '-3', error: 'Unknown request' });
  const { username, password } = account.credentials;
  if (asked['appname'] !== username || asked['password'] !== password)
    return answer({ name, code: '5', error: 'Login failed' });
  const numbers = (asked['piece-code'] ?? '').split(';').filter((number) => number !== '');
  if (numbers.length === 0) return answer({ name, code: '45', error: 'No piece-code supplied' });
  switch (asked['request']) {
    case 'd-get-piece-detail':
      return details(numbers, account, sim);
    case 'd-get-signature':
      return signature(numbers[0] ?? '', account, sim);
    default:
      return answer({ name, code: '-3', error: 'Unknown request' });
  }
}
