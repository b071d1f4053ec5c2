/** Objections: a customer's to its franchise, handed on to the platform and to the carrier; claims and the report. */
import type { Dispute } from '@scanship/contracts/carriers/carrier-bills';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoughtLabel } from '../../../test/billed-labels.ts';
import {
  adjustmentOf,
  as,
  asBought,
  balance,
  base,
  charge,
  closeBillsWorld,
  customer,
  franchise,
  heavyCase,
  newLabels,
  noticeIsOver,
  open,
  openBillsWorld,
  platform,
  taken,
  tree,
  worker,
} from '../../../test/bills-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { decideDifferences } from './decide.ts';
import { addFile, readFileOf } from './dispute-files.ts';
import { answerDispute, raiseDispute, withdraw } from './disputes.ts';
import { listDisputes } from './read-adjustments.ts';
import { listDifferences } from './read-bills.ts';
import { exportRows, readReport } from './report.ts';

beforeAll(openBillsWorld);
afterAll(closeBillsWorld);

describe('objections', () => {
  const disputes = async (who: { readonly tenantId: string }): Promise<readonly Dispute[]> =>
    (await listDisputes(base.db, who, { size: 200 })).disputes;
  const object = async (who: ReturnType<typeof as>, label: BoughtLabel, text = 'It weighed 1 kg.') => {
    const id = (await adjustmentOf(who, label)).id;
    const raised = await base.db.tenant(who, (tx) => raiseDispute(tx, who, id, text));
    if (!raised.ok) throw new Error(JSON.stringify(raised));
    return raised.value;
  };
  const answer = (who: ReturnType<typeof as>, id: string, action: 'won' | 'lost' | 'hand-on' | 'sent') =>
    base.db.tenant(who, (tx) => answerDispute(tx, who, id, action, 'Answer.'));

  test('a customer objects with a picture: nothing moves until it is decided, and what is granted is not charged', async () => {
    const { label } = await heavyCase();
    const id = await object(customer(), label);
    const picture = {
      fileName: 'scale.png',
      contentType: 'text/html',
      bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2]),
    };
    expect(
      await addFile(base.db, customer(), id, { ...picture, bytes: new TextEncoder().encode('<script>') }),
    ).toMatchObject({ ok: false });
    expect((await addFile(base.db, customer(), id, picture)).ok).toBe(true);
    expect(await readFileOf(base.db, franchise(), id)).toMatchObject({ ok: true, value: { contentType: 'image/png' } });
    expect((await readFileOf(base.db, as(tree.customers[1].tenantId), id)).ok).toBe(false);
    await noticeIsOver();
    await worker().look();
    expect((await adjustmentOf(customer(), label)).state).toBe('disputed');
    const received = (await disputes(franchise())).find((each) => each.id === id);
    expect(received).toMatchObject({
      side: 'received',
      state: 'open',
      text: 'It weighed 1 kg.',
      fileName: 'scale.png',
      canHandOn: true,
    });
    const again = await adjustmentOf(customer(), label);
    expect(await base.db.tenant(customer(), (tx) => raiseDispute(tx, customer(), again.id, 'x'))).toMatchObject({
      ok: false,
    });
    const before = await balance(tree.franchises[0], 'receivable', customer().tenantId);
    expect(await answer(franchise(), id, 'won')).toEqual({ ok: true, value: 'won' });
    await worker().look();
    expect((await adjustmentOf(customer(), label)).state).toBe('cancelled');
    expect((await adjustmentOf(franchise(), label)).state).toBe('booked');
    expect(await balance(tree.franchises[0], 'receivable', customer().tenantId)).toBe(before);
    expect(await answer(franchise(), id, 'lost')).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
  });

  test('refused or withdrawn it is charged', async () => {
    const refused = await heavyCase();
    const withdrawn = await heavyCase();
    const [first, second] = [await object(customer(), refused.label), await object(customer(), withdrawn.label)];
    expect(await answer(franchise(), first, 'lost')).toEqual({ ok: true, value: 'lost' });
    expect(await base.db.tenant(customer(), (tx) => withdraw(tx, customer(), second))).toEqual({
      ok: true,
      value: 'withdrawn',
    });
    await noticeIsOver();
    await worker().look();
    expect((await adjustmentOf(customer(), refused.label)).state).toBe('booked');
    expect((await adjustmentOf(customer(), withdrawn.label)).state).toBe('booked');
  });

  test('handed on up to the carrier: won there, nobody pays; lost there, each level decides', async () => {
    for (const end of ['won', 'lost'] as const) {
      const { label } = await heavyCase();
      const id = await object(customer(), label);
      expect(await answer(franchise(), id, 'hand-on')).toEqual({ ok: true, value: 'sent' });
      const above = (await disputes(platform())).find(
        (each) => each.side === 'received' && each.state === 'open' && each.evidence?.trackingNumber === label.tracking,
      );
      expect(above).toBeDefined();
      expect(await answer(platform(), above?.id ?? '', 'hand-on')).toEqual({ ok: true, value: 'sent' });
      const claim = (await disputes(platform())).find(
        (each) => each.carrier && each.evidence?.trackingNumber === label.tracking,
      );
      expect(await answer(platform(), claim?.id ?? '', end)).toEqual({ ok: true, value: end });
      await noticeIsOver();
      await worker().look();
      if (end === 'won') {
        for (const who of [customer(), franchise()]) expect((await adjustmentOf(who, label)).state).toBe('cancelled');
        const rest = (await listDifferences(base.db, platform(), { search: label.tracking, state: 'recovered' }))
          .differences;
        expect(rest).toHaveLength(1);
      } else {
        expect((await adjustmentOf(customer(), label)).state).toBe('disputed');
        await answer(platform(), above?.id ?? '', 'lost');
        expect((await disputes(franchise())).find((each) => each.id === id)?.state).toBe('open');
        await answer(franchise(), id, 'lost');
        await noticeIsOver();
        await worker().look();
        expect((await adjustmentOf(customer(), label)).state).toBe('booked');
      }
    }
  });

  test('a difference is claimed at the carrier, with its period; the report says what came back', async () => {
    const [label] = await newLabels(1);
    if (!label) throw new Error('one label');
    await taken([...asBought(label), ...asBought(label, 'INV2')]);
    const [twice] = await open(label);
    expect(twice).toMatchObject({ kind: 'duplicate', claimUntil: '2027-02-16' });
    expect(
      await decideDifferences(base.db, platform(), [twice?.id ?? '', newId()], {
        action: 'dispute',
        note: 'Billed twice.',
      }),
    ).toEqual({ ok: true, value: { decided: 1, passedOn: 0, left: 1 } });
    const claim = (await disputes(platform())).find(
      (each) => each.carrier && each.evidence?.trackingNumber === label.tracking,
    );
    expect(claim).toMatchObject({ state: 'open', withWhom: 'ups', text: 'Billed twice.' });
    await answer(platform(), claim?.id ?? '', 'won');
    // The credit comes on a later invoice: nothing new is found, and nobody below gets it.
    await taken([
      charge(label, {
        minor: -(label.freight + label.fuel + label.tax),
        label: 'Billing Adjustment',
        detail: 'CADJ',
        classification: 'MSC',
        invoice: 'INV11',
      }),
    ]);
    const report = await readReport(base.db, platform(), { from: '2026-11-01', to: '2026-11-30', group: 'kind' });
    const row = report.find((each) => each.name === 'duplicate');
    expect(row?.recoveredMinor).toBeGreaterThanOrEqual(label.freight);
    for (const group of ['carrier', 'service', 'month', 'customer', 'package'] as const)
      expect(
        (await readReport(base.db, platform(), { from: '2026-11-01', to: '2026-11-30', group })).length,
      ).toBeGreaterThan(0);
    let rows = 0;
    for await (const each of exportRows(
      base.db,
      platform(),
      { from: '2026-11-01', to: '2026-11-30' },
      new AbortController().signal,
    ))
      rows += each.length === 14 ? 1 : 0;
    expect(rows).toBe(6);
  });
});
