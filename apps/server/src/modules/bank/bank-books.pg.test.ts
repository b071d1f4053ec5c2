/** The bank beside the books: payouts of the card provider, and any order of acts. */
import type { Payout, PayoutItemDto } from '@scanship/contracts/money/payouts';
import { keysOf } from '@scanship/payments-stripe/simulator-apps';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bare,
  closeBankWorld,
  confirm,
  csv,
  lineSaying,
  linesOf,
  newAccount,
  ok,
  one,
  openBankWorld,
  refused,
  seller,
  take,
  two,
  w,
} from '../../../test/bank-world.ts';
import { newId } from '../../platform/database/ids.ts';

beforeAll(openBankWorld, 120_000);
afterAll(closeBankWorld);

test('a payout of the card provider: what is in it, what disagrees, and the line it arrived as', async () => {
  await w.prepaid(seller, one, 0);
  await w.addCard('admin', '4242424242424242');
  await w.addCard('admin', '4000000000000259');
  const { cards } = await ok<{ cards: { id: string; last4: string }[] }>('GET', '/billing', undefined, 'admin');
  const pay = (last4: string, amountMinor: number, currency = 'CAD') =>
    ok<{ payment: { id: string } }>(
      'POST',
      '/billing/payments',
      { purpose: 'top-up', amountMinor, currency, cardId: cards.find((card) => card.last4 === last4)?.id },
      'admin',
    );
  const first = await pay('4242', 10_000);
  await ok('POST', `/receivables/payments/${first.payment.id}/refund`, { amountMinor: 2_500 });
  await pay('0259', 3_000);
  await w.play('/payouts', { account: seller, arrival: '2026-11-25' });
  // The bank's word about the dispute did not come yet: its entry has nothing beside it.
  expect(await ok('POST', '/payouts/read', {})).toEqual({ read: 1, fresh: 1 });
  expect(await ok('POST', '/payouts/read', {})).toEqual({ read: 1, fresh: 0 });
  const { payouts, provider } = await ok<{ payouts: Payout[]; provider: boolean }>('GET', '/payouts');
  expect(provider).toBe(true);
  expect(payouts).toMatchObject([
    {
      test: true,
      grossMinor: 13_000,
      refundsMinor: -2_500,
      disputesMinor: -3_000,
      feesMinor: -1_937,
      otherMinor: 0,
      netMinor: 5_563,
      arrivesOn: '2026-11-25',
      bankDay: null,
    },
  ]);
  const detail = () => ok<{ items: PayoutItemDto[]; differenceMinor: number }>('GET', `/payouts/${payouts[0]?.id}`);
  await w.deliverAll(seller, false);
  const whole = await detail();
  expect([
    whole.differenceMinor,
    whole.items
      .map(
        ({ kind, amountMinor, buyerName, bookedMinor, disagrees }) =>
          `${kind} ${amountMinor} ${buyerName} ${bookedMinor} ${disagrees}`,
      )
      .toSorted(),
  ]).toEqual([
    0,
    [
      'charge 10000 Customer one 10000 null',
      'charge 3000 Customer one 3000 null',
      'dispute -3000 Customer one -3000 null',
      'refund -2500 Customer one -2500 null',
    ],
  ]);
  // A charge that somebody made at the provider itself stands in no book.
  await fetch(`${w.address}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keysOf(seller).secretKey}` },
    body: new URLSearchParams({ amount: '700', currency: 'cad', confirm: 'true', payment_method: 'pm_card_visa' }),
  });
  await w.play('/payouts', { account: seller, arrival: '2026-11-27' });
  expect(await ok('POST', '/payouts/read', {})).toEqual({ read: 2, fresh: 1 });
  const [strange, known] = (await ok<{ payouts: Payout[] }>('GET', '/payouts')).payouts;
  expect([strange?.disagreeing, known?.disagreeing]).toEqual([1, 0]);
  expect((await ok<{ items: PayoutItemDto[] }>('GET', `/payouts/${strange?.id}`)).items).toMatchObject([
    { kind: 'charge', amountMinor: 700, buyerName: null, bookedMinor: null, disagrees: 'missing' },
  ]);
  // An American buyer pays in USD, and the account is paid in CAD.
  await pay('4242', 5_000, 'USD');
  await w.play('/payouts', { account: seller, arrival: '2026-11-28', settle: { currency: 'cad', rate: 1.4 } });
  await ok('POST', '/payouts/read', {});
  const [converted] = (await ok<{ payouts: Payout[] }>('GET', '/payouts')).payouts;
  expect(converted).toMatchObject({ currency: 'CAD', grossMinor: 7_000, disagreeing: 0 });
  expect((await ok<{ items: PayoutItemDto[] }>('GET', `/payouts/${converted?.id}`)).items).toMatchObject([
    { kind: 'charge', amountMinor: 7_000, bookedMinor: 5_000, bookedCurrency: 'USD', disagrees: null },
  ]);
  // One that was itemised before that was told is read again once, though it may be older than what is asked for.
  await w.database.db.tenant({ tenantId: seller }, async (tx) => {
    await sql`UPDATE card_payout_items SET charged_minor = NULL, charged_currency = NULL`.execute(tx);
    // Before it one that the provider does not know any more.
    await sql`INSERT INTO card_payouts (tenant_id, id, mode, provider_id, state, amount_minor, currency, arrives_on, itemised, made_at, read_again)
      SELECT tenant_id, ${newId()}, mode, 'po_gone', 'paid', 0, currency, '2026-10-01', true, '2026-10-01', true
      FROM card_payouts WHERE id = ${converted?.id}`.execute(tx);
    await sql`UPDATE card_payouts SET read_again = true WHERE id = ${converted?.id}`.execute(tx);
  });
  const again = async () => (await ok<{ payouts: Payout[] }>('GET', '/payouts')).payouts[0]?.disagreeing;
  expect(await again()).toBe(1);
  await ok('POST', '/payouts/read', {});
  expect(await again()).toBe(0);
  const left = await w.database.db.tenant({ tenantId: seller }, (tx) =>
    tx.selectFrom('card_payouts').select('provider_id').where('read_again', '=', true).execute(),
  );
  expect(left).toEqual([]);
  const account = await newAccount();
  await take(account, csv('2026-11-26,STRIPE STRIPE PAYOUT,55.63'));
  const line = await lineSaying(account, 'STRIPE');
  expect(line.proposals).toMatchObject([
    { why: 'payout', sure: false, parts: [{ kind: 'payout', id: payouts[0]?.id, day: '2026-11-25', test: true }] },
  ]);
  await confirm(line);
  expect((await ok<{ payouts: Payout[] }>('GET', '/payouts')).payouts[2]?.bankDay).toBe('2026-11-26');
  await ok('POST', `/bank/lines/${line.id}/undo`, {});
  expect((await ok<{ payouts: Payout[] }>('GET', '/payouts')).payouts[2]?.bankDay).toBeNull();
  // Once there are payouts of real money, those of test keys are nothing that a bank has.
  await w.database.db.tenant({ tenantId: seller }, (tx) =>
    tx
      .insertInto('card_payouts')
      .values({
        tenant_id: seller,
        id: newId(),
        mode: 'live',
        provider_id: 'po_live',
        state: 'paid',
        amount_minor: 100,
        currency: 'CAD',
        arrives_on: '2026-11-01',
        itemised: false,
        made_at: new Date('2026-11-01T00:00:00Z'),
      })
      .execute(),
  );
  expect((await lineSaying(account, 'STRIPE')).proposals).toEqual([]);
  const part = { kind: 'payout', id: payouts[0]?.id, minor: 5_563 };
  expect(await refused(`/bank/lines/${line.id}/match`, { parts: [part] })).toMatch(/^404 not_found/);
});

