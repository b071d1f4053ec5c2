/** From a carrier's file to the books of three levels: matched, compared, passed down with notice. */
import type { BillLineDto } from '@scanship/contracts/carriers/carrier-bills';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLabels, type BoughtLabel, labelOf, makeChain } from '../../../test/billed-labels.ts';
import {
  accept,
  adjustmentOf,
  as,
  asBought,
  balance,
  base,
  chain,
  charge,
  closeBillsWorld,
  customer,
  DAY,
  franchise,
  heavier,
  heavyCase,
  mine,
  newLabels,
  nextSerial,
  noticeIsOver,
  open,
  openBillsWorld,
  platform,
  taken,
  tree,
  upload,
  worker,
} from '../../../test/bills-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { checkBook } from '../billing/index.ts';
import { bear } from './disputes.ts';
import { matchByHand } from './match-by-hand.ts';
import { listDifferences, listLines } from './read-bills.ts';
import { saveSettings } from './settings.ts';
import { readUnknownCharges } from './unknown-charges.ts';
import { testFiles } from '../../../test/file-reading.ts';
import { uploadBill } from './upload.ts';

beforeAll(openBillsWorld);
afterAll(closeBillsWorld);

describe('a billing file', () => {
  test('is matched and compared; the same file and the same charge are counted once', async () => {
    const labels = await newLabels(4);
    const [first, second, third, fourth] = labels as [BoughtLabel, BoughtLabel, BoughtLabel, BoughtLabel];
    const charges = [
      ...asBought(first),
      ...heavier(second),
      ...asBought(third),
      charge(third, { minor: 1_550, detail: 'ADC', label: 'Address Correction Standard' }),
      ...asBought(fourth),
      ...asBought(fourth, 'INV2'),
      {
        invoice: 'INV1',
        date: DAY,
        tracking: '',
        minor: 2_500,
        label: 'Payment Processing Fee',
        detail: 'SVCH',
        classification: 'MSC',
        code: '',
      },
    ];
    const file = await taken(charges);
    expect(file).toMatchObject({
      state: 'done',
      counts: { rows: 17, lines: 17, known: 0, faults: 0, matched: 17, open: 0, differences: 3 },
    });
    expect(await open(first)).toEqual([]);
    const [weight] = await open(second);
    expect(weight).toMatchObject({
      kind: 'weight',
      expected: { minor: second.freight + second.fuel + second.tax },
      customer: expect.stringContaining('customer'),
    });
    expect(weight?.evidence).toMatchObject({ declaredGrams: second.grams, carrier: 'ups' });
    expect((await open(third)).map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['address_correction', 1_550],
    ]);
    expect((await open(fourth)).map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['duplicate', fourth.freight + fourth.fuel + fourth.tax],
    ]);
    const late = (await listDifferences(base.db, platform(), { kind: 'late_fee' })).differences;
    expect(late.map((each) => each.amount.minor)).toEqual([2_500]);

    const again = await upload(charges);
    expect(again).toMatchObject({ ok: false, problem: { code: 'key_reused' } });
    const more = await taken([
      ...charges,
      charge(first, { minor: 400, classification: 'ACC', code: 'RES', label: 'Residential Surcharge' }),
    ]);
    expect(more.counts).toMatchObject({ lines: 1, known: 17 });
    expect((await open(first)).map(({ kind }) => kind)).toEqual(['residential']);
    expect((await open(second)).map(({ id }) => id)).toEqual([weight?.id]);
  });

  test('of another carrier or damaged is refused in a sentence; one that is not known is mapped once', async () => {
    const text = (content: string, layout?: 'ups') =>
      uploadBill(
        { db: base.db, files: testFiles },
        { ...platform(), currency: 'CAD' },
        { fileName: 'bill.csv', contentType: 'text/csv', bytes: new TextEncoder().encode(content) },
        { accountId: chain.accountId, layout },
      );
    expect(await text('a,b\n1,2', 'ups')).toMatchObject({ ok: false, problem: { code: 'file_unreadable' } });
    const [label] = await newLabels(1);
    const table = `Facture,Suivi,Description,Montant\nF1,${label?.tracking},Residential,"4,00"\n`;
    const asked = await text(table);
    expect(asked).toMatchObject({
      ok: true,
      value: { toMap: { mapping: { columns: { invoiceNumber: 0, trackingNumber: 1, amount: 3 } } } },
    });
    if (!asked.ok || !('toMap' in asked.value)) throw new Error('to be mapped');
    const mapping = JSON.stringify(asked.value.toMap.mapping);
    const mapped = await uploadBill(
      { db: base.db, files: testFiles },
      { ...platform(), currency: 'CAD' },
      { fileName: 'bill.csv', contentType: 'text/csv', bytes: new TextEncoder().encode(table) },
      { accountId: chain.accountId, mapping },
    );
    expect(mapped.ok).toBe(true);
    // The next file with the same header row needs nobody.
    expect(await text(table.replace('F1', 'F2'))).toMatchObject({ ok: true, value: { fileId: expect.any(String) } });
    await worker().look();
  });

  test('a charge without a number gets suggestions, and a person confirms', async () => {
    const [label] = await newLabels(1);
    if (!label) throw new Error('one label');
    await taken([
      charge(label, {
        tracking: 'UNKNOWN1',
        minor: 700,
        enteredLb: label.grams / 453.59237,
        invoice: 'INV7',
        label: 'Residential Surcharge',
        classification: 'ACC',
        code: 'RES',
      }),
      charge(label, { tracking: '', reference: label.reference, invoice: 'INV7' }),
    ]);
    const lines = (await listLines(base.db, platform(), { search: 'INV7' })).lines;
    expect(lines.find((line) => line.trackingNumber === null)).toMatchObject({
      state: 'matched',
      matchBy: 'reference',
    });
    const suggested = lines.find((line) => line.trackingNumber === 'UNKNOWN1') as BillLineDto;
    expect(suggested.state).toBe('suggested');
    expect(suggested.suggestions.map((each) => each.purchaseId)).toContain(label.purchaseId);
    const unknown = async () =>
      (await readUnknownCharges(base.db, platform(), chain.accountId)).filter(({ number }) => number === 'UNKNOWN1');
    expect(await unknown()).toMatchObject([{ invoiceNumber: 'INV7', invoiceDate: DAY, amount: { minor: 700 } }]);
    expect(await readUnknownCharges(base.db, customer(), chain.accountId)).toEqual([]);
    expect(await matchByHand(base.db, platform(), suggested.id, newId())).toMatchObject({
      ok: false,
      problem: { code: 'forbidden' },
    });
    expect(await matchByHand(base.db, platform(), suggested.id, label.purchaseId)).toEqual({
      ok: true,
      value: 'matched',
    });
    expect(await unknown()).toEqual([]);
  });

  test('a charge of no label is told however many come of labels that are known, until a later invoice takes it back', async () => {
    const [known] = await newLabels(1);
    if (!known) throw new Error('one label');
    await taken([charge(known, { tracking: 'UNKNOWN2', minor: 900, invoice: 'INV20', label: 'Ground' })]);
    const unknown = async () =>
      (await readUnknownCharges(base.db, platform(), chain.accountId)).map(({ number, amount }) => [
        number,
        amount.minor,
      ]);
    expect(await unknown()).toEqual([['UNKNOWN2', 900]]);
    await base.db.tenant(platform(), (tx) =>
      sql`INSERT INTO invoice_lines SELECT (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'invoice_number', 'MANY' || n,
          'invoice_date', l.invoice_date + 1, 'tracking_key', ${known.tracking}::text))).*
        FROM invoice_lines AS l, generate_series(1, 600) AS n WHERE l.tracking_key = 'UNKNOWN2'`.execute(tx),
    );
    expect(await unknown()).toEqual([['UNKNOWN2', 900]]);
    await base.db.tenant(platform(), (tx) =>
      sql`UPDATE invoice_lines SET state = 'accepted' WHERE invoice_number LIKE 'MANY%'`.execute(tx),
    );
    await taken([charge(known, { tracking: 'UNKNOWN2', minor: -900, invoice: 'INV21', label: 'Ground' })]);
    expect(await unknown()).toEqual([]);
  });

  test('a label of another account or a cancelled one', async () => {
    const [cancelled] = await newLabels(1, true);
    if (!cancelled) throw new Error('one label');
    const foreign = await makeChain(base.db, { owner: tree.franchises[1], sellers: [], shipper: tree.franchises[1] });
    const other = labelOf(nextSerial(), DAY);
    await addLabels(base.db, foreign, [other]);
    await taken([...asBought(cancelled), ...asBought(other)]);
    expect((await open(cancelled)).map(({ kind }) => kind)).toEqual(['void_not_credited']);
    const lines = (await listLines(base.db, platform(), { search: other.tracking })).lines;
    expect(lines.every((line) => line.state !== 'matched')).toBe(true);
    // Known here, whoever bought it with what.
    expect(await readUnknownCharges(base.db, platform(), chain.accountId)).toEqual([]);
    // The carrier takes it back later: what was found has gone.
    await taken([
      charge(cancelled, {
        minor: -(cancelled.freight + cancelled.fuel + cancelled.tax),
        detail: 'VOID',
        label: 'Void',
        invoice: 'INV9',
      }),
    ]);
    expect(await open(cancelled)).toEqual([]);
  });
});

