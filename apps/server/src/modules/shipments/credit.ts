import type { Tx } from '../../platform/database/database.ts';
import { reversePurchase } from '../billing/index.ts';
import type { VoidRequest } from './purchase-request.ts';

/** Books the refund of a voided label on every level, with the void or when the carrier's refund has come. */
export const creditVoided = (tx: Tx, tenantId: string, request: VoidRequest, createdBy: string | null): Promise<void> =>
  reversePurchase(tx, { tenantId, purchaseId: request.purchaseId, chain: request.chain, createdBy }, request.charged);
