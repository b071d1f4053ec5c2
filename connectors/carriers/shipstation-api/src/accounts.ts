/** The carrier accounts behind the key: asked for before prices, and to find the one that sells a service. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { FactWanted } from '@scanship/connector-kit/credentials/account-facts';
import { type ObjectReader, readList, readObject } from '@scanship/connector-kit/answers/json-reader';
import { carrierNamed } from '@scanship/connector-kit/rates/carried-by';
import { exchange, ID } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

export interface Account {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

const scopeOf = (domestic: boolean, international: boolean): CarrierService['scope'] =>
  domestic && international ? 'both' : international ? 'international' : 'domestic';

const CODE = /^[a-z0-9_]{2,50}$/;

function serviceOf(s: ObjectReader, carrierCode: string): CarrierService {
  return {
    code: `${carrierCode}.${s.string('service_code', /^[a-z0-9_-]{1,80}$/)}`,
    name: s.string('name'),
    scope: scopeOf(s.boolean('domestic'), s.boolean('international')),
    carrier: carrierNamed(carrierCode).slug,
  };
}

const usable = (c: ObjectReader): boolean =>
  c.maybe('connection_status', (n) => c.string(n)) !== 'pending_approval' &&
  c.maybe('disabled_by_billing_plan', (n) => c.boolean(n)) !== true;

async function listed(env: CarrierEnv): Promise<unknown> {
  return (await exchange(env, { method: 'GET', path: '/v1/carriers', name: 'carriers' })).json();
}

/** Accounts that can be used now. Part of the answer may be broken (207); what can be read counts. */
export async function accounts(env: CarrierEnv): Promise<readonly Account[]> {
  const { items, problems } = readList(await listed(env), 'carriers', (c) => ({
    id: c.string('carrier_id', ID),
    code: c.string('carrier_code', CODE),
    name: c.maybe('friendly_name', (n) => c.string(n)) ?? c.string('carrier_code', CODE),
    usable: usable(c),
  }));
  const found = items.filter((each) => each.usable);
  const [problem] = problems;
  if (found.length === 0)
    throw fail(
      'refused',
      problem === undefined
        ? `${NAME} has no carrier connected; connect one in its dashboard under Carriers.`
        : `${NAME} lists carrier accounts that cannot be read: ${problem}`,
    );
  return found.map(({ id, code, name }) => ({ id, code, name }));
}

/** Carriers are connected and taken away by hand, in a dashboard; a refused question has them asked for again at once. */
const KEPT_MS = 3_600_000;

/** The accounts as they were told within the hour: prices of many orders ask for them once. */
export const keptAccounts = (env: CarrierEnv): FactWanted<readonly Account[]> => ({
  name: 'carriers',
  maxAgeMs: KEPT_MS,
  ask: async () => ({ carriers: (await accounts(env)).map((each) => ({ ...each })) }),
  read: (value) =>
    readObject(value).strictList('carriers', (c) => ({
      id: c.string('id', ID),
      code: c.string('code', CODE),
      name: c.string('name'),
    })),
});

export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const found = await accounts(env);
  const names = [...new Set(found.map(({ name }) => name))];
  return { message: `${NAME} accepts the API key and has ${names.join(', ')} connected.` };
}

/** All or none: a service that is not on the list counts as gone. */
export async function discoverServices(_from: unknown, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const all = readObject(await listed(env)).strictList('carriers', (c) => {
    const code = c.string('carrier_code', CODE);
    return usable(c) && c.raw('services') !== undefined ? c.strictList('services', (s) => serviceOf(s, code)) : [];
  });
  return [...new Map(all.flat().map((service) => [service.code, service])).values()];
}
