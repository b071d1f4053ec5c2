import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { FeeLineDto, PlanQuote } from '@scanship/contracts/money/plans';
import { useFormat } from '../../../app/use-format.ts';

function LineWords({ line }: { readonly line: FeeLineDto }) {
  const format = useFormat();
  const { planName, quantity } = line;
  const [from, to, price] = [format.day(line.from), format.day(line.to), format.money(line.price)];
  switch (line.kind) {
    case 'fee':
      return (
        <Trans>
          {planName}, {from} to {to}
        </Trans>
      );
    case 'unused':
      return (
        <Trans>
          {planName}: <Plural value={quantity} one="# day" other="# days" /> not used ({from} to {to}), of {price} for{' '}
          {line.of} days
        </Trans>
      );
    case 'rest':
      return (
        <Trans>
          {planName}: <Plural value={quantity} one="# day" other="# days" /> ({from} to {to}), of {price} for {line.of}{' '}
          days
        </Trans>
      );
    case 'overage':
      return (
        <Trans>
          <Plural value={quantity} one="# label" other="# labels" /> above {planName}, {price} each ({from} to {to})
        </Trans>
      );
  }
}

interface Props {
  readonly of: Pick<PlanQuote, 'lines' | 'taxes' | 'total'>;
  readonly totalWord: string;
}
/** Each line of a charge with its days, the taxes by their names, and what it comes to. */
export function AmountLines({ of, totalWord }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <table className="plan-lines" aria-label={t`Amounts`}>
      <tbody>
        {of.lines.map((line) => (
          <tr key={`${line.kind} ${line.plan}`}>
            <td>
              <LineWords line={line} />
            </td>
            <td className="num">{format.money(line.amount)}</td>
          </tr>
        ))}
        {of.taxes.map((tax) => (
          <tr key={tax.code}>
            <td>{tax.label}</td>
            <td className="num">{format.money(tax.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{totalWord}</th>
          <td className="num strong" data-testid="plan-total">
            {format.money(of.total)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
