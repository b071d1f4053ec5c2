import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AgingBucket } from '@scanship/domain/money/statement';
import { useFormat } from '../../../app/use-format.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { agingQuery } from './statements-api.ts';

/** What buyers owe, by how late it is. */
export function AgingTable() {
  const { t } = useLingui();
  const format = useFormat();
  const aging = useQuery(agingQuery);
  const words: Readonly<Record<AgingBucket, string>> = {
    current: t`Not due yet`,
    days1: t`1 to 30 days`,
    days31: t`31 to 60 days`,
    days61: t`61 to 90 days`,
    over90: t`Over 90 days`,
  };
  return (
    <section className="card" aria-label={t`What is owed`}>
      {aging.data ? (
        aging.data.buyers.length === 0 ? (
          <EmptyState title={t`Nobody owes anything`} />
        ) : (
          <TableWrap label={t`What is owed`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Buyer</Trans>
                  </th>
                  {aging.data.buckets.map((bucket) => (
                    <th key={bucket} scope="col" className="end">
                      {words[bucket]}
                    </th>
                  ))}
                  <th scope="col" className="end">
                    <Trans>Not invoiced yet</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Paid ahead</Trans>
                  </th>
                  <th scope="col" className="end">
                    <Trans>Balance</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {aging.data.buyers.map((buyer) => {
                  const show = (minor: number) => format.money({ minor, currency: buyer.currency });
                  return (
                    <tr key={`${buyer.buyerId} ${buyer.currency}`}>
                      <th scope="row">{buyer.name}</th>
                      {aging.data.buckets.map((bucket, index) => (
                        <td key={bucket} className="end num">
                          {show(buyer.amounts[index] ?? 0)}
                        </td>
                      ))}
                      <td className="end num">{show(buyer.unbilled)}</td>
                      <td className="end num">{show(buyer.left)}</td>
                      <td className="end num strong">{show(buyer.balance)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </TableWrap>
        )
      ) : aging.isError ? (
        <ErrorState error={aging.error} onRetry={() => void aging.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={5} height={30} />
        </div>
      )}
    </section>
  );
}
