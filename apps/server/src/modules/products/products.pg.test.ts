import {
  addProduct,
  archiveProducts,
  bulkEditProducts,
  fillOrders,
  getProduct,
  getProductPicture,
  listProducts,
  mergeProducts,
  previewBulkEdit,
  productByCode,
  type ProductChanges,
  type ProductDetail,
  type ProductField,
  putProductParts,
  putProductPicture,
  separateProduct,
  updateProduct,
} from '@scanship/contracts/products/products';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf } from '../../../test/order-fixture.ts';
import { type OutsideHost, startOutsideHost } from '../../../test/outside-host.ts';
import { makeProductKit, type ProductKit } from '../../../test/product-kit.ts';
import { loadOrderForShipping } from '../orders/index.ts';
import { productFacts } from './index.ts';

let kit: ProductKit;
let outside: OutsideHost;
beforeAll(async () => {
  outside = await startOutsideHost();
  kit = await makeProductKit(outside.dispatcher);
});
afterAll(async () => {
  await kit.close();
  await outside.close();
});

const find = async (sku: string) => {
  const { products } = await kit.ask(listProducts, { query: { size: 200 }, body: { search: { value: sku } } });
  const row = products.find((product) => product.sku === sku);
  if (!row) throw new Error(`no product ${sku}`);
  return row;
};
const detail = async (sku: string): Promise<ProductDetail> =>
  kit.ask(getProduct, { params: { id: (await find(sku)).id } });
const edit = async (sku: string, changes: ProductChanges, revert: readonly ProductField[] = []) => {
  const { id, version } = await find(sku);
  return kit.ask(updateProduct, { params: { id }, body: { version, changes, revert: [...revert] } });
};
const factsOf = (sku: string, externalProductId?: string) =>
  kit.database.db.tenant(kit.ctx, async (tx) =>
    (await productFacts(tx, kit.storeId, [{ sku, externalProductId }]))({ sku, externalProductId }),
  );
const linesOf = async (number: string) => {
  const { rows } = await kit.database.db.tenant(kit.ctx, (tx) =>
    sql<{
      weight: number | null;
      hs: string | null;
      customs: string | null;
      declared: number | null;
      total: number;
    }>`SELECT i.weight_g AS weight, i.hs_code AS hs, i.customs_text AS customs, i.declared_minor AS declared, o.weight_g AS total
      FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.number = ${number} ORDER BY i.line`.execute(tx),
  );
  return rows;
};

const goodsOfLines = (number: string) =>
  kit.database.db.tenant(kit.ctx, async (tx) => {
    const { id } = await tx.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirstOrThrow();
    return (await loadOrderForShipping(kit.ctx, tx, id))?.lines.map((line) => line.dangerousGoods);
  });

