import { createHash } from 'node:crypto';
import { codePng } from '@scanship/documents/barcodes/code-png';
import { pageSizes } from '@scanship/documents/pdf/pdf-pages';
import { pageTexts, rasterPage } from '@scanship/documents/pdf/pdf-raster';
import { money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseBlobs } from '../../platform/blobs/blobs.ts';
import { codesOf } from '../../../../../packages/documents/test/pixels.ts';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type RateOptions, type World } from '../../../test/shipping-world.ts';
import { createBuyerLinks, createPageAddresses } from '../buyer-page/index.ts';
import { cancelShipment, createShipment, readShipments } from '../shipments/index.ts';
import type { CreateDeps } from '../shipments/commands/create-shipment.ts';
import { countPrinted, customsInvoice, mergeLabels, packingSlips, readDocument } from './index.ts';

const links = createBuyerLinks('a secret of tests, long enough');
/** Slips with pages under the host of Anna's franchise alone. */
const slipDeps = () => ({
  db: world.test.db,
  renderer: world.renderer,
  buyerPages: createPageAddresses(links, {
    forBuyers: async ({ franchiseId }) => (franchiseId === world.anna.realmId ? 'https://maple.test' : undefined),
  }),
});
let world: World;
let vendor: LoopbackVendor;
let deps: CreateDeps;
beforeAll(async () => {
  world = await makeWorld();
  vendor = await startVendor({ recovery: 'by-reference', parcelsPerCall: 2, drawn: true, deadlineMs: 2_000 });
  deps = world.process(vendor);
});
afterAll(async () => {
  await world.close();
  await vendor.close();
});

async function bought(
  options: RateOptions = {},
  labelFormat?: 'pdf' | 'zpl',
): Promise<{ orderId: string; shipmentId: string }> {
  const orderId = await world.newOrder([1]);
  const wish = { orderId, ...(await world.newRate(orderId, options)), labelFormat };
  const made = await createShipment(deps, world.anna, wish, undefined);
  if (!made.ok) throw new Error(made.problem.code);
  expect(await world.settled(deps, made.value.shipmentId)).toBe('bought');
  return { orderId, shipmentId: made.value.shipmentId };
}
const asker = () => ({ ...world.anna, locale: 'en-CA' as const, timeZone: 'America/Toronto' });
const tracking = async (id: string) => {
  const [shipment] = await world.test.db.tenant(world.anna, (tx) =>
    readShipments(tx, world.anna.tenantId, [id], deps.ports.grants),
  );
  return shipment?.parcels.map((parcel) => parcel.trackingNumber ?? '') ?? [];
};

