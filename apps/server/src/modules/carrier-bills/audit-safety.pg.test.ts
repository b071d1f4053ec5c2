/**
 * The audit is safe, through the real files, books and levels: what moves for a label is never more than its invoice proves,
 * it is what the preview said, and undoing brings every account back to where it stood.
 */
import {
  type Asked,
  LAYOUTS,
  type Meant,
  rowsOf,
  type Shape,
  WORDS,
} from '@scanship/domain/carrier-bills/bill-layouts.test-kit';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoughtLabel } from '../../../test/billed-labels.ts';
import {
  accept,
  as,
  asBought,
  base,
  chain,
  charge,
  closeBillsWorld,
  customer,
  franchise,
  heavier,
  newLabels,
  noticeIsOver,
  open,
  openBillsWorld,
  platform,
  taken,
  tree,
  worker,
} from '../../../test/bills-world.ts';
import { testFiles } from '../../../test/file-reading.ts';
import { newId } from '../../platform/database/ids.ts';
import { checkBook, readBalances } from '../billing/index.ts';
import { decideDifferences, planDecision } from './decide.ts';
import { nameWords } from './name-words.ts';
import { previewDecision } from './preview.ts';
import { saveSettings } from './settings.ts';
import { undoDecisions } from './undo.ts';
import { uploadBill } from './upload.ts';

beforeAll(openBillsWorld);
afterAll(closeBillsWorld);

const levels = () => [tree.platformId, tree.franchises[0], customer().tenantId];

/** Every account of the three levels that holds anything. */
async function accounts(): Promise<Readonly<Record<string, number>>> {
  const all: [string, number][] = [];
  for (const tenantId of levels())
    for (const { kind, party, amount } of await base.db.tenant({ tenantId }, readBalances))
      if (amount.minor !== 0) all.push([[tenantId, kind, party, amount.currency].join('/'), amount.minor]);
  return Object.fromEntries(all);
}

/** Before taxes, of all that was decided for a label and stands: what the level was charged, and what it was given back. */
async function movedAt(tenantId: string, label: BoughtLabel) {
  const { rows } = await base.db.tenant({ tenantId }, (tx) =>
    sql<{ lines: readonly PriceLine[] }>`SELECT lines FROM adjustments
      WHERE tenant_id = ${tenantId} AND purchase_id = ${label.purchaseId} AND state <> 'cancelled'`.execute(tx),
  );
  const sums = rows.map(({ lines }) =>
    lines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount.minor), 0),
  );
  return {
    charged: sums.reduce((sum, each) => sum + Math.max(0, each), 0),
    credited: sums.reduce((sum, each) => sum + Math.max(0, -each), 0),
  };
}

async function uploadRows(rows: readonly (readonly string[])[]): Promise<void> {
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const bytes = new TextEncoder().encode(`${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`);
  const put = (mapping?: string) =>
    uploadBill(
      { db: base.db, files: testFiles },
      { ...platform(), currency: 'CAD' },
      { fileName: `${newId()}.csv`, contentType: 'text/csv', bytes },
      { accountId: chain.accountId, mapping },
    );
  const asked = await put();
  if (!asked.ok) throw new Error(JSON.stringify(asked.problem));
  if ('toMap' in asked.value) {
    const mapped = await put(JSON.stringify(asked.value.toMap.mapping));
    if (!mapped.ok) throw new Error(JSON.stringify(mapped.problem));
  }
  await worker().look();
}
const undo = async (ids: readonly string[]) => {
  const { fingerprint } = await previewDecision(base.db, platform(), ids, 'undo');
  return undoDecisions(base.db, platform(), ids, fingerprint);
};

interface Charge {
  readonly meant: Meant;
  readonly words: number;
  readonly minor: number | 'as bought';
  readonly currency: string;
}
const charges: fc.Arbitrary<readonly Charge[]> = fc.array(
  fc.record({
    meant: fc.constantFrom<Meant>('freight', 'freight', 'fuel', 'residential', 'address', 'credit', 'unknown', 'tax'),
    words: fc.nat({ max: 2 }),
    minor: fc.oneof(fc.constant<'as bought'>('as bought'), fc.constant(1_200), fc.integer({ min: -3_000, max: 5_000 })),
    currency: fc.constantFrom('CAD', 'CAD', 'CAD', 'USD'),
  }),
  { minLength: 1, maxLength: 6 },
);
const shape: fc.Arbitrary<Shape> = fc.record({
  titles: fc.nat({ max: 2 }),
  shuffle: fc.array(fc.nat({ max: 99 }), { minLength: 3, maxLength: 12 }),
  taxIncluded: fc.boolean(),
  header: fc.boolean(),
});
const askedOf = (label: BoughtLabel, some: readonly Charge[], currencies: boolean): readonly Asked[] =>
  some.flatMap(({ meant, words, minor, currency }): Asked[] => {
    const bought = { freight: label.freight, fuel: label.fuel, tax: label.tax };
    const amount = minor === 'as bought' ? (meant in bought ? bought[meant as keyof typeof bought] : 700) : minor;
    const signed = meant === 'credit' ? -Math.abs(amount) : meant === 'unknown' ? amount : Math.abs(amount);
    const word = WORDS[meant][words % WORDS[meant].length] ?? '';
    return signed === 0 ? [] : [{ meant, words: word, minor: signed, currency: currencies ? currency : 'CAD' }];
  });