describe('one product', () => {
  test('what a person sets wins over the store, and goes back to it field by field', async () => {
    await kit.import([
      {
        sku: 'LAMP-1',
        title: 'Lamp',
        unitGrams: 900,
        hsCode: '9405.21',
        barcode: '0012345678905',
        imageUrl: 'https://cdn.example/lamp.png',
        price: { minor: 4_500, currency: 'CAD' },
      },
    ]);
    const before = await detail('LAMP-1');
    expect(before).toMatchObject({ weightGrams: 900, hsCode: '940521', corrected: [], stores: ['Manual orders'] });
    expect(before.picture).toMatch(new RegExp(`^/api/product/${before.id}/picture\\?v=[0-9a-f]{12}$`));
    expect(before.imported.picture).toBe('https://cdn.example/lamp.png');
    const after = await edit('LAMP-1', {
      weightGrams: 950,
      hsCode: null,
      dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
      customsText: 'Table lamp',
      dangerousGoods: 'lithium-ion-in-equipment',
      binLocation: 'A-1',
    });
    expect(after).toMatchObject({
      weightGrams: 950,
      hsCode: null,
      dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
      customsText: 'Table lamp',
      dangerousGoods: 'lithium-ion-in-equipment',
      binLocation: 'A-1',
      imported: { weightGrams: 900, hsCode: '940521' },
      corrected: ['weightGrams', 'dimensions', 'hsCode', 'customsText', 'dangerousGoods', 'binLocation'],
    });
    expect(after.history[0]).toMatchObject({
      who: 'Ann',
      event: 'edited',
      changes: expect.arrayContaining([
        { field: 'weightGrams', from: '900 g', to: '950 g' },
        { field: 'hsCode', from: '940521', to: null },
      ]),
    });
    await kit.import([{ sku: 'LAMP-1', title: 'Lamp, brass', unitGrams: 905, hsCode: '940529' }]);
    expect(await detail('LAMP-1')).toMatchObject({ title: 'Lamp, brass', weightGrams: 950, hsCode: null });
    expect(await edit('LAMP-1', {}, ['weightGrams', 'hsCode'])).toMatchObject({
      weightGrams: 905,
      hsCode: '940529',
      corrected: ['dimensions', 'customsText', 'dangerousGoods', 'binLocation'],
    });
  });

  test('a value that counts already is no correction', async () => {
    await kit.import([{ sku: 'SAME', unitGrams: 120 }]);
    const { version } = await find('SAME');
    expect(await edit('SAME', { weightGrams: 120 })).toMatchObject({ corrected: [], version });
  });

  test('somebody else’s edit in between is not overwritten', async () => {
    const { id, version } = await find('SAME');
    await edit('SAME', { weightGrams: 121 });
    const problem = await kit.refused(updateProduct, {
      params: { id },
      body: { version, changes: { weightGrams: 1 } },
    });
    expect(problem.code).toBe('stale_version');
    expect((await find('SAME')).weightGrams).toBe(121);
  });

  test('entered by hand, and later brought in by a store with the same SKU', async () => {
    const made = await kit.ask(addProduct, { body: { sku: 'HAND-1', changes: { title: 'By hand', weightGrams: 50 } } });
    expect(made).toMatchObject({ sku: 'HAND-1', title: 'By hand', weightGrams: 50, stores: [] });
    const twice = await kit.refused(addProduct, { body: { sku: 'hand-1 ', changes: {} } });
    expect(twice.errors?.[0]).toMatchObject({ field: 'sku', code: 'taken' });
    await kit.import([{ sku: 'hand-1', title: 'From the store', unitGrams: 60, originCountry: 'CA' }]);
    expect(await find('HAND-1')).toMatchObject({ title: 'By hand', weightGrams: 50, originCountry: 'CA' });
  });

  test('no store takes away or overwrites what people set, whatever comes in which order', async () => {
    const grams = fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined });
    const hs = fc.constantFrom(undefined, '691200', '691110', '621420');
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('store' as const),
        unitGrams: grams,
        hsCode: hs,
        title: fc.constantFrom('A', 'B'),
      }),
      fc.record({
        kind: fc.constant('person' as const),
        weightGrams: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 5_000 })),
        hsCode: fc.constantFrom(null, undefined, '850440'),
      }),
      fc.record({
        kind: fc.constant('revert' as const),
        field: fc.constantFrom('weightGrams' as const, 'hsCode' as const),
      }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
        run += 1;
        const sku = `PROP-${run}-X`;
        // The rule in three lines: the last word of a person, else the last word of the store.
        const said: Record<'weightGrams' | 'hsCode', { store: unknown; person: unknown }> = {
          weightGrams: { store: null, person: undefined },
          hsCode: { store: null, person: undefined },
        };
        const counts = (field: 'weightGrams' | 'hsCode') =>
          said[field].person === undefined ? said[field].store : said[field].person;
        await kit.import([{ sku, title: 'A' }]);
        for (const each of steps) {
          if (each.kind === 'store') {
            await kit.import([{ sku, title: each.title, unitGrams: each.unitGrams, hsCode: each.hsCode }]);
            said.weightGrams.store = each.unitGrams ?? said.weightGrams.store;
            said.hsCode.store = each.hsCode ?? said.hsCode.store;
          } else if (each.kind === 'person') {
            await edit(sku, { weightGrams: each.weightGrams, hsCode: each.hsCode });
            if (each.weightGrams !== counts('weightGrams')) said.weightGrams.person = each.weightGrams;
            if (each.hsCode !== undefined && each.hsCode !== counts('hsCode')) said.hsCode.person = each.hsCode;
          } else {
            await edit(sku, {}, [each.field]);
            said[each.field].person = undefined;
          }
          const row = await find(sku);
          expect([row.weightGrams, row.hsCode]).toEqual([counts('weightGrams'), counts('hsCode')]);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('pictures', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (bytes: Uint8Array) => ({ fileName: 'x.png', contentType: 'image/png', bytes });

  test('an upload is told by its bytes and answered as what it is', async () => {
    await kit.import([{ sku: 'PIC-1' }]);
    const { id } = await find('PIC-1');
    const html = upload(Buffer.from('<html><script>alert(1)</script>'));
    expect((await kit.refused(putProductPicture, { params: { id }, file: html })).code).toBe('picture_refused');
    const svg = upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'));
    expect((await kit.refused(putProductPicture, { params: { id }, file: svg })).code).toBe('picture_refused');
    const after = await kit.ask(putProductPicture, { params: { id }, file: upload(PNG) });
    expect(after.picture).toMatch(new RegExp(`^/api/product/${id}/picture\\?v=[0-9a-f]{12}$`));
    expect((await kit.bytes(getProductPicture, { params: { id } })).bytes).toEqual(PNG);
    const stranger = contextOf(kit.tree.customers[1]);
    expect((await kit.refused(getProductPicture, { params: { id }, ctx: stranger })).code).toBe('not_found');
    expect((await factsOf('PIC-1'))?.picture).toBe(after.picture);
  });
  test('one that lies at a store is fetched by the server, for the product’s own company alone', async () => {
    outside.answers.set('/mug.png', PNG);
    await kit.import([{ sku: 'PIC-2', imageUrl: 'https://pictures.example/mug.png' }]);
    const { id, picture } = await detail('PIC-2');
    expect(picture).not.toContain('pictures.example');
    expect((await kit.bytes(getProductPicture, { params: { id } })).bytes).toEqual(PNG);
    expect(outside.asked.at(-1)?.headers).not.toHaveProperty('referer');
    const stranger = contextOf(kit.tree.customers[1]);
    const before = outside.asked.length;
    expect((await kit.refused(getProductPicture, { params: { id }, ctx: stranger })).code).toBe('not_found');
    await kit.import([{ sku: 'PIC-3', imageUrl: 'https://inside.example/admin.png' }]);
    const { id: inside } = await detail('PIC-3');
    expect((await kit.refused(getProductPicture, { params: { id: inside } })).code).toBe('not_found');
    expect(outside.asked.length).toBe(before);
  });
  test('an address must be https', () => {
    const { body } = updateProduct;
    expect(body.safeParse({ version: 1, changes: { picture: 'http://x.example/a.png' } }).success).toBe(false);
    expect(body.safeParse({ version: 1, changes: { picture: 'javascript:alert(1)' } }).success).toBe(false);
    expect(body.safeParse({ version: 1, changes: { picture: 'https://x.example/a.png' } }).success).toBe(true);
  });
});

describe('many products', () => {
  test('a bulk edit says what it will change, then changes just that', async () => {
    await kit.import(
      ['B1', 'B2', 'B3', 'B4'].map((sku, n) => ({ sku: `BULK-${sku}`, unitGrams: n === 0 ? 250 : 100 })),
    );
    const selection = { filters: { search: { value: 'bulk' } }, excludeIds: [(await find('BULK-B4')).id] };
    const changes = { weightGrams: 250, hsCode: '611020' };
    const preview = await kit.ask(previewBulkEdit, { body: { ...selection, changes } });
    expect(preview).toMatchObject({ selected: 3, changed: 3 });
    expect(preview.sample.find(({ sku }) => sku === 'BULK-B1')?.changes).toEqual([
      { field: 'hsCode', from: null, to: '611020' },
    ]);
    expect(await kit.ask(bulkEditProducts, { body: { ...selection, changes } })).toEqual({ changed: 3, unchanged: 0 });
    expect(await kit.ask(previewBulkEdit, { body: { ...selection, changes } })).toMatchObject({ changed: 0 });
    expect(await kit.ask(bulkEditProducts, { body: { ...selection, changes } })).toEqual({ changed: 0, unchanged: 3 });
    expect(await find('BULK-B1')).toMatchObject({ weightGrams: 250, hsCode: '611020', corrected: ['hsCode'] });
    expect(await find('BULK-B4')).toMatchObject({ weightGrams: 100, hsCode: null });
    const back = { ids: [(await find('BULK-B2')).id], changes: {}, revert: ['weightGrams' as const] };
    expect(await kit.ask(bulkEditProducts, { body: back })).toMatchObject({ changed: 1 });
    expect(await find('BULK-B2')).toMatchObject({ weightGrams: 100, corrected: ['hsCode'] });
  });

  test('another customer’s products are not in a selection', async () => {
    const { id, weightGrams } = await find('BULK-B1');
    const ctx = contextOf(kit.tree.customers[1]);
    const body = { ids: [id], changes: { weightGrams: 1 } };
    expect(await kit.ask(bulkEditProducts, { body, ctx })).toEqual({ changed: 0, unchanged: 0 });
    expect((await find('BULK-B1')).weightGrams).toBe(weightGrams);
  });

  test('archived ones leave the list and keep filling orders', async () => {
    const { id } = await find('BULK-B3');
    expect(await kit.ask(archiveProducts, { body: { ids: [id], archived: true } })).toEqual({
      changed: 1,
      unchanged: 0,
    });
    const list = async (archived: boolean) =>
      (await kit.ask(listProducts, { body: { archived, search: { value: 'bulk-b3' } } })).products.map((p) => p.id);
    expect(await list(false)).toEqual([]);
    expect(await list(true)).toEqual([id]);
    expect((await factsOf('bulk-b3'))?.weightGrams).toBe(250);
    await kit.ask(archiveProducts, { body: { ids: [id], archived: false } });
    expect(await list(false)).toEqual([id]);
  });
});

describe('aliases and bundles', () => {
  test('several SKUs mean one product: found, filled, kept over imports, taken apart again', async () => {
    await kit.import([
      { sku: 'TEA', externalId: 'e-tea', title: 'Tea', unitGrams: 80, hsCode: '090240', originCountry: 'IN' },
      { sku: 'TEA-3PK', externalId: 'e-tea3', title: 'Tea, three', unitGrams: 999 },
    ]);
    const [tea, pack] = [await find('TEA'), await find('TEA-3PK')];
    const body = { intoId: tea.id, alias: { id: pack.id }, quantity: 3 };
    const merged = await kit.ask(mergeProducts, { body });
    expect(merged.aliases).toMatchObject([{ sku: 'TEA-3PK', quantity: 3, listings: [{ externalId: 'e-tea3' }] }]);
    expect((await kit.refused(mergeProducts, { body })).errors?.[0]?.message).toMatch(/alias already/);
    const found = await kit.ask(listProducts, { body: { search: { value: 'tea-3' } } });
    expect(found.products.map(({ sku, aliasCount }) => [sku, aliasCount])).toEqual([['TEA', 1]]);
    await kit.import([{ sku: 'TEA-3PK', externalId: 'e-tea3', title: 'Tea, three packs', unitGrams: 998 }]);
    expect(await factsOf('', 'e-tea3')).toMatchObject({ weightGrams: 240, hsCode: '090240', originCountry: 'IN' });
    expect(await factsOf('tea-3pk')).toMatchObject({ weightGrams: 240 });
    const separated = await kit.ask(separateProduct, { body: { aliasId: pack.id } });
    expect(separated).toMatchObject({ sku: 'TEA', aliases: [] });
    expect(await factsOf('', 'e-tea3')).toMatchObject({ weightGrams: 998, hsCode: null });
    expect(separated.history.map(({ event }) => event)).toEqual(['separated', 'merged']);
  });

  test('a SKU that no product has yet, and one that goes along with its product', async () => {
    const [tea, pack] = [await find('TEA'), await find('TEA-3PK')];
    await kit.ask(mergeProducts, { body: { intoId: pack.id, alias: { sku: 'TEA-6PK' }, quantity: 2 } });
    const merged = await kit.ask(mergeProducts, { body: { intoId: tea.id, alias: { id: pack.id }, quantity: 3 } });
    expect(merged.aliases.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['TEA-3PK', 3],
      ['TEA-6PK', 6],
    ]);
    expect(await factsOf('tea-6pk')).toMatchObject({ weightGrams: 480 });
  });

  test('a bundle weighs what its parts weigh, unless a person says otherwise', async () => {
    await kit.import([
      { sku: 'CUP', unitGrams: 300, originCountry: 'CA' },
      { sku: 'SET-1', title: 'Tea set', unitGrams: 5 },
    ]);
    const [tea, cup, set] = [await find('TEA'), await find('CUP'), await find('SET-1')];
    const parts = [
      { id: tea.id, quantity: 1 },
      { id: cup.id, quantity: 4 },
    ];
    const put = { params: { id: set.id }, body: { version: set.version, parts } };
    expect(await kit.ask(putProductParts, put)).toMatchObject({
      bundle: true,
      parts: [{ sku: 'CUP' }, { sku: 'TEA' }],
    });
    // Origins differ, so nothing is said of them.
    expect(await factsOf('set-1')).toMatchObject({ weightGrams: 1_280, originCountry: null });
    await edit('SET-1', { weightGrams: 1_500 });
    expect(await factsOf('set-1')).toMatchObject({ weightGrams: 1_500 });
    await edit('CUP', { weightGrams: null });
    await edit('SET-1', {}, ['weightGrams']);
    // Half a weight would be too light; then the store's own counts.
    expect(await factsOf('set-1')).toMatchObject({ weightGrams: 5 });
    const nested = {
      params: { id: cup.id },
      body: { version: (await find('CUP')).version, parts: [{ id: set.id, quantity: 1 }] },
    };
    expect((await kit.refused(putProductParts, nested)).code).toBe('validation');
    const alias = { intoId: tea.id, alias: { id: cup.id }, quantity: 1 };
    expect((await kit.refused(mergeProducts, { body: alias })).errors?.[0]?.message).toMatch(/part of a bundle/);
  });

  test('a barcode of a product or of a listing finds what it means', async () => {
    await kit.import([{ sku: 'TEA-3PK', externalId: 'e-tea3', title: 'Tea, three packs', barcode: '4006381333931' }]);
    const codes = async (value: string) =>
      (await kit.ask(productByCode, { params: { value } })).products.map(({ sku }) => sku);
    expect(await codes('4006381333931')).toEqual(['TEA']);
    expect(await codes('0012345678905')).toEqual(['LAMP-1']);
    expect(await codes('tea-6PK')).toEqual(['TEA']);
    expect(await codes('nothing')).toEqual([]);
  });
});

