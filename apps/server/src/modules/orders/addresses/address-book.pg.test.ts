import type { AddressDto } from '@scanship/contracts/common';
import {
  forgetAddress,
  keepAddress,
  listKeptAddresses,
  noteAddressUse,
  readAddressText,
} from '@scanship/contracts/orders/address-book';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asker, askerOf } from '../../../../test/ask-call.ts';
import { contextOf } from '../../../../test/order-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeTenantTree } from '../../../../test/tenant-tree.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { addressRoutes } from './address-routes.ts';

let database: TestDatabase;
let ask: Asker;
let ctx: RequestContext;
let other: RequestContext;
beforeAll(async () => {
  database = await createTestDatabase();
  const { customers } = await makeTenantTree(database.db);
  ctx = contextOf(customers[0]);
  other = contextOf(customers[1]);
  ask = askerOf(addressRoutes({ db: database.db }));
});
afterAll(() => database.drop());

const eloise: AddressDto = {
  name: 'Éloïse Tremblay',
  companyName: null,
  address1: '1450 Rue Saint-Denis',
  address2: null,
  city: 'Montréal',
  provinceCode: 'QC',
  zipcode: 'H2X 3J7',
  countryCode: 'CA',
  phone: '+1 (514) 555-0134',
  email: 'e@example.ca',
};
const names = async (search = '', as = ctx) =>
  (await ask(listKeptAddresses, as, { query: { search } })).addresses.map(({ address }) => address.name);

test('an address is kept once for each recipient and place, found by any of its words, and taken out again', async () => {
  const first = await ask(keepAddress, ctx, { body: { address: eloise, label: 'Depot' } });
  const twin = await ask(keepAddress, ctx, {
    body: { address: { ...eloise, address1: '1450, rue saint-denis', email: null } },
  });
  expect([twin.id, twin.label, twin.address.email]).toEqual([first.id, 'Depot', null]);
  const bob = {
    ...eloise,
    name: 'Bob',
    address1: '1 King St',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5H 2M5',
    phone: null,
  };
  const second = await ask(keepAddress, ctx, { body: { address: bob } });
  expect(await names()).toEqual(['Bob', 'Éloïse Tremblay']);
  for (const search of ['eloise', 'tremb mont', 'DEPOT', 'h2x', '15145550134'])
    expect(await names(search), search).toEqual(['Éloïse Tremblay']);
  expect(await names('eloise toronto')).toEqual([]);
  await ask(noteAddressUse, ctx, { params: { id: first.id } });
  expect(await names()).toEqual(['Éloïse Tremblay', 'Bob']);

  expect(await names('', other)).toEqual([]);
  expect((await ask.refused(forgetAddress, other, { params: { id: second.id } })).code).toBe('not_found');
  await ask(forgetAddress, ctx, { params: { id: second.id } });
  expect(await names()).toEqual(['Éloïse Tremblay']);
  const bare = await ask.refused(keepAddress, ctx, { body: { address: { ...eloise, address1: '' } } });
  expect(bare.code).toBe('validation');
});

test('a pasted block comes back as fields that a form can take', async () => {
  const read = await ask(readAddressText, ctx, {
    body: { text: 'Jane Doe\n12 Rue A\nMontréal QC H2X 1Y4\n', countryCode: 'CA' },
  });
  expect(read).toMatchObject({ address: { name: 'Jane Doe', companyName: null, zipcode: 'H2X 1Y4' }, left: [] });
});
