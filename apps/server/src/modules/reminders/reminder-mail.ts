/** The words of reminders. Pure. */
import { type Money, toDecimal } from '@scanship/domain/money/money';
import type { MailData, MailLanguage } from '../mail/index.ts';

export interface Told {
  readonly number: string;
  readonly dueDay: string;
  readonly open: Money;
  /** To the page of the invoice; undefined where the site's address is not known. */
  readonly link: string | undefined;
}

export interface ReminderFacts {
  readonly sellerName: string;
  readonly stops: boolean;
  /** They have been reminded of all of it before. */
  readonly again: boolean;
  readonly invoices: readonly Told[];
  readonly overdue: readonly Money[];
  /** Shipping is stopped on this day unless it is paid. */
  readonly stopDay: string | undefined;
  /** The seller's own sentence, and how it is paid. */
  readonly note: string;
  readonly paymentNote: string;
  /** To where one pays; undefined where the site's address is not known or nobody can sign in. */
  readonly payLink: string | undefined;
}

/** More are on the page. */
const MOST_LINES = 20;
/** Invoices that a reason names; it has to fit in a line. */
const NAMED = 5;

export const amountIn = (language: MailLanguage, { minor, currency }: Money): string =>
  new Intl.NumberFormat(`${language}-CA`, { style: 'currency', currency, currencyDisplay: 'code' }).format(
    Number(toDecimal({ minor, currency })),
  );
export const dayIn = (language: MailLanguage, day: string): string =>
  new Intl.DateTimeFormat(`${language}-CA`, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const WORDS = {
  en: {
    subject: ({ stops, again }: ReminderFacts, total: string) =>
      stops
        ? `Shipping is stopped: ${total} overdue`
        : again
          ? `Still unpaid: ${total} overdue`
          : `Payment reminder: ${total} overdue`,
    begin: ({ stops, again, sellerName, invoices: { length: count } }: ReminderFacts) =>
      stops
        ? `No labels can be bought until the ${count === 1 ? 'invoice below is' : 'invoices below are'} paid. Shipping then resumes automatically. You can still sign in, look at everything, export it and pay.`
        : again
          ? count === 1
            ? `We already sent a reminder about this invoice from ${sellerName}. It is still unpaid.`
            : `We already sent a reminder about these invoices from ${sellerName}. They are still unpaid.`
          : count === 1
            ? `An invoice from ${sellerName} is overdue.`
            : `${count} invoices from ${sellerName} are overdue.`,
    line: (number: string, amount: string, day: string) => `${number}: ${amount}, due ${day}`,
    more: (count: number, listed: boolean) =>
      `${count} more overdue ${count === 1 ? 'invoice' : 'invoices'}${listed ? ` ${count === 1 ? 'is' : 'are'} listed under Statements` : ''}.`,
    total: (total: string) => `Total overdue: ${total}.`,
    stop: (day: string) => `If payment does not arrive, shipping will be stopped on ${day}.`,
    paid: 'If you have already paid, disregard this reminder.',
    button: 'Pay now',
    reason: (numbers: string) => `Overdue: ${numbers}`,
    others: (count: number) => `and ${count} more`,
    and: ' and ',
  },
  fr: {
    subject: ({ stops, again }: ReminderFacts, total: string) =>
      stops
        ? `Expéditions arrêtées : ${total} en souffrance`
        : again
          ? `Toujours impayé : ${total} en souffrance`
          : `Rappel de paiement : ${total} en souffrance`,
    begin: ({ stops, again, sellerName, invoices: { length: count } }: ReminderFacts) =>
      stops
        ? `Vous ne pouvez plus acheter d’étiquettes tant que ${count === 1 ? 'la facture ci-dessous n’est pas payée' : 'les factures ci-dessous ne sont pas payées'}. Les expéditions reprendront automatiquement dès le paiement. Entre-temps, vous pouvez vous connecter, tout consulter, exporter vos données et payer.`
        : again
          ? count === 1
            ? `Un rappel vous a déjà été envoyé au sujet de cette facture de ${sellerName}. Elle demeure impayée.`
            : `Un rappel vous a déjà été envoyé au sujet de ces factures de ${sellerName}. Elles demeurent impayées.`
          : count === 1
            ? `Une facture de ${sellerName} est en souffrance.`
            : `${count} factures de ${sellerName} sont en souffrance.`,
    line: (number: string, amount: string, day: string) => `${number} : ${amount}, échéance le ${day}`,
    more: (count: number, listed: boolean) =>
      `${count} ${count === 1 ? 'autre facture' : 'autres factures'} en souffrance${listed ? ` ${count === 1 ? 'figure' : 'figurent'} sous Relevés` : ''}.`,
    total: (total: string) => `Total en souffrance : ${total}.`,
    stop: (day: string) => `À défaut de paiement, les expéditions seront arrêtées le ${day}.`,
    paid: 'Si vous avez déjà payé, ne tenez pas compte de ce rappel.',
    button: 'Payer maintenant',
    reason: (numbers: string) => `En souffrance : ${numbers}`,
    others: (count: number) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
    and: ' et ',
  },
} as const;

export function reminderMail(language: MailLanguage, facts: ReminderFacts): MailData['notice'] {
  const words = WORDS[language];
  const total = facts.overdue.map((amount) => amountIn(language, amount)).join(words.and);
  const shown = facts.invoices.slice(0, MOST_LINES);
  const lines = shown.map(({ number, open, dueDay, link }) => ({
    label: words.line(number, amountIn(language, open), dayIn(language, dueDay)),
    link: link ?? '',
  }));
  const more = facts.invoices.length - shown.length;
  // Without the address of the site a line is text.
  const linked = lines.every(({ link }) => link !== '');
  return {
    subject: words.subject(facts, total),
    paragraphs: [words.begin(facts), ...(linked ? [] : lines.map(({ label }) => label))],
    links: linked ? lines : [],
    closing: [
      ...(more > 0 ? [words.more(more, facts.payLink !== undefined)] : []),
      words.total(total),
      ...(facts.stopDay === undefined ? [] : [words.stop(dayIn(language, facts.stopDay))]),
      ...[facts.note, facts.paymentNote].filter((text) => text !== ''),
      words.paid,
    ],
    ...(facts.payLink === undefined ? {} : { button: { label: words.button, link: facts.payLink } }),
  };
}

/** Why a customer may not ship, in its own language: its people read it wherever they are refused. */
export function stopReason(language: MailLanguage, invoices: readonly Pick<Told, 'number'>[]): string {
  const words = WORDS[language];
  const more = invoices.length - NAMED;
  const named = invoices.slice(0, NAMED).map(({ number }) => number);
  return words.reason([named.join(', '), ...(more > 0 ? [words.others(more)] : [])].join(' '));
}
