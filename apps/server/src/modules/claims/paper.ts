/** The claim as it is handed to a carrier. */
import { claimPdf } from '@scanship/documents/paperwork/claim';
import type { DocumentBranding } from '@scanship/documents/paperwork/branding';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { type Money, toDecimal } from '@scanship/domain/money/money';
import type { ClaimFacts } from './read-claim.ts';

const printed = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`;
/** YYYY-MM-DD HH:mm, UTC as the paper says. */
const moment = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

export function claimDocument(
  { detail, ...facts }: ClaimFacts,
  shape: { readonly language: 'en' | 'fr'; readonly branding: DocumentBranding; readonly paper: 'letter' | 'a4' },
  renderer: TypstRenderer,
): Promise<Uint8Array> {
  const { evidence } = detail;
  return claimPdf(
    {
      ...shape,
      kind: detail.kind,
      orderNumber: detail.orderNumber,
      carrierName: detail.carrierName,
      service: facts.serviceName,
      trackingNumbers: facts.trackingNumbers,
      sentDay: facts.sentDay,
      promisedDay: facts.promisedDay,
      deliveredDay: facts.deliveredDay,
      amount: printed(detail.amount),
      postage: evidence.postage ? printed(evidence.postage) : '',
      insured: evidence.insured ? printed(evidence.insured) : undefined,
      reference: detail.reference ?? undefined,
      from: facts.from,
      to: facts.to,
      items: evidence.items.map(({ title, sku, quantity, worth }) => ({
        name: title || sku,
        sku,
        quantity,
        worth: printed(worth),
      })),
      note: detail.note,
      scans: evidence.scans.map(({ at, said, place }) => ({ at: moment(at), said, place: place ?? '' })),
      said: evidence.said.map(({ at, said }) => ({ at: moment(at), said })),
    },
    renderer,
  );
}
