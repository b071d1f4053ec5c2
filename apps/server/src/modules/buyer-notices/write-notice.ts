/** A notice as a mail: the seller's words with their values, the link to the buyer's page, and why the buyer gets it. */
import type { NoticeLanguage, NoticeWords } from '@scanship/contracts/stores/buyer-notices';
import { fillIn, type NoticeValues } from '@scanship/domain/tracking/notice-words';
import { type MailBlock, type MailContent, oneLine } from '../mail/index.ts';
import frame from './words/frame.json' with { type: 'json' };

export type FrameWord = keyof typeof frame.en;

export const sayIn = (language: NoticeLanguage, key: FrameWord, ...values: readonly string[]): string =>
  frame[language][key].replaceAll(/\{(\d)\}/g, (_whole, at: string) => values[Number(at)] ?? '');

export interface NoticeLinks {
  readonly page: string;
  /** Absent where the buyer has to act: such a notice is no courtesy. */
  readonly unsubscribe?: string | undefined;
}

export function writeNotice(
  words: NoticeWords,
  values: NoticeValues,
  language: NoticeLanguage,
  links: NoticeLinks,
  contact: string | null,
): MailContent {
  const tag = `${language}-CA`;
  const subject = oneLine(fillIn(words.subject, values, tag).join(' '));
  const paragraphs = fillIn(words.body, values, tag);
  const seller = values.seller_name ?? '';
  const small = (text: string): MailBlock => ({ kind: 'small', text });
  return {
    subject,
    preview: oneLine(paragraphs.find((each) => each.length > 30) ?? paragraphs[0] ?? subject),
    heading: subject,
    blocks: [
      ...paragraphs.map((text): MailBlock => ({ kind: 'text', text })),
      { kind: 'button', label: sayIn(language, 'track'), link: links.page },
      ...(contact === null ? [] : [small(sayIn(language, 'contact', contact))]),
      small(sayIn(language, 'why', values.order_number ?? '', seller)),
      ...(links.unsubscribe === undefined ? [] : [small(sayIn(language, 'stop', seller, links.unsubscribe))]),
    ],
  };
}

/** RFC 2369 and RFC 8058. */
export const unsubscribeHeaders = (link: string | undefined): Readonly<Record<string, string>> =>
  link === undefined ? {} : { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
