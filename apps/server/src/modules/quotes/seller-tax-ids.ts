/** The seller's tax numbers on a shipment: those its way calls for (decision 0199). */
import { isCovered, mayBearTaxIds, schemeOf, taxIdsFor } from '@scanship/domain/taxes/shipment-tax-ids';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Database } from '../../platform/database/database.ts';
import { convert, fxLookup } from '../fx/index.ts';
import { readTaxIds } from '../settings/index.ts';
import type { QuoteAsker } from './asker.ts';

/**
 * The same shipment with the numbers at the seller's address: `from`, of a return `to`. They are part of the question, so a
 * quote is bought with the numbers it was asked with, and the shipment and its commercial invoice keep them.
 */
export async function withTaxIds(
  db: Database,
  ctx: Pick<QuoteAsker, 'tenantId'>,
  shipment: ShipmentRequest,
): Promise<ShipmentRequest> {
  if (!mayBearTaxIds(shipment)) return shipment;
  const { tenantId } = ctx;
  const ids = await db.tenant({ tenantId }, readTaxIds, { readOnly: true, atOnce: true });
  if (ids.length === 0) return shipment;

  const scheme = schemeOf(shipment);
  const declaredIn = shipment.customs?.currency;
  const asked = scheme && declaredIn !== undefined && ids.some(({ kind }) => kind === scheme.kind);
  const rate =
    asked && declaredIn !== scheme.currency
      ? await fxLookup(db, { tenantId, currency: scheme.currency }, shipment.shipDate).rate(declaredIn)
      : undefined;
  const covered =
    asked && isCovered(scheme, shipment, (amount) => rate && convert(amount, scheme.currency, rate.rateE9));

  const taxIds = taxIdsFor(ids, shipment, covered ? scheme.kind : undefined).map(({ kind, number, countryCode }) => ({
    kind,
    number,
    countryCode,
  }));
  if (taxIds.length === 0) return shipment;
  return shipment.return
    ? { ...shipment, to: { ...shipment.to, taxIds } }
    : { ...shipment, from: { ...shipment.from, taxIds } };
}
