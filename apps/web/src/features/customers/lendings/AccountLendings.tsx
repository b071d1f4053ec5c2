import '../customers.css';
import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { LendingLine } from '@scanship/contracts/carriers/lendings';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { LendingSubject } from './LendingDialog.tsx';
import { LentWhat } from './LentWhat.tsx';
import { accountLendingsQuery } from './lendings-api.ts';

const LendingDialog = lazy(() => import('./LendingDialog.tsx'));

const EVERYBODY: LendingLine = { kind: 'everybody', id: null, name: '', lent: true, leftOut: [] };

/** Whom an account of the franchise is lent to. */
export default function AccountLendings({
  account,
}: {
  readonly account: { readonly id: string; readonly name: string };
}) {
  const { t } = useLingui();
  const lendings = useQuery(accountLendingsQuery(account.id));
  const [subject, setSubject] = useState<LendingSubject>();
  const [open, setOpen] = useState(false);
  const loaded = useLoaded(open);
  const { services = [], lines = [], plans = [], groups = [] } = lendings.data ?? {};
  const wordsOf = ({ kind, name }: Pick<LendingLine, 'kind' | 'name'>): string =>
    ({ everybody: t`Everybody`, plan: t`Plan ${name}`, group: t`Group ${name}`, buyer: name })[kind];
  const edit = (line: Pick<LendingLine, 'kind' | 'id' | 'name'>, said: LendingSubject['said']) => {
    setSubject({
      account: { ...account, services },
      kind: line.kind,
      ids: line.id === null ? [] : [line.id],
      who: wordsOf(line),
      said,
      otherwise:
        line.kind === 'everybody'
          ? t`Lent with all services.`
          : line.kind === 'buyer'
            ? t`What their group, their plan or the line for everybody says.`
            : t`What the line for everybody says.`,
    });
    setOpen(true);
  };
  const shown = lines.some(({ kind }) => kind === 'everybody') ? lines : [EVERYBODY, ...lines];
  const others = [
    ...plans.map((one) => ({ ...one, kind: 'plan' as const })),
    ...groups.map((one) => ({ ...one, kind: 'group' as const })),
  ].filter(({ id }) => lines.every((line) => line.id !== id));
  return (
    <section className="card" aria-label={t`Lent to`} data-testid="account-lendings">
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Lent to</Trans>
          </h2>
          <p className="dim small">
            <Trans>
              One line counts: the customer’s own before their group’s, their plan’s and everybody’s. A line for one
              customer is added on their page.
            </Trans>
          </p>
        </div>
      </div>
      {lendings.data ? (
        <>
          <TableWrap label={t`Lent to`}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Customers</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Lending</Trans>
                  </th>
                  <th scope="col">
                    <span className="sr-only">{t`Actions`}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((line) => {
                  const who = wordsOf(line);
                  return (
                    <tr key={line.id ?? ''} data-testid="account-lending">
                      <th scope="row" className="break-anywhere">
                        {line.kind === 'buyer' && line.id !== null ? (
                          <Link
                            className="link"
                            to="/customer/$customerId"
                            params={{ customerId: line.id }}
                            search={{ tab: 'carriers' }}
                          >
                            {who}
                          </Link>
                        ) : (
                          who
                        )}
                      </th>
                      <td>
                        <LentWhat {...line} services={services} />
                      </td>
                      <td className="end">
                        <Button
                          variant="default"
                          size="xs"
                          aria-label={t`Change the lending to ${who}`}
                          onClick={() => edit(line, line === EVERYBODY ? null : line)}
                        >
                          <Trans>Change</Trans>
                        </Button>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </TableWrap>
          {others.length > 0 && (
            <div className="card-body">
              <NativeSelect
                label={t`Add a line for`}
                value=""
                data={[
                  { value: '', label: t`Choose a plan or group`, disabled: true },
                  ...others.map((one) => ({ value: one.id, label: wordsOf(one) })),
                ]}
                onChange={({ currentTarget: { value } }) => {
                  const one = others.find(({ id }) => id === value);
                  if (one) edit(one, { lent: true, leftOut: [] });
                }}
              />
            </div>
          )}
        </>
      ) : lendings.isError ? (
        <ErrorState compact error={lendings.error} onRetry={() => void lendings.refetch()} />
      ) : (
        <Skeletons rows={3} />
      )}
      <Suspense fallback={null}>
        {loaded && <LendingDialog opened={open} subject={subject} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}
