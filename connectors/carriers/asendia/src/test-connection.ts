import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readList } from '@scanship/connector-kit/answers/json-reader';
import { customerOf, exchange } from './client.ts';
import { manifest } from './manifest.ts';

/** Proves user name and password, and that the customer is one of this user's, without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const response = await exchange(env, { method: 'GET', path: '/customers', name: 'list customers' });
  const { items } = readList({ customers: response.json() }, 'customers', (c) => c.string('id'));
  const wanted = customerOf(env);
  if (!items.includes(wanted))
    throw fail(
      'not-authorised',
      `${manifest.name} does not accept this customer ID for the user; it names ${items.slice(0, 5).join(', ') || 'none'}.`,
      { field: 'customerId' },
    );
  return { message: `Connected to ${manifest.name} as customer ${wanted}.` };
}
