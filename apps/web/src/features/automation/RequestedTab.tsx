import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mapRequestedService, type RequestedServiceDto } from '@scanship/contracts/shipping/automation';
import type { ServiceChoice } from '@scanship/domain/automation/automation';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { optionsQuery, requestedQuery, showRequested } from './automation-api.ts';
import { serviceName } from './RuleSummary.tsx';
import { ServiceSelect } from './ServiceFields.tsx';

/** What the services that buyers ask for stand for, store by store. */
export function RequestedTab({ mayEdit }: { readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const list = useQuery(requestedQuery);
  const options = useQuery(optionsQuery);
  const map = useMutation({
    mutationFn: ({ row, service }: { readonly row: RequestedServiceDto; readonly service: ServiceChoice | null }) =>
      api.call(mapRequestedService, { body: { storeId: row.storeId, requested: row.requested, service } }),
    onSuccess: ({ data, successMessage }) => {
      showRequested(data);
      notify.success(successMessage ?? t`Mapping saved.`);
    },
    onError: (error) => notify.error(error),
  });
  const failed = list.error ?? options.error;
  if (failed)
    return (
      <div className="card">
        <ErrorState
          error={failed}
          onRetry={() => {
            void list.refetch();
            void options.refetch();
          }}
        />
      </div>
    );
  if (!list.data || !options.data) return <Skeletons rows={5} />;
  const { services } = list.data;
  const open = services.filter((each) => each.mapped === null).length;
  return (
    <div className="stack">
      <p className="dim">
        <Trans>
          What buyers chose at your stores, and the service it stands for. A rule or a choice by hand wins over the
          mapping.
        </Trans>
      </p>
      {services.length === 0 ? (
        <div className="card">
          <EmptyState title={t`No order asked for a service yet`}>
            <Trans>They appear here with the orders of your stores.</Trans>
          </EmptyState>
        </div>
      ) : (
        <section className="card" aria-label={t`Requested services`}>
          <div className="card-head">
            <h2 className="grow">
              <Trans>Requested services</Trans>
            </h2>
            {open > 0 && <Badge tone="warn">{t`${open} without a service`}</Badge>}
          </div>
          <TableWrap label={t`Requested services`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th>{t`Asked for`}</th>
                  <th>{t`Store`}</th>
                  <th className="end">{t`Orders`}</th>
                  <th>{t`Ships with`}</th>
                </tr>
              </thead>
              <tbody>
                {services.map((row) => (
                  <tr key={`${row.storeId} ${row.requested}`} data-testid="requested">
                    <td className="strong">{row.requested}</td>
                    <td>
                      {row.storeName}
                      {row.lastSeenAt && <div className="dim small">{format.instant(row.lastSeenAt, 'day')}</div>}
                    </td>
                    <td className="end num">
                      {format.number(row.orders)}
                      {row.capped && '+'}
                    </td>
                    <td>
                      {mayEdit ? (
                        <ServiceSelect
                          label={t`Service for ${row.requested} of ${row.storeName}`}
                          options={options.data}
                          value={row.mapped}
                          none={t`Not mapped`}
                          onChange={(service) => map.mutate({ row, service })}
                        />
                      ) : row.mapped ? (
                        serviceName(options.data, row.mapped)
                      ) : (
                        <span className="dim">{t`Not mapped`}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        </section>
      )}
    </div>
  );
}
