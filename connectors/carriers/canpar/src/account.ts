/** The account as Canpar sees it: its name, and the services it may use. */
import type { CarrierService, ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { toGrams } from '@scanship/domain/values/measure';
import { call, shipperOf } from './client.ts';
import { manifest } from './manifest.ts';

async function profile(env: CarrierEnv): Promise<ObjectReader> {
  const answer = await call(env, {
    service: 'rating',
    method: 'getProfile',
    name: 'profile',
    request: { shipper_num: shipperOf(env) },
    readOnly: true,
    arrays: ['*.profile.services'],
  });
  return answer.object('profile');
}

/** Proves user, password and shipper number without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const found = await profile(env);
  const number = found.string('shipper_num', /^\d{8}$/);
  if (number !== shipperOf(env))
    throw fail('not-authorised', `${manifest.name} answered for another shipper number.`, {
      field: 'credentials.shipper',
    });
  if (found.has('credit_cancelled') && found.boolean('credit_cancelled'))
    throw fail('refused', `${manifest.name} has closed the credit of shipper number ${number}.`);
  const address = found.has('address') ? found.object('address') : undefined;
  const accountName = address?.maybe('name', (n) => address.string(n));
  const as = accountName === undefined ? '' : ` as ${accountName}`;
  return { accountName, message: `Connected to ${manifest.name}${as}, shipper number ${number}.` };
}

const POUND_OR_KILOGRAM = { L: 'lb', K: 'kg' } as const;

/** Services of the profile; the most that one piece may weigh comes with them. */
export async function discoverServices(_from: Address, env: CarrierEnv): Promise<readonly CarrierService[]> {
  const found = await profile(env);
  const unit = found.maybe('weight_unit', (n) => found.choice(n, POUND_OR_KILOGRAM));
  const services = found.list('services', (s): CarrierService => {
    const code = s.string('type', /^[0-9A-Z]$/);
    const known = manifest.services.find((one) => one.code === code);
    const most = s.maybe('max_weight_per_piece', (n) => s.integer(n, 1));
    const maxGrams = most !== undefined && unit !== undefined ? toGrams(most, unit) : known?.maxGrams;
    return {
      code,
      name: known?.name ?? `Service ${code}`,
      scope: known?.scope ?? 'both',
      ...(maxGrams === undefined ? {} : { maxGrams }),
    };
  });
  return services.filter((one, index) => services.findIndex((other) => other.code === one.code) === index);
}
