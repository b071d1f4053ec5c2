/**
 * Mails of a seller to buyers: many, so not one by one through the journal. Whoever sends them keeps rows of its own, marks them
 * before it calls this, and never calls it inside a transaction.
 */
import type { Config } from '../../config/config.ts';
import type { Services } from '../../platform/services.ts';
import { type Composed, composeMail, type ToCompose, withPictures } from './compose-mail.ts';
import { type MailBrand, readMailBrand, readMailLogo, type SellerSenderOf, type SenderOf } from './mail-branding.ts';
import { keepMail } from './outbox.ts';
import { createSmtpServer } from './smtp.ts';

export interface MailingSeller {
  readonly tenantId: string;
  /** Its host and colours are used, and its sender address where the seller has proved none of its own. */
  readonly franchiseId: string;
}

export interface SellerMail extends MailingSeller, ToCompose {
  /** Whose name it goes out under. */
  readonly sellerName: string;
}

/** What became of a mail that was handed over; `words` are the server's. */
export type Delivered =
  | { readonly kind: 'sent'; readonly words: string }
  /** Nothing was sent; it may be tried again. */
  | { readonly kind: 'later'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string; readonly addressRefused: boolean }
  /** The line broke after the message: it may have arrived, and is not sent again. */
  | { readonly kind: 'unknown'; readonly words: string };

export interface SellerMails {
  /** Whether mails leave this installation; without a server they are kept in the outbox. */
  readonly leaves: boolean;
  /** Reads all that mails of the seller need; what it answers only makes and hands over, so that a failure to read comes before a mark. */
  ready(seller: MailingSeller): Promise<(mail: SellerMail) => Promise<Delivered>>;
  deliver(mail: SellerMail): Promise<Delivered>;
  /** As it would be sent; pictures are data addresses. */
  preview(mail: SellerMail): Promise<Pick<Composed, 'subject' | 'text' | 'html'>>;
  /** After the seller's look or sender changed in this process: it is read anew. */
  forget(tenantId: string): void;
  close(): void;
}

/** Few servers take more from one address; each of them is one mail at a time. */
const CONNECTIONS = 10;
const FRESH_MS = 10_000;
const MOST_HELD = 200;

/** What a mail server sends back goes to us and not to the address that buyers see. */
type SellerBrand = MailBrand & { readonly bouncesTo: string };

export function createSellerMails(
  services: Pick<Services, 'db' | 'config' | 'pictures'>,
  senderOf: SenderOf,
  sellerSenderOf: SellerSenderOf,
): SellerMails {
  const { db, pictures } = services;
  const config: Config = services.config;
  const smtp = config.smtpUrl === undefined ? undefined : createSmtpServer(config.smtpUrl, CONNECTIONS);
  const held = new Map<string, { readonly at: number; readonly brand: Promise<SellerBrand> }>();

  const readBrand = async (tenantId: string, franchiseId: string): Promise<SellerBrand> => {
    const [brand, logo, own] = await Promise.all([
      readMailBrand({ db, pictures }, franchiseId, config.mailFrom, senderOf),
      readMailLogo({ db, pictures }, tenantId),
      sellerSenderOf(tenantId),
    ]);
    const { address: bouncesTo } = brand.from;
    if (!own) return { ...brand, logo, bouncesTo };
    return { ...brand, logo, bouncesTo, from: { ...brand.from, address: own.address }, dkim: own.dkim };
  };
  /** Thousands of mails of a seller in a row look alike. */
  function brandOf({ tenantId, franchiseId }: MailingSeller): Promise<SellerBrand> {
    const at = performance.now();
    const known = held.get(tenantId);
    if (known && at - known.at < FRESH_MS) return known.brand;
    const brand = readBrand(tenantId, franchiseId);
    if (held.size >= MOST_HELD) held.clear();
    held.set(tenantId, { at, brand });
    brand.catch(() => held.delete(tenantId));
    return brand;
  }
  const underName = (brand: SellerBrand, sellerName: string): SellerBrand => ({
    ...brand,
    brandName: sellerName,
    footer: sellerName,
    from: { address: brand.from.address, name: sellerName },
  });

  const ready: SellerMails['ready'] = async (seller) => {
    const read = await brandOf(seller);
    return async (mail) => {
      const brand = underName(read, mail.sellerName);
      const message = await composeMail(mail, brand, config);
      if (!smtp) {
        await keepMail(db, {
          realmId: mail.franchiseId,
          id: mail.id,
          template: 'notice',
          from: `${brand.from.name} <${brand.from.address}>`,
          to: mail.to,
          subject: message.subject,
          messageId: message.messageId,
          text: message.text,
          html: withPictures(message.html, brand),
          at: new Date(mail.at),
        });
        return { kind: 'sent', words: 'kept in the outbox' };
      }
      const handed = await smtp.attempt({ from: brand.bouncesTo, to: mail.to }, message.mime);
      if (handed.ok) return { kind: 'sent', words: handed.response };
      const { problem } = handed.error;
      const words = problem.vendorMessage ?? problem.message;
      if (problem.kind === 'refused') return { kind: 'refused', words, addressRefused: handed.addressRefused };
      return { kind: problem.kind === 'unknown-effect' ? 'unknown' : 'later', words };
    };
  };

  return {
    leaves: smtp !== undefined,
    ready,
    deliver: async (mail) => (await ready(mail))(mail),
    async preview(mail) {
      const brand = underName(await brandOf(mail), mail.sellerName);
      const message = await composeMail(mail, brand, config);
      return { subject: message.subject, text: message.text, html: withPictures(message.html, brand) };
    },
    forget: (tenantId) => void held.delete(tenantId),
    close: () => smtp?.close(),
  };
}
