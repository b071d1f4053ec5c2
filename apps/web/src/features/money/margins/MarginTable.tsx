import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '@mantine/core';
import type { MarginSums } from '@scanship/contracts/money/margins';
import { useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';

interface Row extends MarginSums {
  readonly key: string;
  readonly name: string;
}
interface Props {
  readonly title: string;
  /** Head of the column of names. */
  readonly first: string;
  readonly currency: string;
  readonly rows: readonly Row[];
}

const SHOWN = 10;

/** Revenue, cost and margin of some kind of thing; the largest first, the rest when asked for. */
export function MarginTable({ title, first, currency, rows }: Props) {
  const format = useFormat();
  const headId = useId();
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const show = (minor: number) => format.money({ minor, currency });
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 1 });
  const rest = rows.length - SHOWN;
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
                <Trans>Revenue</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Cost</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Margin</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Of revenue</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {(all ? rows : rows.slice(0, SHOWN)).map((row) => {
              const margin = row.revenueMinor - row.costMinor;
              return (
                <tr key={row.key}>
                  <th scope="row">{row.name}</th>
                  <td className="end num">{format.number(row.labels)}</td>
                  <td className="end num">{show(row.revenueMinor)}</td>
                  <td className="end num">{show(row.costMinor)}</td>
                  <td className="end num">{show(margin)}</td>
                  <td className="end num">
                    {row.revenueMinor === 0 ? '–' : percent.format(margin / row.revenueMinor)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
      {rest > 0 && !all && (
        <div className="card-body">
          <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
            <Trans>Show {rest} more</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