describe('generated invoices', () => {
  test('nothing moves that is not proven, the preview says what moves, and undoing brings it back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LAYOUTS),
        fc.tuple(charges, charges),
        shape,
        fc.boolean(),
        async (layout, some, how, overNotice) => {
          const labels = (await newLabels(2)) as [BoughtLabel, BoughtLabel];
          const named = layout === 'ups' || layout === 'mapped';
          const drawn = labels.map((label, n) => ({
            tracking: label.tracking,
            asked: askedOf(label, some[n as 0 | 1], named),
          }));
          if (drawn.every(({ asked }) => asked.length === 0)) return;
          await uploadRows(rowsOf(layout, drawn, how));
          const found = (await Promise.all(labels.map(open))).flat();
          if (found.length === 0) return;
          const before = await accounts();
          const ids = found.map(({ id }) => id);
          const shown = await previewDecision(base.db, platform(), ids, 'accept');
          const decided = await accept(ids);
          expect(decided.decided).toBe(shown.count);
          expect(decided.left).toBe(shown.kept.length);
          for (const [n, label] of labels.entries()) {
            const asked = (drawn[n]?.asked ?? []).filter(({ currency }) => currency === 'CAD');
            const credits = asked.reduce((sum, each) => (each.meant === 'credit' ? sum - each.minor : sum), 0);
            const billed = asked.reduce((sum, each) => sum + each.minor, 0);
            const worth = label.freight + label.fuel + label.tax;
            for (const tenantId of levels()) {
              const { charged, credited } = await movedAt(tenantId, label);
              expect(charged).toBeLessThanOrEqual(Math.max(0, billed + credits - worth));
              expect(credited).toBeLessThanOrEqual(Math.min(credits, worth));
            }
          }
          if (overNotice) await noticeIsOver();
          await worker().look();
          if (overNotice) {
            const after = await accounts();
            const receivable = [tree.platformId, 'receivable', tree.franchises[0], 'CAD'].join('/');
            const said = shown.buyers.reduce((sum, { paysMinor, getsMinor }) => sum + paysMinor - getsMinor, 0);
            expect((after[receivable] ?? 0) - (before[receivable] ?? 0)).toBe(said);
          }
          if (decided.decided > 0) expect(await undo(ids)).toMatchObject({ ok: true, value: { undone: shown.count } });
          await worker().look();
          expect(await accounts()).toEqual(before);
          // They wait to be decided again, as they were.
          const again = (await Promise.all(labels.map(open))).flat();
          const facts = (list: typeof found) => list.map(({ kind, amount }) => `${kind} ${amount.minor}`).toSorted();
          expect(facts(again)).toEqual(facts(found));
        },
      ),
      { numRuns: 60 },
    );
    for (const tenantId of levels()) expect(await base.db.tenant({ tenantId }, checkBook)).toEqual([]);
  }, 240_000);
});

