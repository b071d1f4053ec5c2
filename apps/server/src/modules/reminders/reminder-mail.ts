/** The words of reminders and of a promise that was not kept. Pure. */
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
  /** They have been reminded of some of it before. */
  readonly again: boolean;
  readonly invoices: readonly Told[];
  readonly overdue: readonly Money[];
  /** Shipping is stopped on this day unless it is paid. */
  readonly stopDay: string | undefined;
  /** The seller's own sentence, and how it is paid. */
  readonly note: string;
  readonly paymentNote: string;
  /** To where one pays. */
  readonly payLink: string | undefined;
}

/** More are on the page. */
const MOST_LINES = 20;
/** Invoices that a reason names; it has to fit in a line. */
const NAMED = 5;

const amountIn = (language: MailLanguage, { minor, currency }: Money): string =>
  new Intl.NumberFormat(`${language}-CA`, { style: 'currency', currency, currencyDisplay: 'code' }).format(
    Number(toDecimal({ minor, currency })),
  );
const dayIn = (language: MailLanguage, day: string): string =>
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
    begin: ({ stops, again, sellerName, invoices }: ReminderFacts) =>
      stops
        ? 'No labels can be bought until the invoices below are paid. Then shipping resumes automatically. You can sign in, look at everything, export it and pay.'
        : again
          ? `You were reminded before: these invoices of ${sellerName} are still unpaid.`
          : invoices.length === 1
            ? `An invoice of ${sellerName} is past its due day.`
            : `${invoices.length} invoices of ${sellerName} are past their due day.`,
    line: (number: string, amount: string, day: string) => `${number}: ${amount}, due ${day}`,
    more: (count: number) => `${count} more invoices are listed under Statements.`,
    total: (total: string) => `Overdue: ${total}.`,
    stop: (day: string) => `If they are not paid, shipping is stopped on ${day}.`,
    paid: 'If you have paid in the meantime, there is nothing to do.',
    button: 'Pay now',
    reason: (numbers: string) => `Overdue: ${numbers}`,
    others: (count: number) => `and ${count} more`,
    and: ' and ',
  },
  fr: {
    subject: ({ stops, again }: ReminderFacts, total: string) =>
      stops
        ? `Expéditions arrêtées : ${total} en souffrance`
        : again
          ? `Toujours impayé : ${total} en souffrance`
          : `Rappel de paiement : ${total} en souffrance`,
    begin: ({ stops, again, sellerName, invoices }: ReminderFacts) =>
      stops
        ? 'Aucune étiquette ne peut être achetée tant que les factures ci-dessous ne sont pas payées. Les expéditions reprennent ensuite d’elles-mêmes. Vous pouvez vous connecter, tout consulter, exporter et payer.'
        : again
          ? `Un rappel vous a déjà été envoyé : ces factures de ${sellerName} sont toujours impayées.`
          : invoices.length === 1
            ? `Une facture de ${sellerName} est échue.`
            : `${invoices.length} factures de ${sellerName} sont échues.`,
    line: (number: string, amount: string, day: string) => `${number} : ${amount}, échue le ${day}`,
    more: (count: number) => `${count} autres factures figurent sous Relevés.`,
    total: (total: string) => `En souffrance : ${total}.`,
    stop: (day: string) => `Si elles ne sont pas payées, les expéditions seront arrêtées le ${day}.`,
    paid: 'Si vous avez payé entre-temps, il n’y a rien à faire.',
    button: 'Payer maintenant',
    reason: (numbers: string) => `En souffrance : ${numbers}`,
    others: (count: number) => `et ${count} de plus`,
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
      ...(more > 0 ? [words.more(more)] : []),
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

/** To the people of the seller. @param link to the receivables, where the site's address is known */
export function brokenPromiseMail(
  language: MailLanguage,
  promise: { readonly name: string; readonly promisedOn: string; readonly amount: Money | null },
  link: string | undefined,
): MailData['notice'] {
  const day = dayIn(language, promise.promisedOn);
  const amount = promise.amount === null ? undefined : amountIn(language, promise.amount);
  const { name } = promise;
  const [subject, text, label] =
    language === 'fr'
      ? [
          `Promesse non tenue : ${name}`,
          amount === undefined
            ? `${name} avait promis de payer au plus tard le ${day}. Ce n’est pas fait.`
            : `${name} avait promis de payer ${amount} au plus tard le ${day}. Ce n’est pas fait.`,
          'Ouvrir les comptes clients',
        ]
      : [
          `Promise broken: ${name}`,
          amount === undefined
            ? `${name} had promised to pay by ${day}. It has not.`
            : `${name} had promised to pay ${amount} by ${day}. It has not.`,
          'Open receivables',
        ];
  return { subject, paragraphs: [text], ...(link === undefined ? {} : { button: { label, link } }) };
}
