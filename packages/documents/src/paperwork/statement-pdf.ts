/**
 * Invoices and statements on paper: who owes whom, sums by kind, taxes by code, and each line. Lines are drawn in parts of 500
 * as they are read, so that memory does not grow with them more than the finished pages do.
 */
import type { Money } from '@scanship/domain/money/money';
import type { StatementSection } from '@scanship/domain/money/statement';
import { taxNameOf } from '@scanship/domain/taxes/tax-names';
import { type DocumentBranding, templateBranding } from './branding.ts';
import { amountText } from './customs-invoice.ts';
import { templateLine } from './packing-slip.ts';
import { renderBranded } from './render-branded.ts';
import { STATEMENT_TEMPLATE } from './statement-template.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

export interface PrintedGroup {
  readonly section: StatementSection;
  readonly count: number;
  readonly amount: Money;
  readonly tax: Money;
}

export interface PrintedStatement {
  readonly language: 'en' | 'fr';
  readonly paper: 'letter' | 'a4';
  readonly branding: DocumentBranding;
  /** Empty for a statement that is no invoice. */
  readonly number: string;
  readonly seller: readonly string[];
  /** "GST/HST 123456789 RT0001". */
  readonly registrations: readonly string[];
  readonly buyer: readonly string[];
  /** YYYY-MM-DD. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly issuedDay: string;
  readonly dueDay: string | null;
  readonly currency: string;
  readonly opening: Money;
  readonly charges: Money;
  readonly settled: Money;
  readonly closing: Money;
  readonly groups: readonly PrintedGroup[];
  /** Code '' is tax without a name. */
  readonly taxes: readonly { readonly label: string; readonly ratePpm: number | null; readonly amount: Money }[];
  readonly note: string;
}

export interface PrintedLine {
  readonly day: string;
  readonly section: StatementSection;
  /** Carrier and service, or the words of an adjustment. */
  readonly what: string;
  /** Tracking number, order, reference. */
  readonly about: string;
  readonly tax: Money;
  readonly amount: Money;
}

const WORDS = {
  en: {
    page: 'Page',
    colon: ':',
    invoice: 'Invoice',
    statement: 'Statement',
    seller: 'From',
    buyer: 'Billed to',
    what: 'Description',
    count: 'Count',
    tax: 'Tax',
    amount: 'Amount',
    taxes: 'Taxes included',
    otherTax: 'Other taxes',
    details: 'Details',
    date: 'Date',
    period: 'Period',
    issued: 'Issued',
    due: 'Due',
    currency: 'Currency',
    opening: 'Opening balance',
    charges: 'Charges',
    settled: 'Payments and credits',
    closing: 'Balance',
    more: 'Further lines are in the spreadsheet of this document.',
    sections: {
      label: 'Labels',
      return: 'Return labels',
      void: 'Voided labels',
      adjustment: 'Adjustments',
      plan: 'Plan fees',
      royalty: 'Royalties',
      correction: 'Credit notes',
      payment: 'Payments',
      refund: 'Payments refunded',
    },
    one: {
      label: 'Label',
      return: 'Return label',
      void: 'Voided label',
      adjustment: 'Adjustment',
      plan: 'Plan fee',
      royalty: 'Royalty',
      correction: 'Credit note',
      payment: 'Payment',
      refund: 'Payment refunded',
    },
  },
  fr: {
    page: 'Page',
    colon: '\u00a0:',
    invoice: 'Facture',
    statement: 'Relevé de compte',
    seller: 'De',
    buyer: 'Facturé à',
    what: 'Description',
    count: 'Nombre',
    tax: 'Taxes',
    amount: 'Montant',
    taxes: 'Taxes comprises',
    otherTax: 'Autres taxes',
    details: 'Détails',
    date: 'Date',
    period: 'Période',
    issued: 'Émise le',
    due: 'Échéance',
    currency: 'Devise',
    opening: 'Solde d’ouverture',
    charges: 'Frais',
    settled: 'Paiements et crédits',
    closing: 'Solde',
    more: 'Les autres lignes se trouvent dans le chiffrier de ce document.',
    sections: {
      label: 'Étiquettes',
      return: 'Étiquettes de retour',
      void: 'Étiquettes annulées',
      adjustment: 'Rajustements',
      plan: 'Frais de forfait',
      royalty: 'Redevances',
      correction: 'Notes de crédit',
      payment: 'Paiements',
      refund: 'Paiements remboursés',
    },
    one: {
      label: 'Étiquette',
      return: 'Étiquette de retour',
      void: 'Étiquette annulée',
      adjustment: 'Rajustement',
      plan: 'Frais de forfait',
      royalty: 'Redevance',
      correction: 'Note de crédit',
      payment: 'Paiement',
      refund: 'Paiement remboursé',
    },
  },
} as const;