describe('down the levels', () => {
  test('each level is told its own price, waits for the notice, and is booked once', async () => {
    const before = await balance(tree.franchises[0], 'receivable', customer().tenantId);
    const { label, difference } = await heavyCase();
    const below = await adjustmentOf(customer(), label);
    const between = await adjustmentOf(franchise(), label);
    expect(below).toMatchObject({
      state: 'notice',
      kind: 'weight',
      canDispute: true,
      passedOn: null,
      evidence: { declaredGrams: label.grams },
    });
    expect(between.passedOn).toEqual(below.amount);
    await worker().look();
    expect((await adjustmentOf(customer(), label)).state).toBe('notice');
    expect(await balance(tree.franchises[0], 'receivable', customer().tenantId)).toBe(before);
    await noticeIsOver();
    await Promise.all([worker().look(), worker().look()]);
    expect((await adjustmentOf(customer(), label)).state).toBe('booked');
    expect(await balance(tree.franchises[0], 'receivable', customer().tenantId)).toBe(before + below.amount.minor);
    expect(difference.amount.minor).toBeGreaterThan(1_000);
    for (const tenantId of [tree.platformId, tree.franchises[0], customer().tenantId])
      expect(await base.db.tenant({ tenantId }, checkBook)).toEqual([]);
  });

  test('with mark-ups, another level’s cost stands nowhere below it', async () => {
    for (const who of [platform(), franchise()])
      await base.db.tenant(who, (tx) =>
        saveSettings(tx, who.tenantId, {
          noticeDays: 7,
          toleranceMinor: 2,
          policy: { weight: { mode: 'marked_up', fromMinor: 0 } },
          version: 0,
        }),
      );
    const { label, difference } = await heavyCase(4_321);
    const amounts = [
      difference.amount.minor,
      (await adjustmentOf(franchise(), label)).amount.minor,
      (await adjustmentOf(customer(), label)).amount.minor,
    ];
    expect(amounts[1]).toBeGreaterThan(amounts[0] ?? 0);
    expect(amounts[2]).toBeGreaterThan(amounts[1] ?? 0);
    const everything = async (tenantId: string): Promise<string> => {
      const texts = await base.db.tenant({ tenantId }, async (tx) => {
        const tables = [
          'adjustments',
          'disputes',
          'invoice_lines',
          'bill_differences',
          'bill_shipments',
          'bill_files',
          'entries',
          'postings',
        ];
        const found: string[] = [];
        for (const table of tables)
          found.push(
            (
              await sql<{
                text: string;
              }>`SELECT coalesce(json_agg(t), '[]')::text AS text FROM ${sql.table(table)} t`.execute(tx)
            ).rows[0]?.text ?? '',
          );
        return found;
      });
      return texts.join('\n');
    };
    const [carrier = 0, toFranchise = 0, toCustomer = 0] = amounts;
    const customers = await everything(customer().tenantId);
    expect(customers).toContain(String(toCustomer));
    for (const cost of [carrier, toFranchise]) expect(customers).not.toMatch(new RegExp(`\\b${cost}\\b`));
    const franchises = await everything(tree.franchises[0]);
    expect(franchises).toContain(String(toFranchise));
    expect(franchises).not.toMatch(new RegExp(`\\b${carrier}\\b`));
    // A neighbour sees nothing at all.
    expect(await mine(as(tree.customers[1].tenantId))).toEqual([]);
  });

  test('a credit moves at once; what a level bears ends there', async () => {
    const [label] = await newLabels(1);
    if (!label) throw new Error('one label');
    await taken([
      ...asBought(label),
      charge(label, { minor: -500, detail: 'GSR', label: 'Guaranteed Service Refund' }),
    ]);
    const [credit] = await open(label);
    expect(credit?.kind).toBe('service_credit');
    await accept([credit?.id ?? '']);
    await worker().look();
    expect(await adjustmentOf(customer(), label)).toMatchObject({ state: 'booked', canDispute: false });
    expect((await adjustmentOf(customer(), label)).amount.minor).toBeLessThan(0);

    const borne = await heavyCase();
    const own = await adjustmentOf(franchise(), borne.label);
    expect(own.canBear).toBe(true);
    await base.db.tenant(franchise(), (tx) => bear(tx, franchise(), own.id));
    await noticeIsOver();
    await worker().look();
    expect((await adjustmentOf(customer(), borne.label)).state).toBe('cancelled');
    expect((await adjustmentOf(franchise(), borne.label)).state).toBe('booked');
  });

  test('a buyer that is closed is charged nothing: who sold to it bears it', async () => {
    const [label] = await newLabels(1);
    if (!label) throw new Error('one label');
    await taken(heavier(label));
    const [difference] = await open(label);
    const stand = (state: string) =>
      base.db.system((tx) => sql`UPDATE tenants SET state = ${state} WHERE id = ${customer().tenantId}`.execute(tx));
    await stand('closed');
    try {
      await accept([difference?.id ?? '']);
    } finally {
      await stand('active');
    }
    await noticeIsOver();
    await worker().look();
    expect((await mine(franchise(), 'franchise')).map(({ evidence }) => evidence.trackingNumber)).toContain(
      label.tracking,
    );
    expect((await mine(customer())).map(({ evidence }) => evidence.trackingNumber)).not.toContain(label.tracking);
  });

  test('a process that dies anywhere books nothing twice and loses nothing', async () => {
    for (const point of ['case-before-commit', 'case-after-commit'] as const) {
      const { label } = await heavyCase();
      const due = await adjustmentOf(customer(), label);
      await noticeIsOver();
      const before = await balance(tree.franchises[0], 'receivable', customer().tenantId);
      const dying = worker({
        leaseMs: 1,
        onPoint: (name) => {
          if (name === point) throw new Error('killed');
        },
      });
      // One that dies tries again and again: stop after some turns.
      const turns = dying.look();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await dying.stop();
      await turns;
      await worker().look();
      await worker().look();
      expect(await balance(tree.franchises[0], 'receivable', customer().tenantId)).toBe(before + due.amount.minor);
      expect((await adjustmentOf(customer(), label)).state).toBe('booked');
    }
    for (const point of ['file-read', 'file-kept', 'file-matched', 'file-audited'] as const) {
      const [label] = await newLabels(1);
      if (!label) throw new Error('one label');
      const done = await upload(heavier(label));
      let died = false;
      await worker({
        onPoint: (name) => {
          if (name !== point || died) return;
          died = true;
          throw new Error('killed');
        },
      }).look();
      await base.db.tenant(platform(), (tx) =>
        sql`UPDATE bill_files SET due_at = clock_timestamp() WHERE due_at IS NOT NULL`.execute(tx),
      );
      await worker().look();
      expect(died && done.ok).toBe(true);
      expect((await open(label)).map(({ kind }) => kind)).toEqual(['weight']);
      expect((await listLines(base.db, platform(), { search: label.tracking })).totalRecords).toBe(3);
    }
  });
});
