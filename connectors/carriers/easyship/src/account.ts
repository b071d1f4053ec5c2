/** Whose token it is, and which courier services it may use. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { carrierNamed } from '@scanship/connector-kit/rates/carried-by';
import type { Address } from '@scanship/domain/addresses/address';
import { exchange, nextPage } from './client.ts';
import { manifest } from './manifest.ts';
import { codeOf, readableName } from './manifest-services.ts';

const NAME = manifest.name;
/** Of a hundred services each; no account comes near. */
const MOST_PAGES = 10;

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchange(env, { method: 'GET', path: '/account', name: 'connection' });
  const accountName = readObject(response.json()).object('account').string('name');
  const kind = (env.credentials.token ?? '').startsWith('sand_') ? ' in the sandbox' : '';
  return { message: `${NAME} accepts the access token of ${accountName}${kind}.`, accountName };
}

const scopeOf = (domestic: boolean, international: boolean): CarrierService['scope'] =>
  domestic && international ? 'both' : international ? 'international' : 'domestic';

function readService(s: ObjectReader): CarrierService | undefined {
  const service = {
    code: codeOf(s.string('umbrella_name'), s.string('name')),
    name: readableName(s.string('name')),
    scope: scopeOf(s.boolean('domestic'), s.boolean('international')),
    carrier: carrierNamed(s.string('umbrella_name')).slug,
  };
  return s.object('accepts').boolean('outbounds') ? service : undefined;
}

/** Whole pages or nothing: a service that is not on the list counts as gone. */
export async function discoverServices(from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const found: CarrierService[] = [];
  let page: number | undefined = 1;
  for (let turns = 0; page !== undefined; turns += 1) {
    if (turns >= MOST_PAGES) throw fail('vendor-broken', `${NAME} lists courier services without an end.`);
    const response = await exchange(env, {
      method: 'GET',
      path: '/courier_services',
      name: 'services',
      query: { country_alpha2: from.countryCode, page, per_page: 100 },
    });
    const answer = readObject(response.json());
    found.push(...answer.strictList('courier_services', readService).flatMap((service) => service ?? []));
    page = nextPage(answer.object('meta').object('pagination'));
  }
  return [...new Map(found.map((service) => [service.code, service])).values()];
}
