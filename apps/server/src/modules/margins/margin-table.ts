/** What a line of Margins.xlsx is: headers and cells, in English and French. */
import type { TableColumn, TableValue } from '@scanship/documents/tables/table-writer';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { MarginRow, MarginSource } from './read-margins.ts';

type Language = 'en' | 'fr';
type Words = Readonly<Record<Language, string>>;

const SOURCES: Readonly<Record<MarginSource, Words>> = {
  purchase: { en: 'Label', fr: 'Étiquette' },
  void: { en: 'Cancelled label', fr: 'Étiquette annulée' },
  adjustment: { en: 'Adjustment', fr: 'Rajustement' },
  plan: { en: 'Plan', fr: 'Forfait' },
  royalty: { en: 'Royalty', fr: 'Redevance' },
  commission: { en: 'Commission', fr: 'Commission' },
  correction: { en: 'Correction', fr: 'Correction' },
};

export interface MarginNames {
  readonly buyer: (id: string) => string;
  readonly carrier: (slug: string) => string;
  readonly service: (slug: string, code: string) => string;
}

export interface MarginTable {
  readonly sheet: string;
  readonly columns: readonly TableColumn[];
  readonly row: (row: MarginRow) => readonly TableValue[];
}

export function marginTable(locale: string, names: MarginNames): MarginTable {
  const language: Language = locale.startsWith('fr') ? 'fr' : 'en';
  const amount = (row: MarginRow, minor: number): number => Number(toDecimal(money(minor, row.currency ?? 'CAD')));
  const cells: readonly {
    readonly words: Words;
    readonly width: number;
    readonly value: (row: MarginRow) => TableValue;
  }[] = [
    { words: { en: 'Day', fr: 'Jour' }, width: 12, value: (row) => row.day },
    { words: { en: 'Kind', fr: 'Type' }, width: 18, value: (row) => row.source && SOURCES[row.source][language] },
    { words: { en: 'Customer', fr: 'Client' }, width: 28, value: (row) => (row.buyer ? names.buyer(row.buyer) : null) },
    {
      words: { en: 'Carrier', fr: 'Transporteur' },
      width: 20,
      value: (row) => (row.carrier ? names.carrier(row.carrier) : null),
    },
    {
      words: { en: 'Service', fr: 'Service' },
      width: 24,
      value: (row) => (row.service ? names.service(row.carrier ?? '', row.service) : null),
    },
    { words: { en: 'Labels', fr: 'Étiquettes' }, width: 9, value: (row) => row.labels },
    { words: { en: 'Revenue', fr: 'Revenus' }, width: 12, value: (row) => amount(row, row.revenue) },
    { words: { en: 'Cost', fr: 'Coût' }, width: 12, value: (row) => amount(row, row.cost) },
    { words: { en: 'Margin', fr: 'Marge' }, width: 12, value: (row) => amount(row, row.revenue - row.cost) },
    { words: { en: 'Taxes collected', fr: 'Taxes perçues' }, width: 16, value: (row) => amount(row, row.collected) },
    { words: { en: 'Taxes paid', fr: 'Taxes payées' }, width: 14, value: (row) => amount(row, row.paid) },
    { words: { en: 'Currency', fr: 'Devise' }, width: 9, value: (row) => row.currency },
  ];
  return {
    sheet: language === 'fr' ? 'Marges' : 'Margins',
    columns: cells.map(({ words, width }) => ({ header: words[language], width })),
    row: (row) => cells.map(({ value }) => value(row)),
  };
}
