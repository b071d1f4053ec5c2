/** A mail as bytes: both parts, the logo enclosed, the headers. */
import type { Config } from '../../config/config.ts';
import type { MailFile, MailLanguage } from './mail.ts';
import { LOGO_CID, type MailBrand } from './mail-branding.ts';
import { type MailContent, oneLine, plainText } from './mail-content.ts';

export interface Composed {
  readonly mime: Buffer;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
}

export interface ToCompose {
  readonly id: string;
  /** Before the @ of its Message-ID; the id where it is absent. */
  readonly messageName?: string | undefined;
  readonly content: MailContent;
  readonly to: string;
  readonly language: MailLanguage;
  /** ISO 8601. */
  readonly at: string;
  readonly replyTo?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly files?: readonly MailFile[] | undefined;
}

/** What DKIM covers where it is there; RFC 8058 asks for both of the last. */
const SIGNED =
  'from:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:auto-submitted:list-unsubscribe:list-unsubscribe-post';

/** For showing it in a page: enclosed pictures as data addresses. */
export const withPictures = (html: string, { logo }: Pick<MailBrand, 'logo'>): string =>
  logo
    ? html.replaceAll(`cid:${LOGO_CID}`, `data:${logo.enclosed.type};base64,${logo.enclosed.bytes.toString('base64')}`)
    : html;

export const composeMail = async (
  mail: ToCompose,
  brand: MailBrand,
  config: Pick<Config, 'mailFrom'>,
): Promise<Composed> => {
  const [{ renderHtml }, { createTransport }] = await Promise.all([import('./render-mail.tsx'), import('nodemailer')]);
  const { content, language } = mail;
  const html = renderHtml(content, brand, language);
  const text = plainText(content, brand);
  const domain = (brand.from.address.split('@')[1] ?? config.mailFrom.address.split('@')[1]) || 'localhost';
  const messageId = `<${mail.messageName ?? mail.id}@${domain}>`;
  const info = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail({
    from: { name: oneLine(brand.from.name), address: brand.from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: content.subject,
    messageId,
    date: new Date(mail.at),
    text,
    html,
    ...(brand.dkim ? { dkim: { ...brand.dkim, headerFieldNames: SIGNED } } : {}),
    // Nobody's holiday notice should answer a machine (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': `${language}-CA`,
      ...mail.headers,
    },
    attachments: [
      ...(brand.logo
        ? [
            {
              filename: `logo.${brand.logo.enclosed.type.split('/')[1] ?? 'png'}`,
              content: brand.logo.enclosed.bytes,
              contentType: brand.logo.enclosed.type,
              cid: LOGO_CID,
              contentDisposition: 'inline' as const,
            },
          ]
        : []),
      ...(mail.files ?? []).map(({ fileName, contentType, base64 }) => ({
        filename: oneLine(fileName),
        content: Buffer.from(base64, 'base64'),
        contentType,
      })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(info.message)) throw new Error('the mail was not composed into one piece');
  return { mime: info.message, subject: content.subject, messageId, text, html };
};
