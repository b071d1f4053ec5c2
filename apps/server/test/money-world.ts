/** Books to close: labels, voids, adjustments, payments and fees at the days a test names, through the ledger's own commands. */
import { money, negate } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import {
  bookAdjustment,
  bookCharge,
  bookPayment,
  type Chain,
  confirmPurchase,
  type PurchaseMoney,
  reservePurchase,
  reversePurchase,
} from '../src/modules/billing/index.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/database/ids.ts';

export interface Sold {
  /** Before taxes, minor units. */
  readonly costMinor: number;
  readonly priceMinor: number;
  /** Parts per million of tax on both. */
  readonly taxPpm?: number;
  readonly currency?: string;
  readonly at: string;
}

const linesOf = (minor: number, taxPpm: number, currency: string): readonly PriceLine[] => [
  { kind: 'base', code: 'freight', label: 'Shipping', amount: money(minor, currency) },
  ...(taxPpm === 0
    ? []
    : [
        {
          kind: 'tax' as const,
          code: 'GST-CA',
          label: 'GST',
          ratePpm: taxPpm,
          amount: money(Math.round((minor * taxPpm) / 1_000_000), currency),
        },
      ]),
];
const sale = (from: string | null, to: string, minor: number, taxPpm: number, currency: string) => {
  const lines = linesOf(minor, taxPpm, currency);
  const total = lines.reduce((sum, { amount }) => sum + amount.minor, 0);
  return { from, to, price: money(total, currency), lines, markupVersions: [] };
};

/** Money of a customer that buys from a franchise, which pays the carrier itself. */
export const moneyOf = (db: Database, franchiseId: string, customerId: string) => {
  const book = (work: Parameters<Database['tenant']>[1], tenantId = customerId) => db.tenant({ tenantId }, work);
  const purchaseOf = (id: string, sold: Sold): PurchaseMoney => {
    const { costMinor, priceMinor, taxPpm = 0, currency = 'CAD', at } = sold;
    const chain: Chain = [
      sale(null, franchiseId, costMinor, taxPpm, currency),
      sale(franchiseId, customerId, priceMinor, taxPpm, currency),
    ];
    return { tenantId: customerId, purchaseId: id, chain, occurredAt: new Date(at) };
  };
  return {
    async buy(sold: Sold): Promise<string> {
      const id = newId();
      const purchase = purchaseOf(id, sold);
      await book(async (tx) => {
        await reservePurchase(tx, purchase);
        await confirmPurchase(tx, purchase, undefined);
      });
      return id;
    },
    void: (id: string, sold: Sold, at: string) =>
      book((tx) => reversePurchase(tx, { ...purchaseOf(id, sold), occurredAt: new Date(at) }, undefined)),
    /** @param purchaseId the label it is of */
    adjust: (costMinor: number, priceMinor: number, at: string, purchaseId?: string) =>
      book(async (tx) => {
        const caseId = newId();
        if (purchaseId !== undefined)
          await tx
            .insertInto('adjustments')
            .values({
              tenant_id: franchiseId,
              id: newId(),
              case_id: caseId,
              purchase_id: purchaseId,
              to_tenant: customerId,
              kind: 'weight',
              amount_minor: costMinor,
              passed_minor: priceMinor,
              currency: 'CAD',
              state: 'booked',
            })
            .execute();
        await bookAdjustment(
          tx,
          {
            homeTenantId: franchiseId,
            kind: 'adjustment',
            source: { kind: 'adjustment', id: caseId, note: 'Heavier than declared', occurredAt: new Date(at) },
          },
          [
            { from: null, to: franchiseId, price: money(costMinor, 'CAD'), lines: [] },
            { from: franchiseId, to: customerId, price: money(priceMinor, 'CAD'), lines: [] },
          ],
        );
      }, franchiseId),
    fee: (minor: number, at: string) =>
      book(
        (tx) =>
          bookCharge(
            tx,
            {
              homeTenantId: franchiseId,
              kind: 'plan-fee',
              source: { kind: 'plan', id: newId(), occurredAt: new Date(at) },
            },
            { from: franchiseId, to: customerId, price: money(minor, 'CAD'), lines: [] },
          ),
        franchiseId,
      ),
    /** Negative: it went back. */
    pay: (minor: number, at: string) =>
      book(
        (tx) =>
          bookPayment(
            tx,
            {
              homeTenantId: franchiseId,
              kind: minor < 0 ? 'refund' : 'payment',
              source: { kind: 'payment', id: newId(), occurredAt: new Date(at) },
            },
            {
              buyer: customerId,
              seller: franchiseId,
              amount: minor < 0 ? negate(money(-minor, 'CAD')) : money(minor, 'CAD'),
            },
          ),
        franchiseId,
      ),
  };
};
