import './platform.css';
import '../carriers/carriers.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LeftOutLine } from '@scanship/contracts/carriers/left-out';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { leftOutQuery } from './platform-api.ts';

/** What connectors could not read of vendors' answers, and where that is not as it was. */
export function LeftOutPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const leftOut = useQuery(leftOutQuery);
  return (
    <div>
      <PageHead title={t`What connectors left out`} description={i18n._(PAGES.leftOut.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>What connectors left out</Trans>
          </h1>
          <p className="dim small">
            <Trans>
              Nothing is lost in silence: what a connector cannot read is counted here by the hour. A share that grows
              is marked and told by e-mail, because a vendor has then probably changed its answers.
            </Trans>
          </p>
        </div>
        {leftOut.data && (
          <span className="dim small">
            <Trans>As of {format.instant(leftOut.data.readUntil, 'short')}</Trans>
          </span>
        )}
      </div>
      <section className="card" aria-label={t`What connectors left out`}>
        {leftOut.data ? (
          leftOut.data.lines.length > 0 ? (
            <Lines lines={leftOut.data.lines} />
          ) : (
            <EmptyState title={t`Nothing was left out`}>
              <Trans>Everything that carriers and stores answered within eight days was understood as a whole.</Trans>
            </EmptyState>
          )
        ) : leftOut.isError ? (
          <ErrorState error={leftOut.error} onRetry={() => void leftOut.refetch()} />
        ) : (
          <div className="card-body">
            <Skeletons rows={6} height={36} />
          </div>
        )}
      </section>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly LeftOutLine[] }) {
  const { t } = useLingui();
  return (
    <TableWrap label={t`What connectors left out`}>
      <table className="plain-table" data-testid="left-out">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Connector</Trans>
            </th>
            <th scope="col">
              <Trans>What</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Now, and the hour before</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Seven days before</Trans>
            </th>
            <th scope="col">
              <Trans>Last 24 hours</Trans>
            </th>
            <th scope="col">
              <Trans>Last example</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={`${line.connector} ${line.operation} ${line.kind}`} line={line} />
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

function Row({ line }: { readonly line: LeftOutLine }) {
  const { t } = useLingui();
  const format = useFormat();
  const { example, shift } = line;
  const what = {
    rate: {
      part: t`Prices with a charge that has no name`,
      'left-out': t`Prices`,
      unreadable: t`Answers about prices`,
    },
    track: {
      part: t`Tracking events of an unknown kind`,
      'left-out': t`Tracking events`,
      unreadable: t`Answers about tracking`,
    },
    orders: { part: t`Orders in part`, 'left-out': t`Orders`, unreadable: t`Answers about orders` },
  }[line.operation][line.kind];
  return (
    <tr>
      <th scope="row">{line.connectorName}</th>
      <td>
        {what}
        {shift && (
          <span className="block">
            <Badge tone="bad">{t`Changed since ${format.instant(shift.since, 'short')}`}</Badge>
          </span>
        )}
      </td>
      <td className="end num">
        <Counted {...line.now} />
      </td>
      <td className="end num">
        <Counted {...line.before} />
      </td>
      <td>
        <Hours hours={line.hours} />
      </td>
      <td className="left-out-example">
        {example ? (
          <>
            <span className="block">{example.words}</span>
            <span className="dim small block">
              <Link className="link" to="/platform/accounts/$accountId" params={{ accountId: example.account.id }}>
                {example.account.name}
              </Link>
              {` · ${example.account.owner} · ${format.instant(example.at, 'short')}`}
            </span>
          </>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}

/** "20 %" and below it "12 of 60". */
function Counted({ items, of }: { readonly items: number; readonly of: number }) {
  const format = useFormat();
  if (of === 0) return <>–</>;
  const percent = format.number(Math.round((items * 1000) / of) / 10);
  return (
    <>
      {`${percent} %`}
      <span className="dim small block">
        <Trans>
          {format.number(items)} of {format.number(of)}
        </Trans>
      </span>
    </>
  );
}

const WIDTH = 4;
const HEIGHT = 24;

/** A bar for each hour; what it says stands in words beside it for those who do not see it. */
function Hours({ hours }: { readonly hours: readonly number[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const most = Math.max(1, ...hours);
  const sum = format.number(hours.reduce((all, one) => all + one, 0));
  return (
    <svg
      className="left-out-hours"
      width={hours.length * WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t`${sum} in 24 hours`}
    >
      {hours.map((items, index) => {
        const height = items === 0 ? 1 : Math.max(2, Math.round((items * HEIGHT) / most));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an hour is its place
          <rect key={index} x={index * WIDTH} y={HEIGHT - height} width={WIDTH - 1} height={height} />
        );
      })}
    </svg>
  );
}
