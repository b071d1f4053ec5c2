import {
  checkProductImport,
  commitProductImport,
  fillProductImport,
  productImportProblems,
  type ProductMapping,
  productTemplate,
  uploadProducts,
} from '@scanship/contracts/products/product-import';
import { exportProducts, listProducts, type ProductRow, updateProduct } from '@scanship/contracts/products/products';
import { readTable } from '@scanship/documents/tables/table-reader';
import { writeWorkbook } from '@scanship/documents/tables/table-writer';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadedFile } from '../../../platform/http/handler.ts';
import { makeProductKit, type ProductKit } from '../../../../test/product-kit.ts';

let kit: ProductKit;
beforeAll(async () => {
  kit = await makeProductKit();
});
afterAll(() => kit.close());

const LIMITS = { maxRows: 1_000, maxColumns: 50, maxBytes: 10_000_000 };
const csv = (text: string): UploadedFile => ({
  fileName: 'products.csv',
  contentType: 'text/csv',
  bytes: Buffer.from(text),
});
const all = async (): Promise<ReadonlyMap<string, ProductRow>> => {
  const { products } = await kit.ask(listProducts, { query: { size: 200, sort: 'sku' }, body: {} });
  return new Map(products.map((row) => [row.sku, row]));
};
/** What counts of each product; when it was touched is not asked. */
const values = async () =>
  new Map(
    [...(await all())].map(([sku, { corrected: _c, updatedAt: _u, version: _v, ...rest }]) => [sku, rest] as const),
  );
async function upload(file: UploadedFile, change: (mapping: ProductMapping) => ProductMapping = (m) => m) {
  const uploaded = await kit.ask(uploadProducts, { file });
  const mapping = change(uploaded.mapping);
  const params = { id: uploaded.importId };
  const check = await kit.ask(checkProductImport, { params, body: mapping });
  const expected = check.counts.new + check.counts.changed;
  return { uploaded, params, mapping, check, body: { mapping, skipBlocked: false, expected } };
}
const exported = (format: 'csv' | 'xlsx') => kit.bytes(exportProducts, { body: { filters: {}, format } });

