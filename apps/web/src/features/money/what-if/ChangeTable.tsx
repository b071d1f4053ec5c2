import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { WhatIfResultDto } from '@scanship/contracts/money/what-if';
import { useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';

export type ChangeRow = Omit<WhatIfResultDto['groups'][number], 'dimension' | 'key' | 'name'> & {
  readonly id: string;
  readonly title: string;
};
interface Props {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly ChangeRow[];
}

/** What was charged and would be, row by row. */
export function ChangeTable({ title, first, rows }: Props) {
  const format = useFormat();
  const headId = useId();
  return (
    <section className="card" aria-labelledby={headId}>
      <div className="card-head">
        <h2 id={headId}>{title}</h2>
      </div>
      <TableWrap label={title}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col" className="end">
                <Trans>Labels</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Charged</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Would be charged</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Margin now</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Margin then</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Bill with taxes</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const show = (minor: number) => format.money({ minor, currency: row.currency });
              const change = row.billNewMinor - row.billThenMinor;
              return (
                <tr key={row.id}>
                  <th scope="row">{row.title}</th>
                  <td className="end num">{format.number(row.labels)}</td>
                  <td className="end num">{show(row.thenMinor)}</td>
                  <td className="end num">{show(row.newMinor)}</td>
                  <td className="end num">{show(row.thenMinor - row.costMinor)}</td>
                  <td className="end num">{show(row.newMinor - row.costMinor)}</td>
                  <td className="end num">{`${change > 0 ? '+' : ''}${show(change)}`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}