interface Step {
  readonly kind: 'upload' | 'confirm' | 'by-hand' | 'enter' | 'undo' | 'aside' | 'refund';
  readonly which: number;
  readonly minor: number;
}
const steps = array(
  record<Step>({
    kind: constantFrom(
      'upload',
      'upload',
      'confirm',
      'confirm',
      'by-hand',
      'by-hand',
      'enter',
      'undo',
      'aside',
      'refund',
    ),
    which: nat(50),
    minor: nat(6),
  }),
  { minLength: 8, maxLength: 16 },
);

test('whatever is uploaded, matched and undone, in any order: the books balance, no payment is booked twice, and matched lines are their payments', async () => {
  const account = await newAccount();
  const rows: string[] = [];
  const post = (at: string, body: object) => w.call('franchise', 'POST', at, body, { 'idempotency-key': newId() });
  const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];
  await assert(
    asyncProperty(steps, async (list) => {
      for (const { kind, which, minor } of list) {
        const lines = await linesOf(account);
        const open = lines.filter(({ state }) => state === 'open');
        const buyer = which % 2 === 0 ? one : two;
        const line = pick(open, which);
        if (kind === 'upload') {
          // A new line, and any part of what was there before, days whole as a bank writes them.
          rows.push(
            `2026-11-${String(1 + (which % 20)).padStart(2, '0')},CUSTOMER ${which % 2 === 0 ? 'ONE' : 'TWO'},${minor % 5 === 4 ? '-' : ''}${1 + minor}.00`,
          );
          const days = new Set(rows.slice(which % rows.length).map((row) => row.slice(0, 10)));
          const again = rows.filter((row) => days.has(row.slice(0, 10)));
          await take(account, csv(...again));
        } else if (kind === 'enter')
          await post(`/receivables/${buyer}/payments`, {
            method: 'cheque',
            amountMinor: (1 + minor) * 100,
            currency: 'CAD',
            reference: 'Cheque',
            receivedOn: `2026-11-${String(1 + (which % 20)).padStart(2, '0')}`,
          });
        else if (kind === 'confirm' && line?.proposals[0]) {
          const body = { parts: bare(line.proposals[0].parts) };
          // Two presses at once.
          await Promise.all([post(`/bank/lines/${line.id}/match`, body), post(`/bank/lines/${line.id}/match`, body)]);
        } else if (kind === 'by-hand' && line)
          await post(`/bank/lines/${line.id}/match`, {
            parts: [{ kind: 'new', id: buyer, minor: line.amount.minor }],
            separate: minor % 2 === 0,
          });
        else if (kind === 'undo') {
          const decided = pick(
            lines.filter(({ state }) => state !== 'open'),
            which,
          );
          if (decided)
            await Promise.all([post(`/bank/lines/${decided.id}/undo`, {}), post(`/bank/lines/${decided.id}/undo`, {})]);
        } else if (kind === 'aside' && line)
          await post(`/bank/lines/${line.id}/aside`, { reason: 'supplier', note: '' });
        else if (kind === 'refund') {
          const payment = pick(
            lines.flatMap(({ parts }) => parts.filter((part) => part.kind === 'payment')),
            which,
          );
          if (payment) await post(`/receivables/payments/${payment.id}/refund`, { amountMinor: 100, reason: 'Back' });
        }
      }
      expect(await w.faults([seller, one, two])).toEqual([]);
      const found = await linesOf(account);
      // Each row once, however often it came.
      expect(found.length).toBe(rows.length);
      const matched = found.filter(({ state }) => state === 'matched');
      for (const line of matched) expect(line.parts.reduce((sum, { minor }) => sum + minor, 0)).toBe(line.amount.minor);
      const ids = found.flatMap(({ parts }) => parts.map(({ kind, id }) => `${kind} ${id}`));
      expect(new Set(ids).size).toBe(ids.length);
      expect(found.filter(({ state, parts }) => state !== 'matched' && parts.length > 0)).toEqual([]);
      // Every payment that was entered by a line and stands is of that line; those taken back stand for nothing.
      const { rows: sums } = await w.database.db.tenant({ tenantId: seller }, (tx) =>
        sql<{ live: number; lines: number; undone: number }>`SELECT
          coalesce(sum(p.amount_minor) FILTER (WHERE m.undone_at IS NULL), 0)::int8 AS live,
          coalesce(sum(m.amount_minor) FILTER (WHERE m.undone_at IS NULL), 0)::int8 AS lines,
          coalesce(sum(p.amount_minor - p.refunded_minor) FILTER (WHERE m.undone_at IS NOT NULL AND m.entered), 0)::int8 AS undone
          FROM bank_matches m JOIN payments p ON p.tenant_id = m.tenant_id AND p.id = m.payment_id`.execute(tx),
      );
      expect(sums[0]?.live).toBe(sums[0]?.lines);
      expect(sums[0]?.undone).toBe(0);
    }),
    { numRuns: 6, endOnFailure: true },
  );
}, 300_000);