/** The words of one line's kind, for other tables of the same document. */
export const sectionWord = (section: StatementSection, language: 'en' | 'fr'): string => WORDS[language].one[section];

const LINES_A_PART = 500;
/** A file of more would be some 300 pages; the spreadsheet has them all. */
export const MOST_PRINTED_LINES = 10_000;

const percent = (ppm: number, language: 'en' | 'fr'): string => {
  const text = `${ppm / 10_000}`;
  return language === 'fr' ? `${text.replace('.', ',')}\u00a0%` : `${text}%`;
};

const inParts = async function* (
  lines: AsyncIterable<PrintedLine>,
  most: number,
): AsyncGenerator<{ readonly lines: readonly PrintedLine[]; readonly capped: boolean }> {
  let part: PrintedLine[] = [];
  let count = 0;
  for await (const line of lines) {
    if (count === most) {
      yield { lines: part, capped: true };
      return;
    }
    part.push(line);
    count += 1;
    if (part.length < LINES_A_PART || count === most) continue;
    yield { lines: part, capped: false };
    part = [];
  }
  if (part.length > 0 || count === 0) yield { lines: part, capped: false };
};

/** Draws the document. Negative amounts carry a minus sign; what is owed is positive. */
export async function statementPdf(
  model: PrintedStatement,
  lines: AsyncIterable<PrintedLine>,
  renderer: TypstRenderer,
  most: number = MOST_PRINTED_LINES,
): Promise<Uint8Array> {
  const { language } = model;
  const words = WORDS[language];
  const amount = (value: Money): string => amountText(value, language).replace('-', '\u2212');
  const total = (value: Money): string => `${amount(value)}\u00a0${value.currency}`;
  const branding = templateBranding(model.branding);
  const summary = {
    title: model.number === '' ? words.statement : words.invoice,
    seller: [...model.seller, ...model.registrations].map(templateLine),
    buyer: model.buyer.map(templateLine),
    facts: [
      { name: words.period, value: `${model.fromDay} – ${model.toDay}`, strong: true },
      { name: words.issued, value: model.issuedDay, strong: false },
      ...(model.dueDay === null ? [] : [{ name: words.due, value: model.dueDay, strong: true }]),
      { name: words.currency, value: model.currency, strong: false },
    ],
    groups: model.groups.map((group) => ({
      name: words.sections[group.section],
      count: String(group.count),
      tax: group.tax.minor === 0 ? '' : amount(group.tax),
      amount: amount(group.amount),
    })),
    taxes: model.taxes.map((tax) => ({
      name: `${taxNameOf(tax.label) || words.otherTax}${tax.ratePpm === null ? '' : ` ${percent(tax.ratePpm, language)}`}`,
      value: amount(tax.amount),
    })),
    sums: [
      { name: words.opening, value: amount(model.opening) },
      { name: words.charges, value: amount(model.charges) },
      { name: words.settled, value: amount(model.settled) },
    ],
    total: { name: words.closing, value: total(model.closing) },
    notes: model.note
      .split('\n')
      .filter((text) => text.trim() !== '')
      .map(templateLine),
  };
  const files: Uint8Array[] = [];
  let pagesBefore = 0;
  for await (const part of inParts(lines, most)) {
    const bytes = await renderBranded(
      STATEMENT_TEMPLATE,
      [
        {
          title: `${summary.title} ${model.number}`.trim(),
          lang: language,
          paper: model.paper,
          words,
          number: model.number,
          foot: branding.data.footer || branding.data.issuer,
          pagesBefore,
          summary: files.length === 0 ? summary : null,
          lines: part.lines.map((line) => ({
            day: line.day,
            what: templateLine(
              line.what === '' ? words.one[line.section] : `${words.one[line.section]}${words.colon} ${line.what}`,
            ),
            about: templateLine(line.about),
            tax: line.tax.minor === 0 ? '' : amount(line.tax),
            amount: amount(line.amount),
          })),
          closing: part.capped ? words.more : null,
        },
      ],
      branding,
      renderer,
    );
    pagesBefore += await renderer.paper('pageCount', bytes);
    files.push(bytes);
  }
  const [only] = files;
  if (files.length === 1 && only) return only;
  const merged = await renderer.paper(
    'merge',
    files.map((bytes) => ({ bytes })),
  );
  return merged.bytes;
}
