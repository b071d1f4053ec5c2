import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconPlus } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { CustomerSummary } from '@scanship/contracts/network/customers';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { customersQuery, saveCustomersFile } from './customers-api.ts';
import { type CustomersSearch, customersSearch, PAGE_SIZE } from './customers-search.ts';
import { FranchiseFrame } from './FranchiseFrame.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { SearchField } from './SearchField.tsx';

const CustomerViews = lazy(() => import('./list/CustomerViews.tsx'));
const PutInGroup = lazy(async () => ({ default: (await import('./groups/PutInGroup.tsx')).PutInGroup }));
const LendToSelected = lazy(async () => {
  const [bar] = await Promise.all([import('./lendings/LendToSelected.tsx'), loadMessages('money')]);
  return bar;
});
const CreateCustomer = lazy(() => import('./CreateCustomer.tsx'));
const route = getRouteApi('/inside/customer');

/** The franchise's customers with what they shipped; a sales agent sees those assigned to them. */
export function CustomersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = customersSearch({ ...route.useSearch() });
  const { create, ...filter } = search;
  const list = useQuery(customersQuery(filter));
  const { rights } = useProfile();
  const manages = rights.includes('customers.manage');
  const groups = list.data?.groups ?? [];
  const groupable = rights.includes('money.pricing') && groups.length > 0;
  const lendable = rights.includes('carriers.manage');
  const choosable = groupable || lendable;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = (list.data?.customers ?? []).filter(({ id }) => chosen.has(id));
  const createLoaded = useLoaded(create === true);
  const go = useCallback(
    (change: (was: CustomersSearch) => Record<string, unknown>) =>
      void navigate({ to: '/customer', search: (was) => customersSearch(change(customersSearch(was))) }),
    [navigate],
  );
  const find = useCallback((q: string) => go((was) => ({ ...was, q, page: undefined })), [go]);
  const file = useMutation({
    mutationFn: () => saveCustomersFile(filter),
    onError: (error) => notify.error(error),
  });
  const title = t`Customers`;
  const filtered = Boolean(filter.q || filter.state || filter.plan || filter.agent || filter.group);
  const add = manages && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go((was) => ({ ...was, create: true }))}>
      <Trans>New customer</Trans>
    </Button>
  );
  return (
    <FranchiseFrame title={title} actions={add}>
      <section className="card" aria-label={t`Customers`}>
        <div className="list-tools">
          <SearchField label={t`Find by name, person, telephone or store`} value={filter.q ?? ''} onSearch={find} />
          <NativeSelect
            aria-label={t`State`}
            value={filter.state ?? ''}
            data={[
              { value: '', label: t`All statuses` },
              { value: 'active', label: t`Active` },
              { value: 'restricted', label: t`May not ship` },
              { value: 'suspended', label: t`Suspended` },
            ]}
            onChange={({ currentTarget: { value } }) => go((was) => ({ ...was, state: value, page: undefined }))}
          />
          <NativeSelect
            aria-label={t`Plan`}
            value={filter.plan ?? ''}
            data={[{ value: '', label: t`All plans` }, 'Basic', 'Standard', 'Advanced']}
            onChange={({ currentTarget: { value } }) => go((was) => ({ ...was, plan: value, page: undefined }))}
          />
          {(list.data?.agents.length ?? 0) > 0 && (
            <NativeSelect
              aria-label={t`Sales agent`}
              value={filter.agent ?? ''}
              data={[
                { value: '', label: t`All sales agents` },
                ...(list.data?.agents.map(({ id, name }) => ({ value: id, label: name })) ?? []),
              ]}
              onChange={({ currentTarget: { value } }) => go((was) => ({ ...was, agent: value, page: undefined }))}
            />
          )}
          {groups.length > 0 && (
            <NativeSelect
              aria-label={t`Group`}
              value={filter.group ?? ''}
              data={[
                { value: '', label: t`All groups` },
                ...groups.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => go((was) => ({ ...was, group: value, page: undefined }))}
            />
          )}
          <NativeSelect
            aria-label={t`Order of the list`}
            value={filter.sort ?? 'name'}
            data={[
              { value: 'name', label: t`By name` },
              { value: 'newest', label: t`Newest first` },
              { value: 'labels', label: t`Most labels first` },
              { value: 'spend', label: t`Highest spend first` },
              { value: 'lastLabel', label: t`Latest label first` },
            ]}
            onChange={({ currentTarget: { value } }) => go((was) => ({ ...was, sort: value, page: undefined }))}
          />
          <Suspense fallback={null}>
            <CustomerViews search={filter} onChange={(next) => go(() => ({ ...next }))} />
          </Suspense>
          {(list.data?.totalRecords ?? 0) > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={t`${title} as CSV`}
              loading={file.isPending}
              onClick={() => file.mutate()}
            >
              <Trans>CSV</Trans>
            </Button>
          )}
        </div>
        {list.data ? (
          <>
            {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
            {list.data.customers.length > 0 ? (
              <div aria-busy={list.isPlaceholderData}>
                {choosable && shown.length > 0 && (
                  <div className="list-tools" role="toolbar" aria-label={t`Selected customers`}>
                    <span className="dim">
                      <Plural value={shown.length} one="# customer selected" other="# customers selected" />
                    </span>
                    <div className="row at-field">
                      <Suspense fallback={null}>
                        {groupable && (
                          <PutInGroup
                            customerIds={shown.map(({ id }) => id)}
                            groups={groups}
                            label={t`Group of the selected`}
                            onDone={() => setChosen(new Set())}
                          />
                        )}
                        {lendable && <LendToSelected customers={shown} />}
                      </Suspense>
                    </div>
                  </div>
                )}
                <Rows
                  customers={list.data.customers}
                  chosen={choosable ? chosen : undefined}
                  onChoose={(ids, on) =>
                    setChosen((was) => new Set(on ? [...was, ...ids] : [...was].filter((id) => !ids.includes(id))))
                  }
                />
              </div>
            ) : filtered ? (
              <EmptyState
                title={t`No customer matches`}
                actions={
                  <Button variant="default" onClick={() => go(() => ({}))}>
                    <Trans>Clear search and filters</Trans>
                  </Button>
                }
              />
            ) : (
              <EmptyState title={manages ? t`No customers yet` : t`No customers to see`} actions={add}>
                {manages ? (
                  <Trans>A customer gets a plan, your carriers and rate sheets, and an invitation by e-mail.</Trans>
                ) : (
                  <Trans>Your franchise administrator assigns them.</Trans>
                )}
              </EmptyState>
            )}
            <Pager
              page={list.data.currentPage}
              size={PAGE_SIZE}
              total={list.data.totalRecords}
              onPage={(page) => go((was) => ({ ...was, page }))}
            />
          </>
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <div className="card-body">
            <Skeletons rows={6} height={32} />
          </div>
        )}
      </section>
      {createLoaded && (
        <Suspense fallback={null}>
          <CreateCustomer
            opened={create === true}
            agents={list.data?.agents ?? []}
            onClose={() => go((was) => ({ ...was, create: undefined }))}
          />
        </Suspense>
      )}
    </FranchiseFrame>
  );
}

