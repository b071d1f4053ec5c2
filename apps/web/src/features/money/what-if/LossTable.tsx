import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { WhatIfResultDto } from '@scanship/contracts/money/what-if';
import { useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';

interface Props {
  /** The worst. */
  readonly losses: WhatIfResultDto['belowCost'];
  /** All of them. */
  readonly count: number;
}

const SHOWN = 10;

/** Labels that would be sold for less than they cost. */
export function LossTable({ losses, count }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const headId = useId();
  const [all, setAll] = useState(false);
  if (count === 0) return null;
  return (
    <section className="card" aria-labelledby={headId}>
      <div className="card-head">
        <h2 id={headId}>
          <Trans>{format.number(count)} labels would be sold below cost</Trans>
        </h2>
      </div>
      <TableWrap label={t`Labels sold below cost, the worst first`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Bought</Trans>
              </th>
              <th scope="col">
                <Trans>Customer</Trans>
              </th>
              <th scope="col">
                <Trans>Service</Trans>
              </th>
              <th scope="col">
                <Trans>Zone</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Cost</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Charged</Trans>
              </th>
              <th scope="col" className="end">
                <Trans>Would be charged</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {(all ? losses : losses.slice(0, SHOWN)).map((loss) => {
              const show = (minor: number) => format.money({ minor, currency: loss.currency });
              return (
                <tr key={loss.purchaseId}>
                  <td>{format.instant(loss.at, 'short')}</td>
                  <td>{loss.buyerName}</td>
                  <td>{`${loss.carrierName} · ${loss.service}`}</td>
                  <td>{loss.zone}</td>
                  <td className="end num">{show(loss.costMinor)}</td>
                  <td className="end num">{show(loss.thenMinor)}</td>
                  <td className="end num">{show(loss.newMinor)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
      {losses.length > SHOWN && !all && (
        <div className="card-body">
          <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
            <Trans>Show {losses.length - SHOWN} more</Trans>
          </Button>
        </div>
      )}
      {all && count > losses.length && (
        <p className="card-body dim small">
          <Trans>The {losses.length} worst are shown.</Trans>
        </p>
      )}
    </section>
  );
}
