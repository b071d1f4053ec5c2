/** What becomes of a notice whose turn has come: sent, held over the buyer's night, or not sent and why. */
import { quietUntil } from '@scanship/domain/calendar/quiet-hours';
import { isOvertaken, usefulMs } from '@scanship/domain/tracking/buyer-notices';
import type { NoticeFacts } from './notice-facts.ts';
import { isForbiddenAddress } from './platform-rules.ts';

/** Why a notice is not sent; the log has the sentences. */
export const SUPPRESSED_BECAUSE = [
  'erased',
  'no-address',
  'on-the-list',
  'forbidden',
  'switched-off',
  'voided',
  'overtaken',
  'too-late',
  'no-webhook',
  'hook-kept',
] as const;
export type SuppressedBecause = (typeof SUPPRESSED_BECAUSE)[number];

export type Decision =
  | { readonly kind: 'send' }
  | { readonly kind: 'hold'; readonly until: Date }
  | { readonly kind: 'suppress'; readonly because: SuppressedBecause };

/** Enough to keep lines and several recipients out; the server judges the rest. */
const ADDRESS = /^[^\s@<>"(),;:\\]{1,64}@[^\s@<>"(),;:\\]{1,190}$/u;

/** @param channel addresses are asked about for mails alone; a webhook decides by itself whom it tells how */
export function decide(facts: NoticeFacts, now: Date, channel: 'mail' | 'webhook'): Decision {
  const suppress = (because: SuppressedBecause): Decision => ({ kind: 'suppress', because });
  const { address, kind } = facts;
  if (facts.erased) return suppress('erased');
  if (channel === 'mail') {
    if (address === null || !ADDRESS.test(address)) return suppress('no-address');
    if (facts.suppressed) return suppress('on-the-list');
  }
  if (address !== null && isForbiddenAddress(address)) return suppress('forbidden');
  if (!facts.settings.sends(kind, facts.by) || !facts.settings.goesBy(kind, channel)) return suppress('switched-off');
  if (facts.voided) return suppress('voided');
  if (isOvertaken(kind, facts.status)) return suppress('overtaken');
  const end = facts.occurredAt.getTime() + usefulMs(kind);
  if (end <= now.getTime()) return suppress('too-late');
  const until = quietUntil(now, facts.timeZone);
  if (until === undefined) return { kind: 'send' };
  // "Out for delivery" of yesterday evening is no news in the morning.
  return until.getTime() < end ? { kind: 'hold', until } : suppress('too-late');
}
