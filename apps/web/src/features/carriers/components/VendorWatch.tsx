/** The interfaces of carriers and stores in use, and when their vendors end them. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { VendorInterface } from '@scanship/contracts/network/platform-apps';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { interfacesQuery } from '../carriers-api.ts';

/** What has to move now, in words; nothing while nothing has to. */
export function VendorWarnings() {
  const { data } = useQuery(interfacesQuery);
  return data?.interfaces
    .filter(({ advice }) => advice !== null)
    .map(({ kind, code, state, advice }) => (
      <p key={kind + code} className="notice" data-tone={state === 'over' ? 'bad' : 'warn'} role="status">
        {advice}
      </p>
    ));
}

export function VendorWatch() {
  const { t } = useLingui();
  const interfaces = useQuery(interfacesQuery);
  return (
    <section className="card" aria-label={t`Vendor interfaces`}>
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Vendor interfaces</Trans>
          </h2>
          <p className="small dim">
            <Trans>Versions that the connectors of this release use, and when their vendors stop serving them.</Trans>
          </p>
        </div>
      </div>
      {interfaces.data ? (
        <TableWrap label={t`Vendor interfaces`}>
          <table className="plain-table" data-testid="vendor-interfaces">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Connector</Trans>
                </th>
                <th scope="col">
                  <Trans>Version</Trans>
                </th>
                <th scope="col">
                  <Trans>Ends on</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {interfaces.data.interfaces.map((each) => (
                <tr key={each.kind + each.code}>
                  <td>
                    <span className="strong">{each.name}</span>{' '}
                    <span className="dim small">{each.kind === 'carrier' ? t`Carrier` : t`Store`}</span>
                  </td>
                  <td>{each.version ?? '–'}</td>
                  <td>
                    <End of={each} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      ) : interfaces.isError ? (
        <ErrorState error={interfaces.error} onRetry={() => void interfaces.refetch()} />
      ) : (
        <Skeletons rows={4} />
      )}
    </section>
  );
}

function End({ of: { ends, state } }: { readonly of: VendorInterface }) {
  if (!ends)
    return (
      <span className="dim">
        <Trans>No end published</Trans>
      </span>
    );
  return (
    <span className="row tight">
      <a className="link num back-link" href={ends.source} target="_blank" rel="noreferrer">
        {ends.on}
      </a>
      {state === 'over' ? (
        <Badge tone="bad">
          <Trans>Over</Trans>
        </Badge>
      ) : (
        <Badge tone={state === 'soon' ? 'warn' : 'plain'}>
          <Plural value={ends.daysLeft} one="# day left" other="# days left" />
        </Badge>
      )}
    </span>
  );
}
