import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { IconUserShield } from '#icons';
import { lazy, Suspense, useState } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { invite, sendCode, tookCustomer } from './customers-api.ts';
import { InviteForm } from './InviteForm.tsx';
import { PERSON_STATES, roleWord } from './person-words.ts';

const factorResets = () => import('./FactorResets.tsx');
const FactorResets = lazy(async () => ({ default: (await factorResets()).FactorResets }));
const AskFactorReset = lazy(async () => ({ default: (await factorResets()).AskFactorReset }));
const ActAsDialog = lazy(async () => ({
  default: (await import('../impersonation/ActAsDialog.tsx')).ActAsDialog,
}));

type Person = CustomerDetail['users'][number];

/** Their people: whom to write to, and, with a reason, whom to work as. */
export function CustomerPeople({
  customer,
  orderId,
}: {
  readonly customer: CustomerDetail;
  /** What is opened as the person that is chosen. */
  readonly orderId: string | undefined;
}) {
  const { t } = useLingui();
  const { rights, roleName } = useProfile();
  const [person, setPerson] = useState<Person>();
  const [resetting, setResetting] = useState<Person>();
  const asksReset = useLoaded(resetting !== undefined);
  const loaded = useLoaded(person !== undefined);
  const manages = rights.includes('customers.manage');
  const resets = rights.includes('customers.impersonate') && roleName !== 'ROLE_SALES_AGENT';
  const code = useMutation({
    mutationFn: ({ userName }: Person) => sendCode(customer.id, userName),
    onSuccess: ({ successMessage }) => notify.success(successMessage ?? ''),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="stack">
      {orderId !== undefined && customer.users.some(({ canImpersonate }) => canImpersonate) && (
        <p className="notice" data-tone="info">
          <Trans>Choose whom to act as. The order opens then.</Trans>
        </p>
      )}
      <section className="card" aria-label={t`People`}>
        {customer.users.length === 0 ? (
          <EmptyState title={t`Nobody yet`}>
            {manages ? (
              <Trans>Invite their administrator below; everybody else is invited by them.</Trans>
            ) : (
              <Trans>Their administrator has not been invited.</Trans>
            )}
          </EmptyState>
        ) : (
          <People
            users={customer.users}
            onActAs={setPerson}
            onReset={resets ? setResetting : undefined}
            onCode={resets ? code.mutate : undefined}
            sending={code.isPending ? code.variables : undefined}
          />
        )}
      </section>
      {resets && (
        <Suspense fallback={null}>
          <FactorResets customerId={customer.id} />
          {asksReset && (
            <AskFactorReset customerId={customer.id} person={resetting} onClose={() => setResetting(undefined)} />
          )}
        </Suspense>
      )}
      {manages && (
        <section className="card">
          <div className="card-body stack">
            <InviteForm
              label={t`Invite an administrator`}
              onInvite={async (email) => {
                const answer = await invite(customer.id, email);
                tookCustomer(answer.data);
                return answer;
              }}
            />
            <p className="dim small">
              <Trans>Sent again to the same address, the earlier link is void.</Trans>
            </p>
          </div>
        </section>
      )}
      {loaded && (
        <Suspense fallback={null}>
          <ActAsDialog
            person={person}
            onClose={() => setPerson(undefined)}
            path={orderId === undefined ? undefined : `/ecommerce/order/${orderId}`}
          />
        </Suspense>
      )}
    </div>
  );
}

function People({
  users,
  onActAs,
  onReset,
  onCode,
  sending,
}: {
  readonly users: readonly Person[];
  readonly onActAs: (person: Person) => void;
  readonly onReset: ((person: Person) => void) | undefined;
  readonly onCode: ((person: Person) => void) | undefined;
  /** Whom a code is being sent. */
  readonly sending: Person | undefined;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  return (
    <TableWrap label={t`People`}>
      <table className="plain-table people-table">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            <th scope="col" className="wide-only">
              <Trans>Role</Trans>
            </th>
            <th scope="col" className="wide-only">
              <Trans>State</Trans>
            </th>
            <th scope="col" className="wide-only">
              <Trans>Last sign-in</Trans>
            </th>
            <th scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((person) => {
            const { fullName } = person;
            const { tone, word } = PERSON_STATES[person.state];
            const state = <Badge tone={tone}>{i18n._(word)}</Badge>;
            return (
              <tr key={`${person.userName} ${person.email}`} data-testid="person">
                <td>
                  <div className="strong">{fullName}</div>
                  <div className="dim small">
                    {person.userName && `${person.userName} · `}
                    {person.email}
                  </div>
                  <div className="dim small phone-only">{roleWord(person.roleName, i18n)}</div>
                  <div className="phone-only">{state}</div>
                </td>
                <td className="wide-only">{roleWord(person.roleName, i18n)}</td>
                <td className="wide-only">{state}</td>
                <td className="wide-only nowrap">
                  {person.lastSignInAt ? format.instant(person.lastSignInAt, 'short') : <Trans>never</Trans>}
                </td>
                <td className="end">
                  <div className="row end">
                    {onCode && person.state === 'unverified' && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        loading={sending === person}
                        onClick={() => onCode(person)}
                      >
                        <Trans>Send a new code</Trans>
                        <span className="sr-only">: {fullName}</span>
                      </Button>
                    )}
                    {onReset && person.secondFactor && (
                      <Button size="compact-sm" variant="default" onClick={() => onReset(person)}>
                        <Trans>Reset second factor</Trans>
                        <span className="sr-only">: {fullName}</span>
                      </Button>
                    )}
                    {person.canImpersonate && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconUserShield size={15} aria-hidden />}
                        aria-label={t`Act as ${fullName}`}
                        onClick={() => onActAs(person)}
                      >
                        <Trans>Act as</Trans>
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableWrap>
  );
}
