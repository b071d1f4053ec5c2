/**
 * A task of the threads that read files: what a mail says became of another one. Delivery status notifications (RFC 3464) and feedback
 * reports (RFC 5965), both `multipart/report`. Everything in it was written by strangers: it names mails of ours by their Message-ID,
 * and nothing else of it is believed than whether it failed for good.
 */
import { isSaidOfRecipient } from '@scanship/domain/addresses/mail-status';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { type Outcome, problem } from '../../../platform/problem.ts';

export interface MailReport {
  /** failed: for good, because of the address. */
  readonly kind: 'failed' | 'complaint' | 'nothing';
  /** The other server's words. */
  readonly words: string;
  /** What may be the Message-ID of the mail it is about, without brackets. */
  readonly messageIds: readonly string[];
}

/** A report holds reports of nothing: our mail in it is one level more. */
const MOST_LEVELS = 8;
const MOST_HEADER_BYTES = 128 * 1024;
const MOST_IDS = 20;
/** Of a part; what names the mail stands at its beginning. */
const MOST_READ = 64 * 1024;
const MOST_WORDS = 300;
const MOST_RECIPIENTS = 100;

const COMPLAINTS = new Set(['abuse', 'fraud']);

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string'
    ? content.slice(0, MOST_READ)
    : new TextDecoder().decode(new Uint8Array(content).subarray(0, MOST_READ));

type Fields = ReadonlyMap<string, string>;

/** Groups of fields, divided by empty lines; folded lines are one, the first of a name counts. */
function fieldsOf(text: string): readonly Fields[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/, MOST_RECIPIENTS + 1)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
        const colon = line.indexOf(':');
        const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
        if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
      }
      return fields;
    });
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS);
const idsIn = (text: string): readonly string[] =>
  [...text.slice(0, MOST_READ).matchAll(/<([^<>\s@]{1,200})@[^<>\s@]{1,255}>/g)].map(([, local = '']) => local);

function verdictOf(parts: readonly Attachment[]): Pick<MailReport, 'kind' | 'words'> {
  for (const part of parts) {
    if (part.mimeType === 'message/feedback-report') {
      const [fields] = fieldsOf(textOf(part));
      const type = fields?.get('feedback-type')?.toLowerCase() ?? '';
      if (COMPLAINTS.has(type))
        return { kind: 'complaint', words: oneLine(`${type} ${fields?.get('user-agent') ?? ''}`) };
    }
    if (part.mimeType !== 'message/delivery-status') continue;
    for (const fields of fieldsOf(textOf(part))) {
      const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '';
      if (fields.get('action')?.toLowerCase() !== 'failed' || !isSaidOfRecipient(status)) continue;
      const said = fields.get('diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '');
      return { kind: 'failed', words: oneLine(`${status} ${said ?? ''}`) };
    }
  }
  return { kind: 'nothing', words: '' };
}

const ORIGINAL = /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/;

/** A mail that merely carries a report somewhere is none: anybody may attach one to an answer. */
const isReport = ({ headers }: Email): boolean =>
  /^multipart\/report(?:[\s;]|$)/i.test(headers.find(({ key }) => key === 'content-type')?.value.trim() ?? '');

/** Of the mail that came with the report; where none did, of what the report says it answers. */
function namedIn(email: Email): readonly string[] {
  const within = email.attachments.flatMap((part) => {
    const [fields] = fieldsOf(textOf(part));
    if (ORIGINAL.test(part.mimeType)) return idsIn(fields?.get('message-id') ?? '');
    // As Gmail names it, also where it encloses nothing.
    return part.mimeType === 'message/delivery-status' ? idsIn(fields?.get('x-original-message-id') ?? '') : [];
  });
  const encloses = within.length > 0 || email.attachments.some(({ mimeType }) => ORIGINAL.test(mimeType));
  const named = encloses ? within : [...idsIn(email.inReplyTo ?? ''), ...idsIn(email.references ?? '')];
  return [...new Set(named)].slice(0, MOST_IDS);
}

/** Problem: `validation` for what is no mail that can be read. */
export async function readMailReport(bytes: Uint8Array): Promise<Outcome<MailReport>> {
  let email: Email;
  try {
    email = await PostalMime.parse(bytes, {
      maxNestingDepth: MOST_LEVELS,
      maxHeadersSize: MOST_HEADER_BYTES,
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
    });
  } catch {
    // The library throws plain errors at its own bounds; whatever it is, this mail says nothing.
    return problem('validation', { message: 'This mail cannot be read.' });
  }
  const verdict = isReport(email) ? verdictOf(email.attachments) : ({ kind: 'nothing', words: '' } as const);
  return {
    ok: true,
    value: { ...verdict, messageIds: verdict.kind === 'nothing' ? [] : namedIn(email) },
  };
}
