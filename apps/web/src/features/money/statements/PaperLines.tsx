import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { StatementLineDto } from '@scanship/contracts/money/statements';
import { useFormat } from '../../../app/use-format.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useSectionWord } from './statement-words.ts';

interface Props {
  readonly lines: readonly StatementLineDto[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

/** Every line of a paper, a page at a time; labels of one's own lead to their shipment. */
export function PaperLines({ lines, error, hasMore, loadingMore, onMore, onRetry }: Props) {
  const { t } = useLingui();
  return (
    <section className="card" aria-label={t`Details`}>
      <div className="card-head">
        <h2>
          <Trans>Details</Trans>
        </h2>
      </div>
      {lines ? (
        lines.length === 0 ? (
          <EmptyState title={t`Nothing was booked in this time`} />
        ) : (
          <TableWrap label={t`Details`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Date</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Description</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Order</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Tracking number</Trans>
                  </th>
                  <th scope="col" className="end wide-only">
                    <Trans>Tax included</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Amount</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <Line key={line.id} line={line} />
                ))}
              </tbody>
            </table>
          </TableWrap>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <div className="card-body">
          <Skeletons rows={6} height={28} />
        </div>
      )}
      {hasMore && (
        <div className="card-body">
          <Button variant="default" loading={loadingMore} onClick={onMore}>
            <Trans>Show more lines</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ line }: { readonly line: StatementLineDto }) {
  const format = useFormat();
  const word = useSectionWord();
  const service = [line.carrier, line.service].filter((text) => text).join(', ');
  const tracking = line.trackingNumbers.join(', ');
  return (
    <tr>
      <td className="nowrap">{format.instant(line.at, 'day')}</td>
      <td>
        {word(line.section)}
        {(line.note ?? service) !== '' && <div className="dim small">{line.note ?? service}</div>}
      </td>
      <td>{line.orderNumbers.join(', ')}</td>
      <td className="num">
        {line.shipmentId !== null && tracking !== '' ? (
          <Link to="/ecommerce/orders/labels" search={{ q: line.trackingNumbers[0] ?? '' }}>
            {tracking}
          </Link>
        ) : (
          tracking
        )}
      </td>
      <td className="end num wide-only">{line.tax.minor === 0 ? '' : format.money(line.tax)}</td>
      <td className="end num">{format.money(line.amount)}</td>
    </tr>
  );
}
