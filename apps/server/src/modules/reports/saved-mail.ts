/** The mail of a report that is kept: its tables in short, and each as a file. */
import type { Report, ReportTable } from '@scanship/contracts/money/reports';
import { REPORT_COLUMNS, type ReportColumn } from '@scanship/contracts/money/reports';
import type { MailData, MailLanguage } from '../mail/index.ts';
import { dayWords } from './report-days.ts';
import { reportFile, tableWords, wordOf } from './report-file.ts';

/** Rows told in the mail; the file has the rest. */
const SHOWN = 10;
/** Of all files together; what does not fit is taken from the page. */
const MOST_BYTES = 2_000_000;

interface Words {
  readonly subject: (name: string, from: string, to: string) => string;
  readonly intro: (from: string, to: string, before: string, until: string) => string;
  readonly empty: string;
  readonly more: (count: string) => string;
  readonly tooLarge: (tables: string) => string;
  readonly button: string;
  readonly off: (owner: string) => string;
  readonly failed: { readonly subject: (name: string) => string; readonly text: (name: string) => string };
}

const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: {
    subject: (name, from, to) => (from === to ? `${name}, ${from}` : `${name}, ${from} to ${to}`),
    intro: (from, to, before, until) =>
      `${from === to ? from : `${from} to ${to}`}, compared with ${before === until ? before : `${before} to ${until}`}. The figures of the other days stand in parentheses.`,
    empty: 'There is nothing to report: no label was bought in these days.',
    more: (count) => `${count} more are in the file.`,
    tooLarge: (tables) => `Too large for a mail, take from the page: ${tables}.`,
    button: 'Open the report',
    off: (owner) => `${owner} has this report sent to you. Stop it on the page of the report, under Saved reports.`,
    failed: {
      subject: (name) => `${name} could not be sent yet`,
      text: (name) =>
        `The report “${name}” could not be made this morning. It is tried again; until then it can be opened by hand.`,
    },
  },
  fr: {
    subject: (name, from, to) => (from === to ? `${name}, ${from}` : `${name}, du ${from} au ${to}`),
    intro: (from, to, before, until) =>
      `${from === to ? `Le ${from}` : `Du ${from} au ${to}`}, comparé ${before === until ? `au ${before}` : `à la période du ${before} au ${until}`}. Les chiffres des autres jours sont entre parenthèses.`,
    empty: 'Il n’y a rien à signaler : aucune étiquette n’a été achetée ces jours-là.',
    more: (count) => `${count} de plus sont dans le fichier.`,
    tooLarge: (tables) => `Trop volumineux pour un courriel, à prendre sur la page : ${tables}.`,
    button: 'Ouvrir le rapport',
    off: (owner) =>
      `${owner} vous fait envoyer ce rapport. Arrêtez-le sur la page du rapport, sous Rapports enregistrés.`,
    failed: {
      subject: (name) => `${name} n’a pas encore pu être envoyé`,
      text: (name) =>
        `Le rapport « ${name} » n’a pas pu être préparé ce matin. Un nouvel essai aura lieu; d’ici là, il peut être ouvert à la main.`,
    },
  },
};

export interface SavedMail {
  readonly name: string;
  readonly ownerName: string;
  readonly format: 'csv' | 'xlsx';
  /** To the page, where its site is known. */
  readonly link: string | undefined;
}

const buttonOf = (words: Words, link: string | undefined) =>
  link === undefined ? {} : { button: { label: words.button, link } };

/** @param report with the tables that were chosen only */
export async function savedMail(
  { name, ownerName, format, link }: SavedMail,
  report: Report,
  language: MailLanguage,
): Promise<MailData['notice']> {
  const words = WORDS[language];
  const locale = `${language}-CA`;
  const dayText = (text: string): string => dayWords(text, language);
  const [from, to] = [dayText(report.range.from), dayText(report.range.to)];
  const tables = report.tables.filter(({ rows }) => rows.length > 0);
  const empty = tables.every(({ rows }) =>
    rows.every(({ now, before }) => [...now, ...(before ?? [])].every((n) => !n)),
  );
  const files = empty ? [] : await filesOf({ ...report, tables }, locale, format);
  const missing = tables.filter(({ id }) => !empty && !files.some((file) => file.id === id));
  return {
    subject: words.subject(name, from, to),
    paragraphs: [
      words.intro(from, to, dayText(report.before.from), dayText(report.before.to)),
      ...(empty ? [words.empty] : []),
    ],
    tables: empty ? [] : tables.map((table) => shownTable(table, report.currency, language)),
    closing: [
      ...(missing.length > 0
        ? [words.tooLarge(missing.map(({ id }) => tableWords(id, language).title).join(', '))]
        : []),
      words.off(ownerName),
    ],
    ...buttonOf(words, link),
    files: files.map(({ fileName, contentType, base64 }) => ({ fileName, contentType, base64 })),
  };
}

export const failedMail = (name: string, language: MailLanguage, link: string | undefined): MailData['notice'] => {
  const { failed } = WORDS[language];
  return { subject: failed.subject(name), paragraphs: [failed.text(name)], ...buttonOf(WORDS[language], link) };
};

function shownTable(table: ReportTable, currency: string, language: MailLanguage) {
  const locale = `${language}-CA`;
  const number = new Intl.NumberFormat(locale);
  const amount = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = amount.resolvedOptions().maximumFractionDigits ?? 2;
  const value = (column: ReportColumn, told: number | null | undefined): string => {
    if (told === null || told === undefined) return '–';
    return REPORT_COLUMNS[column] === 'money' ? amount.format(told / 10 ** digits) : number.format(told);
  };
  const { title, first, nameless } = tableWords(table.id, language);
  const rest = table.rows.length + table.more - SHOWN;
  return {
    title,
    head: [first, ...table.columns.map((column) => wordOf(column, language))],
    rows: table.rows.slice(0, SHOWN).map((row) => [
      row.name ?? nameless,
      ...table.columns.map((column, at) => {
        const now = value(column, row.now[at]);
        return row.before === null ? now : `${now} (${value(column, row.before[at])})`;
      }),
    ]),
    ...(rest > 0 ? { note: WORDS[language].more(number.format(rest)) } : {}),
  };
}

async function filesOf(report: Report, locale: string, format: SavedMail['format']) {
  const files: { id: ReportTable['id']; fileName: string; contentType: string; base64: string }[] = [];
  let size = 0;
  for (const { id } of report.tables) {
    const file = reportFile(report, id, locale, format === 'csv');
    if (!file) continue;
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (size + bytes.length > MOST_BYTES) continue;
    size += bytes.length;
    files.push({ id, fileName: file.fileName, contentType: file.contentType, base64: bytes.toString('base64') });
  }
  return files;
}
