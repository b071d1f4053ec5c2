/** Versions of terms as they are stored, and what of them is in force. */
import { createHash } from 'node:crypto';
import type { ShownTerms, TermsInput } from '@scanship/contracts/access/terms';
import { TERMS_GRACE_HOURS } from '@scanship/contracts/access/terms';
import type { Tx } from '../../platform/database/database.ts';

export interface TermsRow {
  readonly id: string;
  readonly state: 'draft' | 'published' | 'withdrawn';
  readonly number: number | null;
  readonly name: string;
  readonly text_en: string;
  readonly text_fr: string;
  readonly link_en: string;
  readonly link_fr: string;
  readonly holds_from: Date;
  readonly asks_again: boolean;
  readonly version: number;
  readonly published_at: Date | null;
  readonly withdrawn_at: Date | null;
}

type Dated = Pick<TermsRow, 'id' | 'state' | 'number' | 'holds_from' | 'asks_again' | 'withdrawn_at'>;

const HOUR_MS = 3_600_000;

/** What holds at a moment: the version that is shown, and which consents are enough. */
export interface InForce<T extends Dated = Dated> {
  readonly current: T;
  /** Ids of the versions to one of which a person must have agreed: the current one, and those it did not ask again about. */
  readonly enough: readonly string[];
  /** From then on what buys is closed to who has not. */
  readonly closesAt: Date;
}

/**
 * Of all versions of a level; undefined where none is in force. The one whose time came last holds, of one time the one published
 * last. A consent to a version that was withdrawn is none to the one in force instead. Pure.
 */
export function inForceAt<T extends Dated>(rows: readonly T[], now: Date): InForce<T> | undefined {
  const holding = rows
    .filter(({ state, holds_from: from }) => state === 'published' && from <= now)
    .toSorted((a, b) => b.holds_from.getTime() - a.holds_from.getTime() || (b.number ?? 0) - (a.number ?? 0));
  const [current] = holding;
  if (!current) return undefined;
  // The first of all has nobody who agreed before, so it asks everybody.
  const asks = holding.findIndex((row, at) => row.asks_again || at === holding.length - 1);
  const enough = holding.slice(0, asks + 1);
  // A day to read it, also for who had agreed to what held until it was withdrawn.
  const since = Math.max(
    ...enough.slice(-1).map((row) => row.holds_from.getTime()),
    ...rows.flatMap(({ withdrawn_at: at, holds_from: from }) => (at && at > from ? [at.getTime()] : [])),
  );
  return {
    current,
    enough: enough.map(({ id }) => id),
    closesAt: new Date(since + TERMS_GRACE_HOURS * HOUR_MS),
  };
}

/** Runs as the level. */
export const readDated = (tx: Tx, ownerId: string): Promise<Dated[]> =>
  tx
    .selectFrom('terms_versions')
    .select(['id', 'state', 'number', 'holds_from', 'asks_again', 'withdrawn_at'])
    .where('tenant_id', '=', ownerId)
    .where('state', '<>', 'draft')
    .execute();

/** Runs as the level. */
export const readVersion = (tx: Tx, ownerId: string, id: string): Promise<TermsRow | undefined> =>
  tx.selectFrom('terms_versions').selectAll().where('tenant_id', '=', ownerId).where('id', '=', id).executeTakeFirst();

export const hashOf = (text: string, link: string): string =>
  createHash('sha256').update(`${text}\n${link}`).digest('hex');

/** In the language asked for where it is written in it. */
export function shownIn(row: TermsRow, wanted: 'en' | 'fr', from: string): ShownTerms {
  const of = { en: { text: row.text_en, link: row.link_en }, fr: { text: row.text_fr, link: row.link_fr } };
  const written = (language: 'en' | 'fr') => of[language].text !== '' || of[language].link !== '';
  const language = written(wanted) ? wanted : written('en') ? 'en' : 'fr';
  const { text, link } = of[language];
  return {
    id: row.id,
    number: row.number ?? 0,
    name: row.name,
    from,
    language,
    text,
    link,
    hash: hashOf(text, link),
    holdsFrom: row.holds_from.toISOString(),
  };
}

export const inputOf = (row: TermsRow): TermsInput => ({
  name: row.name,
  en: { text: row.text_en, link: row.link_en },
  fr: { text: row.text_fr, link: row.link_fr },
  holdsFrom: row.holds_from.toISOString(),
  asksAgain: row.asks_again,
});

export const columnsOf = ({ name, en, fr, holdsFrom, asksAgain }: TermsInput) => ({
  name,
  text_en: en.text,
  text_fr: fr.text,
  link_en: en.link,
  link_fr: fr.link,
  holds_from: new Date(holdsFrom),
  asks_again: asksAgain,
});
