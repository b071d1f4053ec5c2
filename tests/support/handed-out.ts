/**
 * Everything that opens something and was handed out while a lane ran: test files write it down as they see it, and the lane's end
 * searches it where nothing of it may stand (docs/security.md, "What is written down").
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface HandedOut {
  /** "session token", "reset link" */
  readonly what: string;
  readonly value: string;
}

/** Tokens say by their beginning what they are. */
const TOKENS = /\b(?:ssa|ssr|spa|spp)_[\w-]{20,}/g;
const KINDS: Readonly<Record<string, string>> = {
  ssa: 'access token',
  ssr: 'refresh token',
  spa: 'token of a print agent',
  spp: 'pairing code',
};
/** Values of an address that open something: links in mails, consents, their codes. */
const IN_ADDRESSES = /[?&](token|state|code|ticket|invitation|shop_token|secret)=([\w.~%+/=-]{16,})/g;
const LINKS = /\/(?:email-verification\/[^/\s]+|invitation|auth\/invitation)\/([\w.~%-]{16,})/g;

/** What of a text (an answer, an address, a mail) opens something. */
export function openersIn(text: string): readonly HandedOut[] {
  return [
    ...[...text.matchAll(TOKENS)].map(([value]) => ({ what: KINDS[value.slice(0, 3)] ?? 'token', value })),
    ...[...text.matchAll(IN_ADDRESSES)].map(([, name = '', value = '']) => ({ what: `${name} of an address`, value })),
    ...[...text.matchAll(LINKS)].map(([, value = '']) => ({ what: 'link of a mail', value })),
  ];
}

/** Codes of six digits in a mail, where each stands in a line of its own (`mail-content.ts`). */
export const codesIn = (mail: string): readonly HandedOut[] =>
  [...mail.matchAll(/^ {4}(\d{6})$/gm)].map(([, value = '']) => ({ what: 'code of a mail', value }));

/** Cookies whose value is worth something; `Set-Cookie` lines or pairs. */
export const cookiesIn = (lines: readonly string[]): readonly HandedOut[] =>
  lines.flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? [];
    return value.length >= 16 ? [{ what: `cookie ${name}`, value }] : [];
  });

/** Where a file of a lane writes it down; elsewhere nothing is kept. */
const notebook = (): string | undefined => process.env['SCANSHIP_HANDED_OUT'];
/** Where nothing is, nobody need look through long answers: a bench's clients share the machine with the server they measure. */
export const isNoted = (): boolean => notebook() !== undefined;

const written = new Set<string>();
export function note(found: readonly HandedOut[]): void {
  const file = notebook();
  if (file === undefined) return;
  const fresh = found.filter(({ value }) => !written.has(value));
  for (const { value } of fresh) written.add(value);
  if (fresh.length > 0) appendFileSync(file, fresh.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** What the lane's files wrote down, each value once. */
export function readNotebook(file: string): readonly HandedOut[] {
  if (!existsSync(file)) return [];
  const all = readFileSync(file, 'utf8').trim().split('\n');
  const found = all.filter((line) => line !== '').map((line) => JSON.parse(line) as HandedOut);
  return [...new Map(found.map((each) => [each.value, each])).values()];
}

/** A text in which nothing that was handed out may stand. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

const shown = (text: string, at: number, length: number): string =>
  `${text.slice(Math.max(0, at - 120), at)}[…]${text.slice(at + length, at + length + 60)}`.replaceAll('\n', ' ');

const SIX_DIGITS = /^\d{6}$/;
/** In a text or an address; no number of a log line or a row, and no part of a time, an id or a longer number. */
const standingAlone = (code: string): RegExp => new RegExp(`(?<!":\\s?|[\\w.:,+([-])${code}(?![\\w.:-])`);

/** Where something stands that may not; as it is and as addresses write it. The value itself is not told. */
export function leaks(handedOut: readonly HandedOut[], places: readonly Place[]): readonly string[] {
  return handedOut.flatMap(({ what, value }) =>
    [...new Set([value, encodeURIComponent(value), decoded(value)])].flatMap((form) =>
      places.flatMap(({ name, text }) => {
        const at = SIX_DIGITS.test(form) ? text.search(standingAlone(form)) : text.indexOf(form);
        return at < 0 ? [] : [`${what} in ${name}: ${shown(text, at, form.length)}`];
      }),
    ),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return value;
    throw error;
  }
}
