import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { missingQuery } from './terms-api.ts';

/** Who must agree to the version in force and has not. */
export function MissingCard() {
  const { t } = useLingui();
  const format = useFormat();
  const missing = useQuery(missingQuery);
  const total = missing.data?.total ?? 0;
  return (
    <section className="card" aria-labelledby="missing-head">
      <div className="card-head">
        <h2 id="missing-head">
          <Trans>Has not agreed yet</Trans>
        </h2>
        {total > 0 && <span className="dim small num">{format.number(total)}</span>}
      </div>
      {missing.data ? (
        total === 0 ? (
          <p className="card-body dim">
            <Trans>Everybody who is asked has agreed.</Trans>
          </p>
        ) : (
          <TableWrap label={t`Has not agreed yet`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Company</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Name</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Last sign-in</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {missing.data.people.map(({ userName, name, company, lastSignInAt }) => (
                  <tr key={userName}>
                    <td>{company}</td>
                    <th scope="row">{name}</th>
                    <td className="nowrap">
                      {lastSignInAt ? format.instant(lastSignInAt, 'short') : <Trans>Never</Trans>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
        )
      ) : missing.isError ? (
        <ErrorState compact error={missing.error} onRetry={() => void missing.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} />
        </div>
      )}
    </section>
  );
}
