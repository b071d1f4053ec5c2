/** The mark-ups of the demo's franchise as they were, after a test changed them. */
import type { Envelope } from '@scanship/contracts/envelope';
import { discardMarkupDraft, withdrawMarkups } from '@scanship/contracts/money/markup-drafts';
import { getDefaultMarkups, type MarkupPlan, putDefaultMarkups } from '@scanship/contracts/money/markups';
import type { Seller } from './seller.ts';

export const withoutIds = ({ rules }: MarkupPlan) => rules.map(({ id: _id, ...rule }) => rule);

/** No draft, nothing waiting, the rules of `original`. */
export async function putMarkupsBack(seller: Seller, original: MarkupPlan): Promise<void> {
  const now = await seller.must(getDefaultMarkups);
  if (now.draft) await seller.must(discardMarkupDraft, { body: { buyerId: null, version: now.draft.version } });
  if (now.next) await seller.must(withdrawMarkups, { body: { buyerId: null, waiting: now.next.version } });
  if (JSON.stringify(withoutIds(now)) === JSON.stringify(withoutIds(original))) return;
  const body = { rules: withoutIds(original), used: true, version: now.version };
  const asked = await seller.call(putDefaultMarkups, { body });
  const { errorMessages } = JSON.parse(asked.bytes.toString()) as Envelope;
  const confirm = errorMessages?.find(({ field }) => field === 'confirm')?.code;
  if (confirm !== undefined) await seller.must(putDefaultMarkups, { body: { ...body, confirm } });
}
