/**
 * The book as files: every posting for whoever keeps books by hand or in a program of their own, and journal entries of a month in the
 * columns that QuickBooks Online ("Import journal entries": JournalNo, JournalDate, AccountName, Debits, Credits, Description, Name) and
 * Xero ("Manual journals", its import template) read. QuickBooks takes receivables by customer and names of accounts; Xero codes, one
 * amount with credits negative, the name of a tax rate on every line, and 300 lines a file.
 */
import type { TableValue } from '@scanship/documents/tables/table-writer';
import type { AccountKind } from '@scanship/domain/money/ledger';
import { money, toDecimal } from '@scanship/domain/money/money';
import { monthAfter } from '@scanship/domain/money/statement';
import { addDays } from '../../platform/time-zone.ts';
import type { MonthLine, PostedLine } from './read-books.ts';

type Words = Readonly<Record<'en' | 'fr', string>>;

const ACCOUNTS: Readonly<Record<AccountKind, Words>> = {
  receivable: { en: 'Receivable', fr: 'À recevoir' },
  revenue: { en: 'Revenue', fr: 'Revenus' },
  tax: { en: 'Sales taxes', fr: 'Taxes de vente' },
  cost: { en: 'Cost of labels', fr: 'Coût des étiquettes' },
  payable: { en: 'Payable', fr: 'À payer' },
  commission: { en: 'Commissions', fr: 'Commissions' },
  clearing: { en: 'Clearing', fr: 'Compensation' },
  wallet: { en: 'Prepaid', fr: 'Prépayé' },
};

const SOURCES: Readonly<Record<string, Words>> = {
  purchase: { en: 'Labels', fr: 'Étiquettes' },
  void: { en: 'Cancelled labels', fr: 'Étiquettes annulées' },
  adjustment: { en: 'Adjustments', fr: 'Rajustements' },
  payment: { en: 'Payments', fr: 'Paiements' },
  plan: { en: 'Plans', fr: 'Forfaits' },
  royalty: { en: 'Royalties', fr: 'Redevances' },
  commission: { en: 'Commissions', fr: 'Commissions' },
  correction: { en: 'Corrections', fr: 'Corrections' },
};
const sourceWord = (source: string, language: 'en' | 'fr'): string => SOURCES[source]?.[language] ?? source;

export interface FileWords {
  readonly language: 'en' | 'fr';
  readonly nameOf: (tenantId: string) => string;
}

export interface AccountingTable {
  readonly headers: readonly string[];
  readonly rows: Iterable<readonly TableValue[]> | AsyncIterable<readonly TableValue[]>;
}

const amounts = (minor: number, currency: string): readonly [TableValue, TableValue] => {
  const text = toDecimal(money(Math.abs(minor), currency));
  return minor > 0 ? [text, null] : [null, text];
};

/** Every posting, in the order in which it was booked. */
export function journalTable(
  pages: AsyncIterable<readonly PostedLine[]>,
  { language, nameOf }: FileWords,
): AccountingTable {
  const headers =
    language === 'fr'
      ? ['Date', 'Écriture', 'Ligne', 'Genre', 'Compte', 'Tiers', 'Débit', 'Crédit', 'Devise', 'Note']
      : ['Date', 'Entry', 'Line', 'Kind', 'Account', 'Party', 'Debit', 'Credit', 'Currency', 'Note'];
  return {
    headers,
    rows: (async function* () {
      for await (const page of pages)
        for (const line of page)
          yield [
            line.day,
            line.entryId,
            line.no,
            sourceWord(line.source, language),
            ACCOUNTS[line.kind][language],
            line.party === null ? null : nameOf(line.party),
            ...amounts(line.minor, line.currency),
            line.currency,
            line.note,
          ];
    })(),
  };
}

export interface ProgramWish {
  readonly currency: string;
  /** Last day of the file: a month that is not whole ends there. */
  readonly to: string;
  /** What the program calls an account of this kind. */
  readonly accountOf: (kind: AccountKind) => string;
}

const lastDay = (month: string, to: string): string => {
  const end = addDays(monthAfter(`${month}-01`), -1);
  return end < to ? end : to;
};

/** Sums told apart by buyer: a journal entry for each buyer and month, because receivables are kept by customer. */
export function quickbooksTable(lines: readonly MonthLine[], wish: ProgramWish, words: FileWords): AccountingTable {
  // Lines come by month and buyer.
  let at = { month: '', buyer: '' as string | null, no: 0 };
  const numberOf = ({ month, buyer }: MonthLine): string => {
    if (month !== at.month) at = { month, buyer, no: 1 };
    else if (buyer !== at.buyer) at = { month, buyer, no: at.no + 1 };
    return `${month}-${String(at.no).padStart(4, '0')}`;
  };
  return {
    headers: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name'],
    rows: lines.map((line) => {
      const [year, month, day] = lastDay(line.month, wish.to).split('-');
      return [
        numberOf(line),
        `${month}/${day}/${year}`,
        wish.accountOf(line.kind),
        ...amounts(line.minor, wish.currency),
        sourceWord(line.source, words.language),
        line.buyer === null ? null : words.nameOf(line.buyer),
      ];
    }),
  };
}

/** Sums of all buyers: one manual journal a month. */
export function xeroTable(
  lines: readonly MonthLine[],
  wish: ProgramWish & { readonly taxRate: string },
  words: FileWords,
): AccountingTable {
  return {
    headers: [
      '*Narration',
      '*Date',
      'Description',
      '*AccountCode',
      '*TaxRate',
      '*Amount',
      'TrackingName1',
      'TrackingOption1',
      'TrackingName2',
      'TrackingOption2',
    ],
    rows: lines.map((line) => {
      const [year, month, day] = lastDay(line.month, wish.to).split('-');
      return [
        `${words.language === 'fr' ? 'Expédition' : 'Shipping'} ${line.month}`,
        `${day}/${month}/${year}`,
        sourceWord(line.source, words.language),
        wish.accountOf(line.kind),
        wish.taxRate,
        toDecimal(money(line.minor, wish.currency)),
      ];
    }),
  };
}
