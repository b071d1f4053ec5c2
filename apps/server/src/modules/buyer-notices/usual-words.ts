/** The words that come with the program: one data file a language. */
import type { NoticeLanguage, NoticeWords } from '@scanship/contracts/stores/buyer-notices';
import { NOTICE_KINDS, type NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };

export type WordsOf = Readonly<Record<NoticeKind, NoticeWords>>;
export const USUAL_WORDS: Readonly<Record<NoticeLanguage, WordsOf>> = { en, fr };

/** "kind.language" */
export type WordPlace = `${NoticeKind}.${NoticeLanguage}`;
export const placeOf = (kind: NoticeKind, language: NoticeLanguage): WordPlace => `${kind}.${language}`;

/** What somebody changed, by its place. */
export type ChangedWords = Readonly<Partial<Record<WordPlace, NoticeWords>>>;

export const isNoticeKind = (value: unknown): value is NoticeKind => NOTICE_KINDS.some((kind) => kind === value);
