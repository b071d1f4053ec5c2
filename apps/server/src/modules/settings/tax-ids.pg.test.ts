import { addTaxId, getTaxIds, removeTaxId, type TaxIdBody, updateTaxId } from '@scanship/contracts/money/tax-ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { askerOf, type Asker } from '../../../test/ask-call.ts';
import { contextOf } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/ids.ts';
import { createSettingsModule } from './index.ts';

let database: TestDatabase;
let tree: TenantTree;
let ask: Asker;
beforeAll(async () => {
  database = await createTestDatabase();
  tree = await makeTenantTree(database.db);
  ask = askerOf(createSettingsModule(testServices(database.db)).routes);
});
afterAll(() => database.drop());

const EORI: TaxIdBody = { kind: 'EORI', number: 'de 123 4567', countryCode: 'DE' };
const IOSS: TaxIdBody = { kind: 'IOSS', number: 'IM2760000742', countryCode: 'DE' };
const BN: TaxIdBody = { kind: 'BN', number: '123456789 RM0001', countryCode: 'CA' };
const first = () => contextOf(tree.customers[0]);
const messages = (problem: { readonly errors?: readonly { readonly field?: string; readonly message: string }[] }) =>
  problem.errors?.map(({ field, message }) => `${field}: ${message}`);

describe('tax numbers of a company', () => {
  test('are added, listed, changed and removed, each kept as it is sent', async () => {
    const ctx = first();
    expect(await ask(getTaxIds, ctx)).toEqual({ taxIds: [] });
    await ask(addTaxId, ctx, { body: EORI });
    const { taxIds } = await ask(addTaxId, ctx, { body: BN });
    expect(taxIds.map(({ kind, number, countryCode, version }) => [kind, number, countryCode, version])).toEqual([
      ['BN', '123456789RM0001', 'CA', 1],
      ['EORI', 'DE1234567', 'DE', 1],
    ]);
    const [bn, eori] = taxIds;
    if (!bn || !eori) throw new Error('both were added');
    const changed = await ask(updateTaxId, ctx, {
      params: { id: eori.id },
      body: { kind: 'EORI', number: 'FR12345678900012', countryCode: 'FR', version: 1 },
    });
    expect(changed.taxIds[1]).toMatchObject({ number: 'FR12345678900012', countryCode: 'FR', version: 2 });
    const left = await ask(removeTaxId, ctx, { params: { id: bn.id }, query: { version: 1 } });
    expect(left.taxIds.map(({ kind }) => kind)).toEqual(['EORI']);
    expect((await ask(getTaxIds, ctx)).taxIds).toEqual(left.taxIds);
  });

  test('of another form are refused with the field, and nothing changes', async () => {
    const ctx = first();
    const before = await ask(getTaxIds, ctx);
    expect(messages(await ask.refused(addTaxId, ctx, { body: { ...IOSS, number: 'IM276' } }))).toEqual([
      'number: An IOSS number is IM and 10 digits, such as IM2760000742.',
    ]);
    expect(messages(await ask.refused(addTaxId, ctx, { body: { ...IOSS, countryCode: 'CA' } }))).toEqual([
      'countryCode: This number was issued by the country with the code DE: choose it.',
    ]);
    const [eori] = before.taxIds;
    if (!eori) throw new Error('one was left');
    const body = { ...EORI, number: 'US1', version: eori.version };
    expect((await ask.refused(updateTaxId, ctx, { params: { id: eori.id }, body })).code).toBe('validation');
    expect(await ask(getTaxIds, ctx)).toEqual(before);
  });

  test('a company has one of a kind where it counts: one EORI of the whole Union, another of the United Kingdom', async () => {
    const ctx = first();
    expect(messages(await ask.refused(addTaxId, ctx, { body: EORI }))).toEqual([
      'number: Your company already has the EORI number FR12345678900012, and one counts in the whole European Union. Change that one instead.',
    ]);
    await ask(addTaxId, ctx, { body: { kind: 'EORI', number: 'GB123456789000', countryCode: 'GB' } });
    const same = await ask(getTaxIds, ctx);
    const gb = same.taxIds.find(({ countryCode }) => countryCode === 'GB');
    if (!gb) throw new Error('it was added');
    const clash = { ...EORI, version: gb.version };
    expect((await ask.refused(updateTaxId, ctx, { params: { id: gb.id }, body: clash })).code).toBe('validation');
  });

  test('ten equal ones at once leave one, and the others are told', async () => {
    const ctx = contextOf(tree.customers[1]);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ask(addTaxId, ctx, { body: IOSS })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('already has the IOSS number');
    expect((await ask(getTaxIds, ctx)).taxIds).toHaveLength(1);
  });

  test('changed or removed by somebody else meanwhile, they are not overwritten', async () => {
    const ctx = contextOf(tree.customers[1]);
    const { taxIds } = await ask(getTaxIds, ctx);
    const [ioss] = taxIds;
    if (!ioss) throw new Error('there is one');
    const params = { id: ioss.id };
    await ask(updateTaxId, ctx, { params, body: { ...IOSS, number: 'IM2760000743', version: ioss.version } });
    expect((await ask.refused(updateTaxId, ctx, { params, body: { ...IOSS, version: ioss.version } })).code).toBe(
      'stale_version',
    );
    expect((await ask.refused(removeTaxId, ctx, { params, query: { version: ioss.version } })).code).toBe(
      'stale_version',
    );
    expect((await ask.refused(removeTaxId, ctx, { params: { id: newId() }, query: { version: 1 } })).code).toBe(
      'not_found',
    );
  });

  test('are nobody else’s: neither seen, nor changed, nor in anybody’s way', async () => {
    const [, owner, other] = tree.customers;
    const [theirs] = (await ask(getTaxIds, contextOf(owner))).taxIds;
    if (!theirs) throw new Error('there is one');
    const ctx = contextOf(other);
    expect((await ask(getTaxIds, ctx)).taxIds).toEqual([]);
    const params = { id: theirs.id };
    expect((await ask.refused(updateTaxId, ctx, { params, body: { ...IOSS, version: theirs.version } })).code).toBe(
      'not_found',
    );
    expect((await ask.refused(removeTaxId, ctx, { params, query: { version: theirs.version } })).code).toBe(
      'not_found',
    );
    expect((await ask(addTaxId, ctx, { body: IOSS })).taxIds).toHaveLength(1);
    expect((await ask(getTaxIds, contextOf(owner))).taxIds).toEqual([theirs]);
  });

  test('a number whose limit cannot be told for want of an exchange rate says so until there is one', async () => {
    const [, , customer] = tree.customers;
    const [before] = (await ask(getTaxIds, contextOf(customer))).taxIds;
    expect(before?.problem).toMatch(
      /^There is no exchange rate from CAD to EUR, .* Ask the company that runs this site/,
    );
    expect((await ask(getTaxIds, contextOf(customer, { currency: 'EUR' }))).taxIds[0]?.problem).toBeNull();
    await database.db.system((tx) =>
      tx
        .insertInto('fx_rates')
        .values({ day: '2020-01-05', base: 'EUR', quote: 'CAD', rate_e9: 1_600_000_000, source: 'Bank' })
        .execute(),
    );
    expect((await ask(getTaxIds, contextOf(customer))).taxIds[0]?.problem).toBeNull();
  });
});
