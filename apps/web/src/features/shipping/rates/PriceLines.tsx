import { Trans } from '@lingui/react/macro';
import type { PriceLineDto } from '@scanship/contracts/common';
import type { Money } from '@scanship/domain/money/money';
import { useFormat } from '../../../app/use-format.ts';

/** What a price is made of, line by line, with its sum. */
export function PriceLines({ lines, total }: { readonly lines: readonly PriceLineDto[]; readonly total: Money }) {
  const format = useFormat();
  return (
    <table className="price-lines">
      <tbody>
        {lines.map((line, i) => (
          <tr key={`${line.code}-${i}`}>
            <th scope="row">{line.label}</th>
            <td className="num">{format.money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Trans>Total</Trans>
          </th>
          <td className="num">{format.money(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
