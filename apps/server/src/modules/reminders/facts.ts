/** What a reminder tells its buyer. */
import type { MailPreview, ReminderSettings } from '@scanship/contracts/money/reminders';
import { money, type Money } from '@scanship/domain/money/money';
import { addDays } from '../../platform/time-zone.ts';
import type { MailData, MailLanguage } from '../mail/index.ts';
import type { ReminderFacts } from './reminder-mail.ts';
import type { Seller } from './seller.ts';
import type { Late } from './stands.ts';

export interface Pages {
  readonly invoice: (id: string) => string | undefined;
  readonly pay: string | undefined;
}

/** Where a buyer of this seller looks at its invoices and pays. @param origin of its site, where known and where it can sign in */
export function pagesOf(seller: Pick<Seller, 'kind'>, origin: string | undefined): Pages {
  if (origin === undefined) return { invoice: () => undefined, pay: undefined };
  const [statements, pay] =
    seller.kind === 'platform'
      ? ['/customer/money/statements', '/customer/money/account']
      : ['/account/billing/statements', '/account/billing'];
  return { invoice: (id) => `${origin}${statements}/${id}`, pay: `${origin}${pay}` };
}

export function overdueOf(invoices: readonly Pick<Late, 'currency' | 'openMinor'>[]): readonly Money[] {
  const sums = new Map<string, number>();
  for (const { currency, openMinor } of invoices) sums.set(currency, (sums.get(currency) ?? 0) + openMinor);
  return [...sums].map(([currency, minor]) => money(minor, currency));
}

/** The first day on which one of the invoices comes to the step that stops shipping; undefined where none will. */
function stopDayOf(invoices: readonly Late[], { on, steps }: ReminderSettings, today: string): string | undefined {
  const stop = steps.find(({ kind }) => kind === 'stop');
  if (!on || !stop) return undefined;
  const days = invoices
    .filter(({ reminded }) => reminded < stop.days)
    .map(({ dueDay }) => addDays(dueDay, stop.days))
    .filter((day) => day > today);
  return days.toSorted()[0];
}

export function factsOf(
  seller: Seller,
  settings: ReminderSettings,
  given: {
    readonly invoices: readonly Late[];
    /** Shipping is stopped with this mail. */
    readonly stops: boolean;
    readonly mayShip: boolean;
    readonly paymentNote: string;
    readonly language: MailLanguage;
    readonly pages: Pages;
    readonly today: string;
  },
): ReminderFacts {
  const { invoices, stops, mayShip, pages } = given;
  return {
    sellerName: seller.name,
    stops,
    again: invoices.every(({ reminded }) => reminded > 0),
    invoices: invoices.map(({ id, number, dueDay, openMinor, currency }) => ({
      number,
      dueDay,
      open: money(openMinor, currency),
      link: pages.invoice(id),
    })),
    overdue: overdueOf(invoices),
    stopDay: stops || !mayShip ? undefined : stopDayOf(invoices, settings, given.today),
    note: given.language === 'fr' ? settings.noteFr || settings.noteEn : settings.noteEn || settings.noteFr,
    paymentNote: given.paymentNote,
    payLink: pages.pay,
  };
}

export const previewOf = (language: MailLanguage, mail: MailData['notice']): MailPreview => ({
  language,
  subject: mail.subject,
  paragraphs: [...mail.paragraphs, ...(mail.closing ?? [])],
  links: (mail.links ?? []).map(({ label }) => label),
  button: mail.button?.label ?? null,
});