interface Choosing {
  /** Undefined: nothing can be done to several. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onChoose: (ids: readonly string[], on: boolean) => void;
}

function Rows({ customers, chosen, onChoose }: { readonly customers: readonly CustomerSummary[] } & Choosing) {
  const { t } = useLingui();
  const ids = customers.map(({ id }) => id);
  const all = ids.every((id) => chosen?.has(id));
  const { rights } = useProfile();
  const seesMoney = rights.includes('money.view') || rights.includes('rates.see-cost');
  const seesMargin = customers.some((one) => one.figures.margin30 !== null);
  return (
    <TableWrap label={t`Customers`}>
      <table className="plain-table">
        <thead>
          <tr>
            {chosen && (
              <th scope="col">
                <Checkbox
                  aria-label={t`Select all on this page`}
                  checked={all}
                  indeterminate={!all && ids.some((id) => chosen.has(id))}
                  onChange={() => onChoose(ids, !all)}
                />
              </th>
            )}
            <th scope="col">
              <Trans>Customer</Trans>
            </th>
            <th scope="col" className="wide-only">
              <Trans>Plan</Trans>
            </th>
            <th scope="col" className="end wide-only">
              <Trans>People</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Labels, 30 days</Trans>
            </th>
            {seesMoney && (
              <th scope="col" className="end">
                <Trans>Spend</Trans>
              </th>
            )}
            {seesMargin && (
              <th scope="col" className="end wide-only">
                <Trans>Margin</Trans>
              </th>
            )}
            <th scope="col" className="wide-only">
              <Trans>Last label</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <Row
              key={customer.id}
              customer={customer}
              seesMoney={seesMoney}
              seesMargin={seesMargin}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

interface RowProps extends Choosing {
  readonly customer: CustomerSummary;
  readonly seesMoney: boolean;
  readonly seesMargin: boolean;
}
function Row({ customer, seesMoney, seesMargin, chosen, onChoose }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { figures } = customer;
  const trouble = [
    figures.openOutcomes > 0 && (
      <Plural key="o" value={figures.openOutcomes} one="# open label" other="# open labels" />
    ),
    figures.lateOrders > 0 && <Plural key="l" value={figures.lateOrders} one="# late order" other="# late orders" />,
  ].filter(Boolean);
  return (
    <tr data-testid="customer">
      {chosen && (
        <td>
          <Checkbox
            aria-label={t`Select ${customer.name}`}
            checked={chosen.has(customer.id)}
            onChange={(event) => onChoose([customer.id], event.currentTarget.checked)}
          />
        </td>
      )}
      <td>
        <Link className="link customer-name" to="/customer/$customerId" params={{ customerId: customer.id }}>
          {customer.name}
        </Link>{' '}
        {customer.state === 'suspended' && <Badge tone="bad">{t`Suspended`}</Badge>}
        {customer.restriction && <Badge tone="warn">{t`May not ship`}</Badge>}
        {customer.invited && <Badge tone="info">{t`Invited`}</Badge>}
        <div className="dim small">
          {customer.group && <span className="phone-only">{customer.group.name} </span>}
          <span className="phone-only">{customer.plan}</span>
          {customer.agent && <Trans>owner: {customer.agent.name}</Trans>}
        </div>
        {trouble.length > 0 && (
          <div className="row tight">
            {trouble.map((words, index) => (
              <Badge key={index} tone="warn">
                {words}
              </Badge>
            ))}
          </div>
        )}
      </td>
      <td className="wide-only">
        {customer.plan}
        {customer.group && <div className="dim small">{customer.group.name}</div>}
      </td>
      <td className="end num wide-only">{format.number(customer.people)}</td>
      <td className="end num">{format.number(figures.labels30)}</td>
      {seesMoney && <td className="end num nowrap">{format.money(figures.spend30)}</td>}
      {seesMargin && <td className="end num nowrap wide-only">{figures.margin30 && format.money(figures.margin30)}</td>}
      <td className="nowrap wide-only">
        {figures.lastLabelAt ? format.instant(figures.lastLabelAt, 'short') : <Trans>none yet</Trans>}
      </td>
    </tr>
  );
}
