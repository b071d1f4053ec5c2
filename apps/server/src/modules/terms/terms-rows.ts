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
}

type Dated = Pick<TermsRow, 'id' | 'state' | 'number' | 'holds_from' | 'asks_again'>;

const HOUR_MS = 3_600_000;

/** What holds at a moment: the version that is shown, and the number from which on a consent is enough. */
export interface InForce<T extends Dated = Dated> {
  readonly current: T;
  /** Absent: nobody is asked. */
  readonly required?: { readonly number: number; readonly closesAt: Date } | undefined;
}

/** Of all versions of a level; undefined where none is in force. Pure. */
export function inForceAt<T extends Dated>(rows: readonly T[], now: Date): InForce<T> | undefined {
  const holding = rows
    .filter(({ state, holds_from: from }) => state === 'published' && from <= now)
    .toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0));
  const [current] = holding;
  if (!current) return undefined;
  const asking = holding.find((row) => row.asks_again);
  return {
    current,
    required: asking && {
      number: asking.number ?? 0,
      closesAt: new Date(asking.holds_from.getTime() + TERMS_GRACE_HOURS * HOUR_MS),
    },
  };
}

/** Runs as the level. */
export const readDated = (tx: Tx, ownerId: string): Promise<Dated[]> =>
  tx
    .selectFrom('terms_versions')
    .select(['id', 'state', 'number', 'holds_from', 'asks_again'])
    .where('tenant_id', '=', ownerId)
    .where('state', '=', 'published')
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
