/** How Best Buy names the carrier of a parcel (SH21). A carrier it lists brings its own tracking page. */
import { fail } from '@scanship/connector-kit/errors';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { readList } from '@scanship/connector-kit/answers/json-reader';
import { ask } from './client.ts';
import { settingsOf } from './shop.ts';

interface Carrier {
  readonly code: string;
  /** Code, label and standard code without spaces and signs. */
  readonly names: readonly string[];
}

/** Other names the carriers we know go by, beside their slug and name. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'canada-post': ['canpost', 'cpc', 'postescanada', 'canadapostpostescanada'],
  canpar: ['cpar', 'canparexpress'],
  'dhl-express': ['dhl'],
  fedex: ['fed', 'federalexpress'],
  ups: ['upscanada', 'unitedparcelservice'],
  usps: ['unitedstatespostalservice'],
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const DAY_MS = 86_400_000;

/** Mirakl wants the list asked once a day at most, so it is kept that long. */
async function carriersOf(env: StoreEnv): Promise<readonly Carrier[]> {
  const kept = await env.tokens.get('carriers', async () => {
    const answer = await ask(env, { name: 'carriers', path: '/api/shipping/carriers' });
    const carriers = answer.strictList('carriers', (carrier) => ({
      code: carrier.string('code'),
      names: ['code', 'label', 'standard_code'].flatMap((n) => (carrier.has(n) ? [plain(carrier.string(n))] : [])),
    }));
    return { value: JSON.stringify({ carriers }), expiresAt: new Date(env.now().getTime() + DAY_MS) };
  });
  const { items } = readList(JSON.parse(kept), 'carriers', (carrier): Carrier => {
    const names = carrier.raw('names');
    return {
      code: carrier.string('code'),
      names: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
    };
  });
  return items;
}

/** What Mirakl calls tracking; OR23 and ST01 differ only in the name of the address. */
export interface Tracking {
  readonly carrierCode?: string | undefined;
  readonly carrierName?: string | undefined;
  readonly url?: string | undefined;
  readonly number: string;
}

/** Between several numbers of one report, of which Mirakl knows one field only. */
export const BETWEEN = ', ';

/**
 * The tracking of a report. Several numbers go into the one field there is, under the carrier's name and with the address of
 * the first: the page of a listed carrier would be asked for all of them as if they were one.
 * @throws ConnectorError `refused` where only listed carriers are allowed and this is none
 */
export async function trackingOf(
  input: Pick<FulfilInput, 'carrier' | 'parcels'>,
  env: StoreEnv,
): Promise<Tracking | undefined> {
  const numbers = input.parcels.map((p) => p.trackingNumber);
  const [first] = input.parcels;
  if (!first) return undefined;
  const { slug, name } = input.carrier;
  const mine = [plain(slug), plain(name), ...(ALSO[slug] ?? [])];
  const listed = (await carriersOf(env)).find((carrier) => carrier.names.some((n) => mine.includes(n)));
  const { otherCarriers } = settingsOf(env);
  if (listed && (numbers.length === 1 || !otherCarriers))
    return { carrierCode: listed.code, number: first.trackingNumber };
  if (!otherCarriers)
    throw fail(
      'refused',
      `Best Buy takes the numbers of the carriers it lists only, and ${name} is not one of them; enter it at Best Buy.`,
      { vendorCode: 'carrier-unknown' },
    );
  return { carrierName: name, url: first.trackingUrl, number: numbers.join(BETWEEN) };
}