describe('in', () => {
  test('nothing is written while a row has an error; the mended file is taken whole', async () => {
    const head = 'SKU,Title,Weight (oz),HS code,Made in,Value,Bin\n';
    const first = await upload(
      csv(
        `${head}MUG-1,Mug,8,6912.00,Canada,12.50,A-1\nMUG-2,Mug two,heavy,12,Atlantis,x,A-2\nMUG-1,Again,1,,,,\n,No SKU,1,,,,`,
      ),
    );
    expect(first.uploaded.mapping).toMatchObject({
      columns: { sku: 0, title: 1, weight: 2, hsCode: 3, originCountry: 4, value: 5, binLocation: 6 },
      defaults: { weightUnit: 'oz' },
    });
    expect(first.check.counts).toEqual({ new: 1, changed: 0, unchanged: 0, blocked: 3 });
    expect(first.check.problems.map(({ row, field, severity }) => [row, field, severity])).toEqual([
      [3, 'weight', 'error'],
      [3, 'hsCode', 'error'],
      [3, 'originCountry', 'error'],
      [3, 'value', 'error'],
      [4, 'sku', 'error'],
      [5, 'sku', 'error'],
    ]);
    const refused = await kit.refused(commitProductImport, { params: first.params, body: first.body });
    expect(refused.code).toBe('import_blocked');
    expect((await all()).size).toBe(0);
    const problems = await kit.bytes(productImportProblems, { params: first.params });
    const table = await readTable(problems.bytes, problems.name, LIMITS);
    expect(table.headers.slice(0, 3)).toEqual(['Import row', 'Import problem', 'SKU']);
    expect(table.rows.map((row) => row[0])).toEqual(['3', '4', '5']);
    const second = await upload(
      csv(`${head}MUG-1,Mug,8,6912.00,Canada,12.50,A-1\nMUG-2,Mug two,1 lb 4 oz,691110,CN,,`),
    );
    const body = { ...second.body, expected: 2 };
    const done = await kit.ask(commitProductImport, { params: second.params, body });
    expect(done).toMatchObject({ created: 2, changed: 0, skipped: 0, openOrders: 0 });
    expect((await all()).get('MUG-1')).toMatchObject({
      title: 'Mug',
      weightGrams: 227,
      hsCode: '691200',
      originCountry: 'CA',
      value: { minor: 1_250, currency: 'CAD' },
      binLocation: 'A-1',
    });
    expect((await all()).get('MUG-2')).toMatchObject({ weightGrams: 567, value: null });
    expect((await kit.refused(commitProductImport, { params: second.params, body })).code).toBe('import_changed');
  });

  test('an empty cell changes nothing, a hyphen clears, a side of a size goes with the others', async () => {
    await kit.import([
      {
        sku: 'BOX',
        title: 'Box',
        unitGrams: 10,
        hsCode: '481910',
        dimensions: { lengthMm: 100, widthMm: 90, heightMm: 80 },
      },
    ]);
    const head = 'SKU;Titre;Poids (g);Longueur (cm);Largeur (cm);Hauteur (cm);Code SH\n';
    const { check, params, body } = await upload(csv(`${head}BOX;;12;;9,5;;-\nMUG-1;;;;;;`));
    expect(check.counts).toEqual({ new: 0, changed: 1, unchanged: 1, blocked: 0 });
    expect(check.preview[0]?.changes).toEqual([
      { field: 'weightGrams', from: '10 g', to: '12 g' },
      { field: 'dimensions', from: '100 x 90 x 80 mm', to: '100 x 95 x 80 mm' },
      { field: 'hsCode', from: '481910', to: null },
    ]);
    await kit.ask(commitProductImport, { params, body });
    // What the file cleared stays clear, whatever the store says next.
    await kit.import([{ sku: 'BOX', title: 'Box, small', unitGrams: 11, hsCode: '481920' }]);
    expect((await all()).get('BOX')).toMatchObject({ title: 'Box, small', weightGrams: 12, hsCode: null });
    const lone = await upload(csv('SKU,Length\nMUG-1,20\n'));
    expect(lone.check.problems[0]?.message).toBe('A size needs length, width and height.');
  });

  test('what changed between preview and commit is not overwritten unseen', async () => {
    const { params, body } = await upload(csv('SKU,Weight (g)\nMUG-2,600\n'));
    const row = (await all()).get('MUG-2');
    if (!row) throw new Error('MUG-2 is gone');
    await kit.ask(updateProduct, {
      params: { id: row.id },
      body: { version: row.version, changes: { weightGrams: 650 } },
    });
    expect((await kit.refused(commitProductImport, { params, body })).code).toBe('import_changed');
    expect((await all()).get('MUG-2')?.weightGrams).toBe(650);
  });

  test('open orders that lacked it are offered and completed', async () => {
    await kit.addOrders([
      { number: 'I1', more: { items: [{ sku: 'NEW-1', title: 'New', quantity: 1, unitMinor: 5 }] } },
    ]);
    const { params, body } = await upload(csv('SKU,Weight (g)\nNEW-1,75\n'));
    expect(await kit.ask(commitProductImport, { params, body })).toMatchObject({ created: 1, openOrders: 1 });
    expect(await kit.ask(fillProductImport, { params })).toEqual({ orders: 1 });
    expect(await kit.ask(fillProductImport, { params })).toEqual({ orders: 0 });
  });

  test('the columns of a file that was taken over are remembered by its headers', async () => {
    const odd = (weight: string) => csv(`Ref,Mass\nMUG-1,${weight}\n`);
    const first = await upload(odd('500'), (mapping) => ({
      columns: { sku: 0, weight: 1 },
      defaults: { ...mapping.defaults, weightUnit: 'g' },
    }));
    expect(first.uploaded.remembered).toBe(false);
    await kit.ask(commitProductImport, { params: first.params, body: first.body });
    const second = await kit.ask(uploadProducts, { file: odd('501') });
    expect(second).toMatchObject({ remembered: true, mapping: { columns: { sku: 0, weight: 1 } } });
  });

  test('what is no table is refused in a sentence', async () => {
    const file = { ...csv(''), fileName: 'x.xlsx', bytes: Buffer.from('%PDF-1.7') };
    expect((await kit.refused(uploadProducts, { file })).code).toBe('file_unreadable');
    const none = await kit.ask(uploadProducts, { file: csv('Colour\nred\n') });
    const problem = await kit.refused(checkProductImport, { params: { id: none.importId }, body: none.mapping });
    expect(problem.errors?.[0]).toMatchObject({ field: 'columns.sku' });
  });
});

