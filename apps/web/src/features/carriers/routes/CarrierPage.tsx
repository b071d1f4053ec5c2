import '../carriers.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconArrowLeft, IconCircleCheck, IconPlugConnected } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { ForCustomer } from '../../../app/ForCustomer.tsx';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { sayError } from '../../../lib/error-words.ts';
import { loadMessages } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import {
  accountQuery,
  accountsQuery,
  beginSignIn,
  catalogueQuery,
  disconnect,
  testQuery,
  tookTest,
  tryConnection,
} from '../carriers-api.ts';
import { AccountBadges } from '../components/AccountBadges.tsx';
import { AccountForm } from '../components/AccountForm.tsx';
import { CarrierFacts } from '../components/CarrierFacts.tsx';
import { LabelsCard } from '../components/LabelsCard.tsx';
import { SheetChanges } from '../components/SheetChanges.tsx';
import { RateSheetCard } from '../components/RateSheetCard.tsx';
import { ServicesCard } from '../components/ServicesCard.tsx';
import { type CarrierHome, useCarrierHome } from '../use-carrier-home.ts';

const AccountLendings = lazy(async () => {
  const [card] = await Promise.all([import('../../customers/lendings/AccountLendings.tsx'), loadMessages('money')]);
  return card;
});

/** One carrier account: whether it works, its services, its rate sheet and its settings. */
export function CarrierPage() {
  const { t } = useLingui();
  const { accountId = '' } = useParams({ strict: false });
  const home = useCarrierHome();
  const profile = useProfile();
  const managesCarriers = profile.rights.includes('carriers.manage');
  const account = useQuery(accountQuery(accountId));
  const entry = useQuery(catalogueQuery).data?.carriers.find(({ id }) => id === account.data?.carrier);
  return (
    <div className="page-narrow">
      <PageHead title={account.data?.name ?? t`Carrier`} />
      <div className="page-head">
        <div className="grow">
          <Link to={home} className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Carriers</Trans>
          </Link>
          <div className="row">
            <h1>{account.data?.name ?? <Trans>Carrier</Trans>}</h1>
            {account.data && <AccountBadges account={account.data} />}
          </div>
        </div>
        {account.data && !account.data.lent && <TestButton account={account.data} />}
      </div>
      {account.data ? (
        <div className="stack wide">
          {account.data.health.lastProblem && (
            <div className="notice" data-tone="bad">
              <IconAlertTriangle size={17} aria-hidden />
              <div>{account.data.health.lastProblem}</div>
            </div>
          )}
          {(account.data.rateSheet || entry?.prices === 'list') && (
            <RateSheetCard account={account.data} ownCourier={account.data.carrier === 'rate-sheet'} />
          )}
          {account.data.rateSheet && !account.data.lent && managesCarriers && <SheetChanges account={account.data} />}
          <ServicesCard account={account.data} />
          {managesCarriers && kindOf(profile) === 'franchise' && (
            <Suspense fallback={<Skeletons rows={3} />}>
              <AccountLendings account={account.data} />
            </Suspense>
          )}
          {!account.data.lent && account.data.carrier !== 'rate-sheet' && <LabelsCard accountId={account.data.id} />}
          {account.data.signedIn && !account.data.lent && (
            <ForCustomer>
              <SignInAgain account={account.data} />
            </ForCustomer>
          )}
          {!account.data.lent && <AccountForm key={account.data.id} account={account.data} />}
          {entry && <CarrierFacts carrier={entry} />}
          {!account.data.lent && (
            <ForCustomer>
              <Disconnect account={account.data} home={home} />
            </ForCustomer>
          )}
        </div>
      ) : account.isError ? (
        <div className="card">
          <ErrorState error={account.error} onRetry={() => void account.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

function TestButton({ account }: { readonly account: CarrierAccount }) {
  const test = useMutation({
    mutationFn: () => tryConnection(account.id),
    onSuccess: ({ data }) => tookTest(account.id, data),
    onError: (error) => notify.error(error),
  });
  const result = useQuery(testQuery(account.id)).data;
  return (
    <div className="row">
      {result && (
        <span
          className={result.ok ? 'row tight small' : 'row tight small danger'}
          role="status"
          data-testid="test-result"
        >
          {result.ok ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
          {result.message}
          {result.reference && <span className="dim">({result.reference})</span>}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        <Trans>Test the connection</Trans>
      </Button>
    </div>
  );
}

/** An account that came by signing in is renewed there. */
function SignInAgain({ account }: { readonly account: CarrierAccount }) {
  const { name, carrierName } = account;
  const begin = useMutation({
    mutationFn: () => beginSignIn({ carrier: account.carrier, name, mode: account.mode, accountId: account.id }),
    onSuccess: ({ data }) => window.location.assign(data.address),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="row">
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
        <Trans>Sign in at {carrierName} again</Trans>
      </Button>
    </div>
  );
}

function Disconnect({ account, home }: { readonly account: CarrierAccount; readonly home: CarrierHome }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = useNavigate();
  const { name } = account;
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => disconnect(account.id),
    onSuccess: async ({ successMessage }) => {
      notify.success(successMessage ?? t`Shipping carrier deleted successfully!`);
      await navigate({ to: home });
      queryClient.removeQueries({ queryKey: accountQuery(account.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
    },
    onError: (error) => {
      setAsking(false);
      // One sentence whatever went wrong (product-spec section 8), and below it what did.
      const { title, advice } = sayError(error, i18n);
      const failed = t`Failed to delete shipping carrier.`;
      notify.problem(failed, [title, advice].filter((said) => said && said !== failed).join(' ') || undefined);
    },
  });
  return (
    <div className="row end">
      <Button variant="subtle" color="red.9" className="danger-button" onClick={() => setAsking(true)}>
        <Trans>Disconnect this carrier</Trans>
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t`Disconnect ${name}?`}
        confirm={t`Disconnect`}
        danger
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <Trans>It gives no more rates. Labels and shipments that were bought with it stay.</Trans>
      </ConfirmDialog>
    </div>
  );
}
