/** Whom an announcement reaches, and when it stands above every page. Pure: authors, mails and readers all ask here. */
import type { AnnouncementKind, Audience } from '@scanship/contracts/network/announcements';

/** Who says it, and to whom. */
export interface Addressed {
  readonly by: 'platform' | 'franchise';
  readonly audience: Audience;
  readonly plans: readonly string[];
  readonly chosen: readonly string[];
}

/** A company below the author. */
export interface Addressee {
  readonly id: string;
  readonly kind: 'franchise' | 'customer';
  readonly plan: string | null;
}

/** Whether a company that stands below the author is told. That it does, the caller has made sure of. */
export function reaches({ by, audience, plans, chosen }: Addressed, company: Addressee): boolean {
  const buyer = company.kind === (by === 'platform' ? 'franchise' : 'customer');
  switch (audience) {
    case 'everybody':
      return buyer || by === 'platform';
    case 'below':
      return buyer;
    case 'plans':
      return buyer && by === 'franchise' && company.plan !== null && plans.includes(company.plan);
    case 'chosen':
      return buyer && chosen.includes(company.id);
  }
}

interface Times {
  readonly kind: AnnouncementKind;
  readonly shownFrom: Date;
  readonly shownUntil: Date;
  readonly workFrom: Date | null;
  readonly repeatedAt: Date | null;
}

/** Put away beforehand, planned work stands there again when it begins; so does what its author shows again. */
export function isInBar(
  { shownFrom, shownUntil, workFrom, repeatedAt }: Times,
  putAwayAt: Date | null,
  now: Date,
): boolean {
  if (now < shownFrom || now >= shownUntil) return false;
  if (putAwayAt === null) return true;
  return [repeatedAt, workFrom].some((again) => again !== null && again > putAwayAt && now >= again);
}
