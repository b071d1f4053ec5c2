/** The words of the report that comes on Monday. Pure. */
import type { Report, ReportTable, ReportTableId } from '@scanship/contracts/money/reports';
import type { MailData, MailLanguage } from '../mail/index.ts';
import { dayWords } from './report-days.ts';

/** Names told of a table; the page has the rest. */
const NAMED = 5;

interface Words {
  readonly subject: (from: string, to: string) => string;
  readonly total: (labels: string, before: string) => string;
  readonly money: (revenue: string, cost: string, margin: string, before: string) => string;
  readonly lines: readonly (readonly [ReportTableId, (count: string, names: string) => string])[];
  readonly unpaid: (owed: string, overdue: string) => string;
  readonly adjusted: (count: string, margin: string) => string;
  readonly late: (late: string, promised: string) => string;
  readonly below: (labels: string, loss: string) => string;
  readonly carriers: (list: string) => string;
  readonly button: string;
  readonly off: string;
  readonly more: (count: string) => string;
}

const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: {
    subject: (from, to) => `Last week, ${from} to ${to}`,
    total: (labels, before) => `Labels: ${labels} (the week before: ${before}).`,
    money: (revenue, cost, margin, before) =>
      `Labels you sold: revenue ${revenue}, cost ${cost}, margin ${margin} (the week before: ${before}).`,
    lines: [
      ['new', (count, names) => `New customers: ${count} (${names}).`],
      ['falling', (count, names) => `Customers that ship less: ${count} (${names}).`],
      ['lost', (count, names) => `Customers that shipped the week before and not last week: ${count} (${names}).`],
    ],
    unpaid: (owed, overdue) => `Unpaid: ${owed}, of which overdue: ${overdue}.`,
    adjusted: (count, margin) => `Adjustments of carriers: ${count}, effect on your margin: ${margin}.`,
    late: (late, promised) => `Late parcels: ${late} of ${promised} that arrived with a promised day.`,
    below: (labels, loss) => `Labels sold below cost: ${labels}, loss: ${loss}.`,
    carriers: (list) => `Margin by carrier: ${list}.`,
    button: 'Open the report',
    off: 'You switched this report on. Switch it off under Account, By e-mail.',
    more: (count) => `and ${count} more`,
  },
  fr: {
    subject: (from, to) => `La semaine dernière, du ${from} au ${to}`,
    total: (labels, before) => `Étiquettes : ${labels} (la semaine précédente : ${before}).`,
    money: (revenue, cost, margin, before) =>
      `Étiquettes que vous avez vendues : revenus ${revenue}, coût ${cost}, marge ${margin} (la semaine précédente : ${before}).`,
    lines: [
      ['new', (count, names) => `Nouveaux clients : ${count} (${names}).`],
      ['falling', (count, names) => `Clients qui expédient moins : ${count} (${names}).`],
      [
        'lost',
        (count, names) =>
          `Clients qui ont expédié la semaine précédente, mais pas la semaine dernière : ${count} (${names}).`,
      ],
    ],
    unpaid: (owed, overdue) => `Impayés : ${owed}, dont en souffrance : ${overdue}.`,
    adjusted: (count, margin) => `Rajustements des transporteurs : ${count}, effet sur votre marge : ${margin}.`,
    late: (late, promised) => `Colis en retard : ${late} sur ${promised} livrés avec un jour promis.`,
    below: (labels, loss) => `Étiquettes vendues sous leur coût : ${labels}, perte : ${loss}.`,
    carriers: (list) => `Marge par transporteur : ${list}.`,
    button: 'Ouvrir le rapport',
    off: 'Vous avez activé ce rapport. Désactivez-le sous Compte, Par courriel.',
    more: (count) => `et ${count} de plus`,
  },
};

/** What of the report is told by mail: the sums, and who is behind them. @param link to the page, where its site is known */
export function mondayMail(report: Report, language: MailLanguage, link: string | undefined): MailData['notice'] {
  const words = WORDS[language];
  const locale = `${language}-CA`;
  const number = new Intl.NumberFormat(locale);
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency: report.currency });
  const digits = amount.resolvedOptions().maximumFractionDigits ?? 2;
  const money = (minor: number): string => amount.format(minor / 10 ** digits);
  const dayText = (text: string): string => dayWords(text, language);
  const tableOf = (id: ReportTableId): ReportTable | undefined => report.tables.find((table) => table.id === id);
  /** A column of a table in all its rows. */
  const sum = (id: ReportTableId, column: ReportTable['columns'][number], span: 'now' | 'before' = 'now'): number => {
    const table = tableOf(id);
    const at = table?.columns.indexOf(column) ?? -1;
    return (table?.rows ?? []).reduce((total, row) => total + (row[span]?.[at] ?? 0), 0);
  };
  const count = (id: ReportTableId): number => (tableOf(id)?.rows.length ?? 0) + (tableOf(id)?.more ?? 0);
  const names = (id: ReportTableId): string => {
    const rows = tableOf(id)?.rows ?? [];
    const told = rows.slice(0, NAMED).map((row) => row.name ?? '');
    const rest = count(id) - told.length;
    return [...told, ...(rest > 0 ? [words.more(number.format(rest))] : [])].join(', ');
  };
  const carriers = tableOf('carriers');
  const marginAt = carriers?.columns.indexOf('margin') ?? -1;
  const byCarrier = (carriers?.rows ?? [])
    .slice(0, NAMED)
    .map((row) => `${row.name ?? ''} ${money(row.now[marginAt] ?? 0)}`)
    .join('; ');
  const say = (when: boolean, text: () => string): readonly string[] => (when ? [text()] : []);
  return {
    subject: words.subject(dayText(report.range.from), dayText(report.range.to)),
    paragraphs: [
      words.total(number.format(sum('total', 'labels')), number.format(sum('total', 'labels', 'before'))),
      words.money(
        money(sum('total', 'revenue')),
        money(sum('total', 'cost')),
        money(sum('total', 'margin')),
        money(sum('total', 'margin', 'before')),
      ),
      ...say(byCarrier !== '', () => words.carriers(byCarrier)),
      ...words.lines.flatMap(([id, line]) => say(count(id) > 0, () => line(number.format(count(id)), names(id)))),
      words.unpaid(money(sum('unpaid', 'owed')), money(sum('unpaid', 'overdue'))),
      ...say(sum('adjustments', 'adjustments') > 0, () =>
        words.adjusted(number.format(sum('adjustments', 'adjustments')), money(sum('adjustments', 'margin'))),
      ),
      ...say(sum('late', 'promised') > 0, () =>
        words.late(number.format(sum('late', 'late')), number.format(sum('late', 'promised'))),
      ),
      ...say(sum('below-cost', 'below') > 0, () =>
        words.below(number.format(sum('below-cost', 'below')), money(sum('below-cost', 'loss'))),
      ),
      words.off,
    ],
    ...(link === undefined ? {} : { button: { label: words.button, link } }),
  };
}
