import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listRequestedServices } from '@scanship/contracts/shipping/automation';
import { fetchData } from '../../app/api.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';

const servicesQuery = queryOptions({
  queryKey: ['automation', 'requested'],
  queryFn: ({ signal }) => fetchData(listRequestedServices, { signal }),
});

/** The services buyers asked for at this store, and the way to where they are mapped to a carrier's service. */
export function StoreServices({ storeId }: { readonly storeId: string }) {
  const { t } = useLingui();
  const list = useQuery(servicesQuery);
  if (list.error) return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeletons rows={2} />;
  const services = list.data.services.filter((each) => each.storeId === storeId);
  return (
    <section className="card" aria-label={t`Services buyers ask for`}>
      <div className="card-body stack">
        <h2>
          <Trans>Services buyers ask for</Trans>
        </h2>
        {services.length === 0 ? (
          <p className="dim">
            <Trans>No order of this store asked for a service yet.</Trans>
          </p>
        ) : (
          <ul className="stack">
            {services.map((each) => (
              <li key={each.requested} className="row">
                <span>{each.requested}</span>
                {each.mapped ? (
                  <Badge tone="good">
                    <Trans>Mapped</Trans>
                  </Badge>
                ) : (
                  <Badge tone="warn">
                    <Trans>Not mapped</Trans>
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        )}
        <Link to="/account/automation" search={{ tab: 'services' }}>
          <Trans>Map them to services</Trans>
        </Link>
      </div>
    </section>
  );
}