describe('labels', () => {
  it('are merged in the given order, parcels by number, and counted when they are printed, not when they are opened', async () => {
    const [first, second] = [await bought({ parcels: 2 }), await bought()];
    const merged = await mergeLabels(
      { db: world.test.db, blobs: databaseBlobs, renderer: world.renderer },
      world.anna.tenantId,
      [second.shipmentId, first.shipmentId, second.shipmentId],
    );
    if (!merged.ok) throw new Error(merged.problem.code);
    expect(merged.value.fileName).toBe('ShippingLabels.pdf');
    const texts = await pageTexts(merged.value.bytes);
    const numbers = [...(await tracking(second.shipmentId)), ...(await tracking(first.shipmentId))];
    expect(texts).toHaveLength(3);
    for (const [index, number] of numbers.entries()) expect(texts[index]?.replaceAll(' ', '')).toContain(number);
    const copies = () =>
      world.test.db.tenant(world.anna, async (tx) =>
        (
          await tx
            .selectFrom('documents')
            .select('copies_printed')
            .where('shipment_id', '=', first.shipmentId)
            .execute()
        ).map((row) => row.copies_printed),
      );
    expect(await copies()).toEqual([0, 0]);
    const print = (who: typeof world.anna) =>
      world.test.db.tenant(who, (tx) => countPrinted(tx, who.tenantId, [first.shipmentId, second.shipmentId]));
    expect(await print(world.anna)).toBe(3);
    expect(await copies()).toEqual([1, 1]);
  });
  it('bought as ZPL are kept in both formats, and open from their shipment', async () => {
    const { shipmentId } = await bought({}, 'zpl');
    const [shipment] = await world.test.db.tenant(world.anna, (tx) =>
      readShipments(tx, world.anna.tenantId, [shipmentId], deps.ports.grants),
    );
    expect(shipment?.documents.map((document) => document.format).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'pdf',
      'zpl',
    ]);
    const zpl = shipment?.documents.find((document) => document.format === 'zpl');
    const file = await readDocument({ db: world.test.db, blobs: databaseBlobs }, world.anna.tenantId, zpl?.id ?? '');
    expect(file.ok && Buffer.from(file.value.bytes).toString()).toMatch(/^\^XA/);
    expect(
      (
        await mergeLabels({ db: world.test.db, blobs: databaseBlobs, renderer: world.renderer }, world.anna.tenantId, [
          shipmentId,
        ])
      ).ok,
    ).toBe(true);
  });
  it('that come as pictures are kept as a page that is upright and says TEST', async () => {
    const painter = await startVendor({ recovery: 'by-reference', picture: true, deadlineMs: 2_000 });
    const process = world.process(painter);
    const orderId = await world.newOrder([1]);
    const made = await createShipment(process, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
    if (!made.ok) throw new Error(made.problem.code);
    expect(await world.settled(process, made.value.shipmentId)).toBe('bought');
    const merged = await mergeLabels(
      { db: world.test.db, blobs: databaseBlobs, renderer: world.renderer },
      world.anna.tenantId,
      [made.value.shipmentId],
    );
    await painter.close();
    if (!merged.ok) throw new Error(merged.problem.code);
    expect(await pageSizes(merged.value.bytes)).toEqual([{ width: 288, height: 432 }]);
    const page = await rasterPage(merged.value.bytes, 0, 100);
    const ink = (x: number, y: number, width: number, height: number): number => {
      let dark = 0;
      for (let row = y; row < y + height; row += 1)
        for (let column = x; column < x + width; column += 1)
          if ((page.data[row * page.width + column] ?? 255) < 128) dark += 1;
      return dark / (width * height);
    };
    // The box, upright, and beside it the mark of a test label.
    expect(ink(22, 482, 36, 96)).toBeGreaterThan(0.98);
    expect(ink(80, 40, 300, 400)).toBeGreaterThan(0.01);
  });
  it('that a carrier gave as ZPL only are drawn into the merged PDF', async () => {
    const printer = await startVendor({ recovery: 'by-reference', deadlineMs: 2_000 });
    const process = world.process(printer);
    const orderId = await world.newOrder([1]);
    const made = await createShipment(
      process,
      world.anna,
      { orderId, ...(await world.newRate(orderId)), labelFormat: 'zpl' },
      undefined,
    );
    if (!made.ok) throw new Error(made.problem.code);
    expect(await world.settled(process, made.value.shipmentId)).toBe('bought');
    await printer.close();
    const other = await bought();
    const merged = await mergeLabels(
      { db: world.test.db, blobs: databaseBlobs, renderer: world.renderer },
      world.anna.tenantId,
      [made.value.shipmentId, other.shipmentId],
    );
    if (!merged.ok) throw new Error(merged.problem.message);
    expect(await pageSizes(merged.value.bytes)).toEqual([
      { width: 288, height: 432 },
      { width: 288, height: 432 },
    ]);
    const page = await rasterPage(merged.value.bytes, 0, 100);
    expect(page.data.some((value) => value < 128)).toBe(true);
  });
  it('that are missing are named, not left out in silence', async () => {
    const [there, gone] = [await bought(), await bought()];
    await cancelShipment(deps, world.anna, gone.shipmentId);
    await world.settled(deps, gone.shipmentId);
    const merged = await mergeLabels(
      { db: world.test.db, blobs: databaseBlobs, renderer: world.renderer },
      world.anna.tenantId,
      [there.shipmentId, gone.shipmentId],
    );
    expect(merged).toMatchObject({
      ok: false,
      problem: {
        code: 'no_labels',
        message: '1 of 2 shipments have no label to print.',
        errors: [{ field: 'shipmentIds.1' }],
      },
    });
  });
  it('of another tenant do not exist', async () => {
    const { shipmentId } = await bought();
    const [, neighbour] = world.tree.customers;
    expect(
      await mergeLabels({ db: world.test.db, blobs: databaseBlobs, renderer: world.renderer }, neighbour.tenantId, [
        shipmentId,
      ]),
    ).toMatchObject({ ok: false });
    const id = (
      await world.test.db.tenant(world.anna, (tx) =>
        tx.selectFrom('documents').select('id').where('shipment_id', '=', shipmentId).executeTakeFirstOrThrow(),
      )
    ).id;
    expect(await readDocument({ db: world.test.db, blobs: databaseBlobs }, neighbour.tenantId, id)).toMatchObject({
      ok: false,
      problem: { code: 'not_found' },
    });
  });
});