describe('out and in again', () => {
  const awkward = fc.oneof(
    fc.constantFrom(
      '-',
      "'-",
      "'90s mug",
      '=1+1',
      '+1 416',
      '@home',
      "-5% 'sale'",
      '"quoted"',
      'a;b,c',
      'Tasse « bleue »',
      '1E+05',
      '007',
    ),
    fc.string({ minLength: 1, maxLength: 20 }),
  );
  const text = awkward.map((each) => each.replace(/\s+/g, ' ').trim());

  test('an export imported unchanged changes nothing, whatever stands in it', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ title: text, customs: text, weight: fc.option(fc.integer({ min: 1, max: 99_999 })) }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom('csv' as const, 'xlsx' as const),
        async (made, format) => {
          run += 1;
          for (const [n, each] of made.entries()) {
            await kit.import([{ sku: `RT-${run}-${n}`, title: each.title, externalId: `rt-${run}-${n}` }]);
            const row = (await all()).get(`RT-${run}-${n}`);
            if (!row) throw new Error('not imported');
            await kit.ask(updateProduct, {
              params: { id: row.id },
              body: { version: row.version, changes: { customsText: each.customs, weightGrams: each.weight } },
            });
          }
          const file = await exported(format);
          const { check } = await upload({ fileName: file.name, contentType: 'x', bytes: file.bytes });
          expect(check.problems).toEqual([]);
          expect(check.preview).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test.each(['csv', 'xlsx'] as const)('%s: only what was edited changes', async (format) => {
    const before = await values();
    const file = await exported(format);
    const table = await readTable(file.bytes, file.name, LIMITS);
    const at = (name: string) => table.headers.indexOf(name);
    const grams = format === 'csv' ? '321' : '322';
    const rows = table.rows.map((row) =>
      row[at('SKU')] === 'MUG-1' ? row.with(at('Weight (g)'), grams).with(at('Bin location'), '-') : row,
    );
    const bytes =
      format === 'csv'
        ? // As a person's editor writes it: a typed hyphen stays a hyphen.
          [table.headers, ...rows]
            .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
            .join('\n')
        : await writeWorkbook(
            'Products',
            table.headers.map((header) => ({ header })),
            rows,
          );
    if (format === 'xlsx') await kit.ask(commitProductImport, await again('SKU,Bin\nMUG-1,A-1\n'));
    const { check, params, body } = await upload({ fileName: file.name, contentType: 'x', bytes: Buffer.from(bytes) });
    expect(check.counts).toMatchObject({ new: 0, changed: 1, blocked: 0 });
    await kit.ask(commitProductImport, { params, body });
    const mug = before.get('MUG-1');
    if (!mug) throw new Error('no mug');
    before.set('MUG-1', { ...mug, weightGrams: Number(grams), binLocation: null });
    expect(await values()).toEqual(before);
  });
  const again = async (text: string) => {
    const { params, body } = await upload(csv(text));
    return { params, body };
  };

  test('the template is a file that the import takes', async () => {
    const { bytes } = await kit.bytes(productTemplate);
    const { check } = await upload({ fileName: 'products-template.xlsx', contentType: 'x', bytes });
    expect(check.counts).toEqual({ new: 2, changed: 0, unchanged: 0, blocked: 0 });
    expect(check.problems).toEqual([]);
  });
});
