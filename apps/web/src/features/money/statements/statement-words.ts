/** Words of statements that stand in several places. */
import { useLingui } from '@lingui/react/macro';
import type { InvoiceState, StatementSection } from '@scanship/domain/money/statement';
import type { Tone } from '../../../ui/Badge.tsx';
import { useFormat } from '../../../app/use-format.ts';

export const useSectionWord = (): ((section: StatementSection) => string) => {
  const { t } = useLingui();
  const words: Readonly<Record<StatementSection, string>> = {
    label: t`Labels`,
    return: t`Return labels`,
    void: t`Voided labels`,
    adjustment: t`Adjustments`,
    plan: t`Plan fees`,
    royalty: t`Royalties`,
    correction: t`Credit notes`,
    payment: t`Payments`,
    refund: t`Payments refunded`,
  };
  return (section) => words[section];
};

export const useStateWord = (): ((state: InvoiceState) => { readonly word: string; readonly tone: Tone }) => {
  const { t } = useLingui();
  const words = {
    paid: { word: t`Paid`, tone: 'good' },
    open: { word: t({ message: 'Open', context: 'invoice' }), tone: 'info' },
    overdue: { word: t({ message: 'Overdue', context: 'invoice' }), tone: 'bad' },
  } as const;
  return (state) => words[state];
};

/** "May 2026", from the first day of the month. */
export const useMonth = (): ((month: string) => string) => {
  const { locale } = useFormat();
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => format.format(new Date(`${month}T00:00:00Z`));
};
