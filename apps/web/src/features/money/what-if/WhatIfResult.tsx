import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { WhatIfResultDto } from '@scanship/contracts/money/what-if';
import { WHAT_IF_DIMENSIONS, WEIGHT_BANDS, type WhatIfDimension } from '@scanship/domain/pricing/what-if';
import { useFormat } from '../../../app/use-format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { Figure } from '../../dashboard/Figure.tsx';
import { type ChangeRow, ChangeTable } from './ChangeTable.tsx';
import { LossTable } from './LossTable.tsx';

type Totals = WhatIfResultDto['totals'][number];
type Group = WhatIfResultDto['groups'][number];

/** What a replay brought out: sums, who pays more and less, by what, and what would be sold below cost. */
export function WhatIfResult({ result }: { readonly result: WhatIfResultDto }) {
  const { t } = useLingui();
  const format = useFormat();
  const [dimension, setDimension] = useState<WhatIfDimension>('carrier');
  const nameOf = useGroupNames();
  if (result.totals.length === 0)
    return (
      <div className="card" data-testid="what-if-result">
        <EmptyState title={t`No label of these days can be priced again`}>
          <LeftOut result={result} />
        </EmptyState>
      </div>
    );
  const words: Readonly<Record<WhatIfDimension, string>> = {
    buyer: t`Customer`,
    carrier: t`Carrier`,
    service: t`Service`,
    zone: t`Zone`,
    weight: t`Weight`,
  };
  const rowsOf = (groups: readonly Group[]): readonly ChangeRow[] =>
    groups.map((group) => ({ ...group, id: `${group.currency} ${group.key}`, title: nameOf(group) }));
  const buyers = result.groups.filter((group) => group.dimension === 'buyer');
  const by = (group: Group): number => group.billNewMinor - group.billThenMinor;
  const less = buyers.filter((group) => by(group) < 0).toSorted((a, b) => by(a) - by(b));
  const more = buyers.filter((group) => by(group) > 0).toSorted((a, b) => by(b) - by(a));
  return (
    <div className="board" data-testid="what-if-result">
      {result.totals.map((total) => (
        <TotalFigures key={total.currency} total={total} />
      ))}
      <PricedByOthers labels={result.pricedByOthers} />
      <LeftOut result={result} />
      <LossTable losses={result.belowCost} count={result.totals.reduce((sum, total) => sum + total.belowCost, 0)} />
      {more.length > 0 && (
        <ChangeTable title={t`Would pay more`} first={words.buyer} rows={rowsOf(more.slice(0, 10))} />
      )}
      {less.length > 0 && (
        <ChangeTable title={t`Would pay less`} first={words.buyer} rows={rowsOf(less.slice(0, 10))} />
      )}
      <NativeSelect
        className="w4"
        label={t`Totals by`}
        value={dimension}
        onChange={(event) => {
          const chosen = WHAT_IF_DIMENSIONS.find((one) => one === event.currentTarget.value);
          if (chosen) setDimension(chosen);
        }}
        data={WHAT_IF_DIMENSIONS.map((value) => ({ value, label: words[value] }))}
      />
      <ChangeTable
        title={t`All totals`}
        first={words[dimension]}
        rows={rowsOf(result.groups.filter((group) => group.dimension === dimension))}
      />
      {result.groupsLeftOut > 0 && (
        <p className="dim small">
          <Trans>{format.number(result.groupsLeftOut)} smaller groups are not shown.</Trans>
        </p>
      )}
    </div>
  );
}

function TotalFigures({ total }: { readonly total: Totals }) {
  const { t } = useLingui();
  const format = useFormat();
  const show = (minor: number) => format.money({ minor, currency: total.currency });
  const signed = (minor: number) => `${minor > 0 ? '+' : ''}${show(minor)}`;
  const was = total.thenMinor - total.costMinor;
  const would = total.newMinor - total.costMinor;
  return (
    <div className="figures" aria-label={t`Sums in ${total.currency}`}>
      <Figure label={t`Labels priced again`} value={format.number(total.labels)}>
        <Trans>They cost you {show(total.costMinor)} before taxes</Trans>
      </Figure>
      <Figure label={t`Charged`} value={show(total.thenMinor)}>
        <Trans>Margin {show(was)}</Trans>
      </Figure>
      <Figure label={t`Would be charged`} value={show(total.newMinor)}>
        <Trans>Margin {show(would)}</Trans>
      </Figure>
      <Figure label={t`Margin would change by`} value={signed(would - was)}>
        <Trans>Bills with taxes: {signed(total.billNewMinor - total.billThenMinor)}</Trans>
      </Figure>
    </div>
  );
}

/** Who is charged what is asked of today: a customer may have been in another plan or group when a label was bought. */
const PricedByOthers = ({ labels }: { readonly labels: number }) =>
  labels === 0 ? null : (
    <p className="dim small" data-testid="priced-by-others">
      <Plural
        value={labels}
        one="One of these labels was priced by other mark-ups when it was bought: customers count with the plan and group they are in today."
        other="# of these labels were priced by other mark-ups when they were bought: customers count with the plan and group they are in today."
      />
    </p>
  );

/** What is in no sum, and why. */
function LeftOut({ result }: { readonly result: WhatIfResultDto }) {
  const { t } = useLingui();
  const reasons: Readonly<Record<WhatIfResultDto['notReplayable'][number]['reason'], string>> = {
    'no-facts': t`bought before what decides a price was kept with it`,
    'no-zone': t`no destination zone is known`,
    'no-weight': t`no billable weight is known`,
    'no-list-price': t`it was not kept whether the carrier told a list price`,
    'no-exchange-rate': t`no exchange rate is known for their day`,
  };
  if (result.notReplayable.length === 0 && result.voided === 0)
    return result.totals.length === 0 ? <Trans>Nothing was sold in these days. Choose other days.</Trans> : null;
  return (
    <ul className="dim small">
      {result.notReplayable.map(({ reason, labels }) => (
        <li key={reason}>
          <Plural
            value={labels}
            one={`One label is left out: ${reasons[reason]}.`}
            other={`# labels are left out: ${reasons[reason]}.`}
          />
        </li>
      ))}
      {result.voided > 0 && (
        <li>
          <Plural
            value={result.voided}
            one="One cancelled label is left out."
            other="# cancelled labels are left out."
          />
        </li>
      )}
    </ul>
  );
}

function useGroupNames(): (group: Group) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ dimension, key, name }) => {
    if (dimension === 'zone') return key === '' ? t`Not known` : key;
    if (dimension !== 'weight') return name;
    const band = Number(key);
    const upTo = WEIGHT_BANDS[band];
    const above = WEIGHT_BANDS[band - 1];
    if (upTo === undefined) return t`Above ${format.weight(above ?? 0)}`;
    return above === undefined
      ? t`Up to ${format.weight(upTo)}`
      : t`Above ${format.weight(above)}, up to ${format.weight(upTo)}`;
  };
}
