import './customers.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { useProfile } from '../../app/profile.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { CustomerOverview } from './CustomerOverview.tsx';
import { type CustomerTab } from './customer-tabs.ts';
import { CustomerStateButtons, CustomerStateNotices } from './CustomerState.tsx';
import { customerQuery } from './customers-api.ts';

const CustomerNotes = lazy(() => import('./notes/CustomerNotes.tsx'));
const CustomerObstacles = lazy(() => import('./obstacles/CustomerObstacles.tsx'));
const CustomerPeople = lazy(async () => ({ default: (await import('./CustomerPeople.tsx')).CustomerPeople }));
const MailLogCard = lazy(async () => ({ default: (await import('./MailLogCard.tsx')).MailLogCard }));
const CustomerPlan = lazy(async () => {
  // What is said of money has its words in a catalogue of its own.
  const [{ CustomerPlan: component }] = await Promise.all([import('./CustomerPlan.tsx'), loadMessages('money')]);
  return { default: component };
});
const CustomerData = lazy(async () => {
  const [data] = await Promise.all([import('./data/CustomerData.tsx'), loadMessages('money')]);
  return data;
});
const CustomerLendings = lazy(async () => {
  const [lendings] = await Promise.all([import('./lendings/CustomerLendings.tsx'), loadMessages('money')]);
  return lendings;
});
const CustomerCredit = lazy(async () => ({ default: (await import('./CustomerCredit.tsx')).CustomerCredit }));
const BuyerTaxesCard = lazy(async () => {
  const [card] = await Promise.all([import('../money/taxes/BuyerTaxesCard.tsx'), loadMessages('money')]);
  return { default: card.BuyerTaxesCard };
});
const BuyerRemindersCard = lazy(async () => {
  const [card] = await Promise.all([import('../money/reminders/BuyerRemindersPanel.tsx'), loadMessages('money')]);
  return { default: card.BuyerRemindersCard };
});
const CustomerAgent = lazy(async () => ({ default: (await import('./CustomerAgent.tsx')).CustomerAgent }));

const route = getRouteApi('/inside/customer/$customerId');

/** One customer: how it goes, its people, and what the franchise decides about it. */
export function CustomerPage() {
  const { t } = useLingui();
  const { customerId } = route.useParams();
  const { tab = 'overview', order } = route.useSearch();
  const { rights } = useProfile();
  const customer = useQuery(customerQuery(customerId));
  const manages = rights.includes('customers.manage');
  const tabs: readonly { readonly name: CustomerTab; readonly word: string; readonly shown: boolean }[] = [
    { name: 'overview', word: t`Overview`, shown: true },
    { name: 'notes', word: t`Notes`, shown: true },
    { name: 'shipping', word: t`Can they ship?`, shown: rights.includes('customers.impersonate') },
    { name: 'people', word: t`People`, shown: true },
    { name: 'mails', word: t`E-mails`, shown: rights.includes('customers.impersonate') },
    { name: 'carriers', word: t`Carriers lent`, shown: rights.includes('customers.impersonate') },
    { name: 'plan', word: t`Plan`, shown: manages },
    { name: 'credit', word: t`Credit`, shown: rights.includes('money.view') && customer.data?.credit !== null },
    { name: 'agent', word: t`Sales agent`, shown: manages },
    { name: 'data', word: t({ message: 'Data', context: 'customer' }), shown: manages },
  ];
  const current = tabs.find(({ name, shown }) => name === tab && shown)?.name ?? 'overview';
  const name = customer.data?.name ?? t`Customer`;
  return (
    <div className="page-narrow">
      <PageHead title={name} />
      <div className="page-head">
        <div className="grow">
          <Link to="/customer" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Customers</Trans>
          </Link>
          <div className="row">
            <h1 className="break-anywhere">{name}</h1>
            {customer.data?.state === 'suspended' && <Badge tone="bad">{t`Suspended`}</Badge>}
            {customer.data?.restriction && <Badge tone="warn">{t`May not ship`}</Badge>}
            {customer.data?.invited && <Badge tone="info">{t`Invited`}</Badge>}
            {customer.data && <Badge outline>{customer.data.plan}</Badge>}
            {customer.data?.group && <Badge outline>{customer.data.group.name}</Badge>}
          </div>
        </div>
        {customer.data && manages && <CustomerStateButtons customer={customer.data} />}
      </div>
      {customer.data ? (
        <div className="stack">
          <CustomerStateNotices customer={customer.data} />
          <TabNav label={name}>
            {tabs
              .filter(({ shown }) => shown)
              .map((one) => (
                <Link
                  key={one.name}
                  to="/customer/$customerId"
                  params={{ customerId }}
                  search={one.name === 'overview' ? {} : { tab: one.name }}
                  aria-current={one.name === current ? 'page' : undefined}
                  activeProps={{}}
                  activeOptions={{ exact: true, includeSearch: true }}
                >
                  {one.word}
                </Link>
              ))}
          </TabNav>
          <Suspense fallback={<Skeletons rows={5} />}>
            <Tab tab={current} customer={customer.data} orderId={order} />
          </Suspense>
        </div>
      ) : customer.isError ? (
        <div className="card">
          <ErrorState error={customer.error} onRetry={() => void customer.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

interface TabProps {
  readonly tab: CustomerTab;
  readonly customer: CustomerDetail;
  /** Somebody looks for this order of theirs. */
  readonly orderId: string | undefined;
}

function Tab({ tab, customer, orderId }: TabProps) {
  switch (tab) {
    case 'overview':
      return <CustomerOverview customer={customer} />;
    case 'notes':
      return <CustomerNotes customerId={customer.id} />;
    case 'shipping':
      return <CustomerObstacles customerId={customer.id} />;
    case 'people':
      return <CustomerPeople customer={customer} orderId={orderId} />;
    case 'mails':
      return <MailLogCard customerId={customer.id} />;
    case 'carriers':
      return <CustomerLendings customer={customer} />;
    case 'plan':
      return <CustomerPlan customer={customer} />;
    case 'credit':
      return (
        <div className="stack">
          <CustomerCredit key={customer.version} customer={customer} />
          <CustomerReminders customerId={customer.id} />
          <CustomerTaxes customerId={customer.id} />
        </div>
      );
    case 'agent':
      return <CustomerAgent key={customer.agent?.id} customer={customer} />;
    case 'data':
      return <CustomerData customer={customer} />;
  }
}

/** For the franchise's administrator; support sees what is owed only. */
function CustomerTaxes({ customerId }: { readonly customerId: string }) {
  return useProfile().rights.includes('money.pricing') ? <BuyerTaxesCard buyerId={customerId} /> : null;
}

/** For those who decide about its credit. */
function CustomerReminders({ customerId }: { readonly customerId: string }) {
  return useProfile().rights.includes('money.credit') ? <BuyerRemindersCard buyerId={customerId} /> : null;
}