describe('packing slips and commercial invoices', () => {
  it('slips come in the given order under the seller’s name and logo, never the franchise’s', async () => {
    await world.test.db.tenant({ tenantId: world.anna.realmId }, (tx) =>
      sql`INSERT INTO branding (tenant_id, brand_name) VALUES (${world.anna.realmId}, 'Maple Ship')`.execute(tx),
    );
    const [first, second] = [await world.newOrder([1]), await world.newOrder([3])];
    const slips = await packingSlips(slipDeps(), asker(), [second, first]);
    if (!slips.ok) throw new Error(`${slips.problem.code} ${slips.problem.message ?? ''}`);
    expect(slips.value.fileName).toBe('PackingSlip.pdf');
    const texts = await pageTexts(slips.value.bytes);
    expect(texts).toHaveLength(2);
    const numbers = await world.test.db.tenant(world.anna, (tx) =>
      tx.selectFrom('orders').select(['id', 'number']).where('id', 'in', [first, second]).execute(),
    );
    const numberOf = (id: string) => numbers.find((order) => order.id === id)?.number ?? '?';
    expect(texts[0]).toContain(numberOf(second));
    expect(texts[1]).toContain(numberOf(first));
    const seller = await world.test.db.tenant(
      world.anna,
      async (tx) =>
        (await sql<{ name: string }>`SELECT name FROM tenants WHERE id = ${world.anna.tenantId}`.execute(tx)).rows[0]
          ?.name,
    );
    expect(texts[0]).toContain(seller);
    expect(texts[0]).not.toContain('Maple Ship');
    const mark = codePng('SELLER', 40, 200)?.png ?? new Uint8Array();
    const hash = createHash('sha256').update(mark).digest('hex');
    await world.test.db.tenant(world.anna, (tx) =>
      sql`WITH put AS (INSERT INTO blobs (tenant_id, sha256, size, type, bytes)
          VALUES (${world.anna.tenantId}, ${hash}, ${mark.byteLength}, 'image/png', ${Buffer.from(mark)}))
        INSERT INTO customer_settings (tenant_id, more) VALUES (${world.anna.tenantId}, jsonb_build_object('logo', ${hash}::text))`.execute(
        tx,
      ),
    );
    const marked = await packingSlips(slipDeps(), asker(), [first]);
    if (!marked.ok) throw new Error(marked.problem.code);
    // The picture stands where the name stood.
    expect((await pageTexts(marked.value.bytes))[0]?.startsWith(seller ?? '?')).toBe(false);
    expect(marked.value.bytes.byteLength).not.toBe(slips.value.bytes.byteLength);
  });
  it('slips are drawn for the sheet that the settings name, wherever they are asked for without one', async () => {
    const orderId = await world.newOrder([1]);
    const drawing = slipDeps();
    await world.test.db.tenant(world.anna, (tx) =>
      sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${world.anna.tenantId}, '{"slipPaper":"4x6"}')
        ON CONFLICT (tenant_id) DO UPDATE SET more = customer_settings.more || excluded.more`.execute(tx),
    );
    const slip = await packingSlips(drawing, asker(), [orderId]);
    expect(slip.ok && (await pageSizes(slip.value.bytes))).toEqual([{ width: 288, height: 432 }]);
    const letter = await packingSlips(drawing, asker(), [orderId], { paper: 'letter' });
    expect(letter.ok && (await pageSizes(letter.value.bytes))).toEqual([{ width: 612, height: 792 }]);
  });
  it('slips end with the code of the order’s own page where the settings say so, under the host of the franchise', async () => {
    const ids = [await world.newOrder([1]), await world.newOrder([2])];
    const codes = async () => {
      const slips = await packingSlips(slipDeps(), asker(), ids, { paper: 'letter' });
      if (!slips.ok) throw new Error(slips.problem.code);
      const pages = await Promise.all(ids.map((_id, at) => rasterPage(slips.value.bytes, at, 203)));
      const found = await Promise.all(pages.map((page) => codesOf(page)));
      return found.map((each) => each.map(({ text }) => text).filter((text) => text.startsWith('https:')));
    };
    const set = (tracking: boolean) =>
      world.test.db.tenant(world.anna, (tx) =>
        sql`INSERT INTO customer_settings (tenant_id, more) VALUES (${world.anna.tenantId}, ${JSON.stringify({ slipTracking: tracking })}::jsonb)
          ON CONFLICT (tenant_id) DO UPDATE SET more = customer_settings.more || excluded.more`.execute(tx),
      );
    expect(await codes()).toEqual([[], []]);
    await set(true);
    const PREFIX = 'https://maple.test/track/';
    const { tenantId } = world.anna;
    const read = (await codes()).map(([text = '']) => [
      text.slice(0, PREFIX.length),
      links.read(text.slice(PREFIX.length)),
    ]);
    expect(read).toEqual(ids.map((orderId) => [PREFIX, { tenantId, orderId }]));
    await set(false);
    expect(await codes()).toEqual([[], []]);
  });
  it('an invoice exists only where a border is crossed', async () => {
    const drawing = { db: world.test.db, blobs: databaseBlobs, renderer: world.renderer };
    const home = await bought();
    expect(await customsInvoice(drawing, asker(), home.shipmentId)).toMatchObject({
      ok: false,
      problem: { code: 'not_cross_border' },
    });
    const abroad = await bought({
      to: { city: 'Buffalo', provinceCode: 'NY', zipcode: '14201', countryCode: 'US' },
      customs: {
        purpose: 'Sale',
        incoterm: 'DAP',
        dutiesPaidBy: 'Receiver',
        currency: 'CAD',
        items: [
          {
            description: 'Cotton shirt',
            quantity: 2,
            unitValue: money(2_500, 'CAD'),
            unitGrams: 300,
            hsCode: '610910',
            originCountry: 'CA',
          },
        ],
      },
    });
    const invoice = await customsInvoice(drawing, asker(), abroad.shipmentId);
    if (!invoice.ok) throw new Error(invoice.problem.code);
    expect(invoice.value.fileName).toBe('CustomInvoice.pdf');
    const [text] = await pageTexts(invoice.value.bytes);
    expect(text).toContain('Cotton shirt');
    expect(text).toContain((await tracking(abroad.shipmentId))[0]);
    expect(text).toContain('50.00');
    // The exporter signs, not the franchise whose site was used.
    expect(text).not.toContain('Maple Ship');
  });
});
