/** An announcement as its form holds it: times as the clock of the author's zone shows them. */
import type { Announcement, AnnouncementInput } from '@scanship/contracts/network/announcements';
import { clockOf, momentOf } from './local-clock.ts';

export interface Draft extends Omit<AnnouncementInput, 'shown' | 'work'> {
  readonly shownFrom: string;
  readonly shownUntil: string;
  readonly workFrom: string;
  readonly workUntil: string;
}

const DAY_MS = 86_400_000;

export function draftOf(is: Announcement | undefined, timeZone: string, now = Date.now()): Draft {
  const clock = (iso: string) => clockOf(iso, timeZone);
  if (is) {
    const { kind, en, fr, shown, work, audience, plans, chosen, byMail } = is;
    return {
      kind,
      en,
      fr,
      audience,
      plans,
      chosen,
      byMail,
      shownFrom: clock(shown.from),
      shownUntil: clock(shown.until),
      workFrom: work ? clock(work.from) : '',
      workUntil: work ? clock(work.until) : '',
    };
  }
  return {
    kind: 'news',
    en: { title: '', text: '' },
    fr: { title: '', text: '' },
    audience: 'below',
    plans: [],
    chosen: [],
    byMail: false,
    shownFrom: clock(new Date(now).toISOString()),
    shownUntil: clock(new Date(now + 7 * DAY_MS).toISOString()),
    workFrom: '',
    workUntil: '',
  };
}

/** What is sent, or the field that has no time. */
export function inputOf(
  draft: Draft,
  timeZone: string,
): { readonly input: AnnouncementInput } | { readonly missing: readonly (keyof Draft)[] } {
  const { shownFrom, shownUntil, workFrom, workUntil, ...rest } = draft;
  const at = (clock: string) => momentOf(clock, timeZone) ?? '';
  const works = rest.kind === 'maintenance';
  const times = {
    shownFrom: at(shownFrom),
    shownUntil: at(shownUntil),
    ...(works ? { workFrom: at(workFrom), workUntil: at(workUntil) } : {}),
  };
  const missing = (Object.keys(times) as (keyof typeof times)[]).filter((name) => times[name] === '');
  if (missing.length > 0) return { missing };
  return {
    input: {
      ...rest,
      plans: rest.audience === 'plans' ? rest.plans : [],
      chosen: rest.audience === 'chosen' ? rest.chosen : [],
      shown: { from: times.shownFrom, until: times.shownUntil },
      work: works ? { from: times.workFrom ?? '', until: times.workUntil ?? '' } : null,
    },
  };
}