describe('what is shown is what is booked', () => {
  test('a rule below that changed, or a difference that changed, refuses the acceptance', async () => {
    const [label] = (await newLabels(1)) as [BoughtLabel];
    await taken(heavier(label));
    const [found] = await open(label);
    const ids = [found?.id ?? ''];
    const { fingerprint } = await planDecision(base.db, platform(), ids, 'accept');
    await base.db.tenant(franchise(), (tx) =>
      saveSettings(tx, franchise().tenantId, {
        noticeDays: 3,
        toleranceMinor: 2,
        policy: { weight: { mode: 'absorb', fromMinor: 0 } },
        version: 0,
      }),
    );
    const decide = (mark: string) =>
      decideDifferences(base.db, platform(), ids, { action: 'accept', note: '', fingerprint: mark });
    expect(await decide(fingerprint)).toMatchObject({ ok: false, problem: { code: 'stale_version' } });
    expect((await open(label)).map(({ state }) => state)).toEqual(['open']);
    const anew = await previewDecision(base.db, platform(), ids, 'accept');
    await taken([charge(label, { invoice: 'INV8', minor: 300, detail: 'SCC', label: 'Weight correction' })]);
    expect(await decide(anew.fingerprint)).toMatchObject({ ok: false, problem: { code: 'stale_version' } });
    const last = await previewDecision(base.db, platform(), ids, 'accept');
    expect(await decide(last.fingerprint)).toMatchObject({ ok: true, value: { decided: 1 } });
    expect(await undo(ids)).toMatchObject({ ok: true, value: { undone: 1 } });
  });

  test('what the carrier takes back goes to whom it was charged, and nothing below an undone decision stays', async () => {
    const [label] = (await newLabels(1)) as [BoughtLabel];
    const before = await accounts();
    await taken([...asBought(label), charge(label, { minor: 1_550, detail: 'ADC', label: 'Address Correction' })]);
    const [found] = await open(label);
    await accept([found?.id ?? '']);
    // Announced only: what takes it back waits for it.
    await taken([charge(label, { invoice: 'INV9', minor: -550, detail: 'ADC', label: 'Address Correction' })]);
    const [back] = await open(label);
    expect(back).toMatchObject({ kind: 'address_correction', amount: { minor: -550 } });
    const waiting = await previewDecision(base.db, platform(), [back?.id ?? ''], 'accept');
    expect(waiting).toMatchObject({ count: 0, kept: [{ reason: 'waits' }] });
    await noticeIsOver();
    await worker().look();
    await accept([back?.id ?? '']);
    await worker().look();
    expect(await movedAt(customer().tenantId, label)).toEqual({ charged: 1_550, credited: 550 });
    const first = await previewDecision(base.db, platform(), [found?.id ?? ''], 'undo');
    expect(first).toMatchObject({ count: 0, kept: [{ reason: 'later' }] });
    expect(await undo([found?.id ?? '', back?.id ?? ''])).toMatchObject({ ok: true, value: { undone: 2 } });
    expect(await accounts()).toEqual(before);
    expect((await open(label)).map(({ kind, amount }) => [kind, amount.minor])).toEqual([
      ['address_correction', 1_000],
    ]);
  });

  test('the same invoice as the carrier’s file and as a spreadsheet is counted once', async () => {
    const [label] = (await newLabels(1)) as [BoughtLabel];
    await taken(heavier(label));
    const found = await open(label);
    await uploadRows([
      ['Invoice Number', 'Tracking Number', 'Charge', 'Amount', 'Weight'],
      ['INV1', label.tracking, 'Transport', '99.00', '40'],
    ]);
    expect(await open(label)).toEqual(found);
  });

  test('words that tell nothing move after a person said what they mean, and later invoices read them so', async () => {
    const [label, later] = (await newLabels(2)) as [BoughtLabel, BoughtLabel];
    const levy = (of: BoughtLabel) => charge(of, { minor: 700, classification: 'MSC', code: '', label: 'Zulu levy' });
    await taken([...asBought(label), levy(label)]);
    const [unknown] = await open(label);
    expect(unknown).toMatchObject({ kind: 'unknown', evidence: { charges: ['Zulu levy'] } });
    const id = unknown?.id ?? '';
    expect(await nameWords(base.db, { ...as(tree.franchises[1]) }, id, 'surcharge')).toMatchObject({ ok: false });
    expect(await nameWords(base.db, platform(), id, 'surcharge')).toEqual({ ok: true, value: { charges: 1 } });
    expect((await open(label)).map(({ kind, amount }) => [kind, amount.minor])).toEqual([['surcharge', 700]]);
    await taken([...asBought(later), levy(later)]);
    expect((await open(later)).map(({ kind }) => kind)).toEqual(['surcharge']);
  });

  test('somebody else’s differences are neither shown nor undone', async () => {
    const [label] = (await newLabels(1)) as [BoughtLabel];
    await taken(heavier(label));
    const ids = (await open(label)).map(({ id }) => id);
    const stranger = as(tree.franchises[1]);
    expect(await previewDecision(base.db, stranger, ids, 'accept')).toMatchObject({ count: 0, buyers: [], kept: [] });
    await accept(ids);
    expect(await previewDecision(base.db, stranger, ids, 'undo')).toMatchObject({ count: 0, buyers: [] });
  });
});
