import type { ConnectionTest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { accountOf } from './account.ts';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';

/** Numbers are the same with and without leading zeros. */
const same = (a: string, b: string): boolean => a.replace(/^0+/, '') === b.replace(/^0+/, '');

/** Plain list elements ("<contract-id>1</contract-id>") come as texts, not as objects. */
function contractsOf(customer: ObjectReader): readonly string[] {
  const list = customer.has('contracts') ? customer.object('contracts').raw('contract-id') : undefined;
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}

/** Proves key, customer number, contract and payer without any effect. */
export async function testConnection(env: CarrierEnv): Promise<ConnectionTest> {
  const account = accountOf(env);
  const response = await exchange(env, 'customer', {
    method: 'GET',
    path: path`/rs/customer/${account.customer}`,
    name: 'customer',
  });
  const customer = parse(response).object('customer');
  const number = customer.string('customer-number', /^\d{1,10}$/);
  const { contract, paidBy } = account;
  if (contract !== undefined && !contractsOf(customer).some((id) => same(id, contract)))
    throw fail('not-authorised', `Contract ${contract} does not belong to ${manifest.name} customer ${number}.`, {
      field: 'credentials.contract',
    });
  const payers = customer.has('authorized-payers')
    ? customer
        .object('authorized-payers')
        .list('payer', (p) => p.string('payer-number', /^\d{1,10}$/), { optional: true })
    : [];
  if (paidBy !== undefined && !same(paidBy, number) && !payers.some((payer) => same(payer, paidBy)))
    throw fail('not-authorised', `Customer ${paidBy} does not pay for ${manifest.name} customer ${number}.`, {
      field: 'credentials.paidBy',
    });
  if (account.way === 'non-contract' && !/\.[A-Za-z]{2,5}$/.test(account.refundEmail))
    throw fail(
      'invalid-input',
      `${manifest.name} takes no e-mail address whose last part is longer than five letters.`,
      {
        field: 'credentials.refundEmail',
      },
    );
  const how = contract === undefined ? 'without contract' : `under contract ${contract}`;
  return {
    accountName: `Customer ${number}`,
    message: `Connected to ${manifest.name} as customer ${number}, ${how}.`,
  };
}
