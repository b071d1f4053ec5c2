import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceDetail } from '@scanship/contracts/money/statements';
import { taxNameOf } from '@scanship/domain/taxes/tax-names';
import { useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useSectionWord } from './statement-words.ts';

type Totals = Pick<InvoiceDetail, 'opening' | 'charges' | 'settled' | 'tax' | 'closing' | 'groups' | 'taxes'>;

/** Opening balance, what was added and taken off by kind, and the balance they come to. */
export function PaperTotals({ totals }: { readonly totals: Totals }) {
  const { t } = useLingui();
  const format = useFormat();
  const word = useSectionWord();
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 3 });
  return (
    <section className="card" aria-label={t`Summary`}>
      <TableWrap label={t`Summary`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Description</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Count</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Tax included</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Amount</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td colSpan={3}>
                <Trans>Opening balance</Trans>
              </td>
              <td className="end num">{format.money(totals.opening)}</td>
            </tr>
            {totals.groups.map((group) => (
              <tr key={group.section}>
                <td>{word(group.section)}</td>
                <td className="end num">{format.number(group.count)}</td>
                <td className="end num">{group.tax.minor === 0 ? '' : format.money(group.tax)}</td>
                <td className="end num">{format.money(group.amount)}</td>
              </tr>
            ))}
            <tr>
              <td className="strong" colSpan={3}>
                <Trans>Balance</Trans>
              </td>
              <td className="end num strong">{format.money(totals.closing)}</td>
            </tr>
          </tbody>
        </table>
      </TableWrap>
      {totals.taxes.length > 0 && (
        <p className="card-body dim small">
          <Trans>Taxes included:</Trans>{' '}
          {totals.taxes
            .map(
              (tax) =>
                `${taxNameOf(tax.label) || t`Other taxes`}${tax.ratePpm === null ? '' : ` ${percent.format(tax.ratePpm / 1_000_000)}`} ${format.money(tax.amount)}`,
            )
            .join(' · ')}
        </p>
      )}
    </section>
  );
}