describe('open orders', () => {
  test('an edit says how many orders lack it and fills just these, in all stores and by hand', async () => {
    await kit.import([{ sku: 'VASE', externalId: 'e-vase', title: 'Vase' }]);
    const item = { sku: 'vase', title: 'Vase', quantity: 2, unitMinor: 0 };
    await kit.addOrders([
      { number: 'F1', more: { items: [item] } },
      {
        number: 'F2',
        more: { items: [{ ...item, weightGrams: 777, unitMinor: 900 }] },
      },
      { number: 'F3', more: { source: 'manual', items: [item, { ...item, sku: 'other' }] } },
      { number: 'F4', more: { items: [{ ...item, sku: '', externalProductId: 'e-vase' }] } },
      { number: 'F5', more: { currency: 'USD', items: [item] } },
    ]);
    const after = await edit('VASE', {
      weightGrams: 640,
      hsCode: '701399',
      customsText: 'Glass vase',
      value: { minor: 2_500, currency: 'CAD' },
    });
    expect(after.openOrders).toBe(5);
    const body = { ids: [after.id], fill: true };
    expect(await kit.ask(fillOrders, { body: { ...body, fill: false } })).toEqual({ orders: 5 });
    expect(await linesOf('F1')).toMatchObject([{ weight: null, total: 0 }]);
    expect(await kit.ask(fillOrders, { body })).toEqual({ orders: 5 });
    expect(await linesOf('F1')).toEqual([
      { weight: 640, hs: '701399', customs: 'Glass vase', declared: 2_500, total: 1_280 },
    ]);
    // What is there stays; a price is a value; a foreign currency is not converted.
    expect(await linesOf('F2')).toMatchObject([{ weight: 777, hs: '701399', declared: null }]);
    expect(await linesOf('F3')).toMatchObject([{ weight: 640, total: 0 }, { weight: null }]);
    expect(await linesOf('F4')).toMatchObject([{ weight: 640, total: 1_280 }]);
    expect(await linesOf('F5')).toMatchObject([{ weight: 640, declared: null }]);
    // Dangerous goods are the product's own word at the time of shipping, by SKU and by the store's id.
    await edit('VASE', { dangerousGoods: 'limited-quantity' });
    expect(await goodsOfLines('F3')).toEqual(['limited-quantity', null]);
    expect(await goodsOfLines('F4')).toEqual(['limited-quantity']);
    expect(await kit.ask(fillOrders, { body })).toEqual({ orders: 0 });
    expect((await kit.ask(getProduct, { params: { id: after.id } })).openOrders).toBe(0);
  });

  test('an alias and a bundle are filled from what they mean', async () => {
    const { id } = await find('VASE');
    await kit.ask(mergeProducts, { body: { intoId: id, alias: { sku: 'VASE-PAIR' }, quantity: 2 } });
    await kit.addOrders([
      { number: 'F6', more: { items: [{ sku: 'VASE-PAIR', title: 'Pair', quantity: 1, unitMinor: 1 }] } },
    ]);
    expect(await kit.ask(fillOrders, { body: { ids: [id], fill: true } })).toEqual({ orders: 1 });
    expect(await linesOf('F6')).toMatchObject([{ weight: 1_280, hs: '701399', total: 1_280 }]);
  });
});
