import './pickups.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTruck } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelPickup, type Pickup, type PickupOptions } from '@scanship/contracts/shipping/pickups';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { DecidePickup } from './DecidePickup.tsx';
import { PickupDialog } from './PickupDialog.tsx';
import { PLACE_WORDS, STATE_WORDS } from './pickup-words.ts';
import { optionsQuery, pickupsChanged, pickupsQuery } from './pickups-api.ts';

const page = getRouteApi('/inside/carrier-manager/pickups');

/** Drivers that are called: today's and those to come, and what went wrong. */
export function PickupsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const pickups = useQuery(pickupsQuery);
  const options = useQuery(optionsQuery);
  const mayBook = useProfile().rights.includes('labels.buy');
  const [booking, setBooking] = useState(false);
  const opened = mayBook && (booking || search.account !== undefined);
  const close = () => {
    setBooking(false);
    if (search.account !== undefined) void navigate({ search: {}, replace: true });
  };
  return (
    <div className="page-narrow">
      <PageHead title={t`Pickups`} description={i18n._(PAGES.pickups.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Pickups</Trans>
          </h1>
          <p className="dim">
            <Trans>Drivers that come to your ship-from places: booked today and ahead, and what needs attention.</Trans>
          </p>
        </div>
        {mayBook && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!options.data}
            onClick={() => setBooking(true)}
          >
            <Trans>Book a pickup</Trans>
          </Button>
        )}
      </div>
      <div className="stack">
        {pickups.data ? (
          <>
            {pickups.isError && <ErrorState compact error={pickups.error} onRetry={() => void pickups.refetch()} />}
            <List pickups={pickups.data.pickups} options={options.data} />
          </>
        ) : pickups.isError ? (
          <div className="card">
            <ErrorState error={pickups.error} onRetry={() => void pickups.refetch()} />
          </div>
        ) : (
          <Skeletons rows={6} height={40} />
        )}
        {options.isError && !options.data && (
          <ErrorState compact error={options.error} onRetry={() => void options.refetch()} />
        )}
        {options.data && <WithoutPickups options={options.data} />}
      </div>
      {options.data && (
        <PickupDialog
          opened={opened}
          options={options.data}
          place={search.place}
          account={search.account}
          onClose={close}
        />
      )}
    </div>
  );
}

function List({
  pickups,
  options,
}: {
  readonly pickups: readonly Pickup[];
  readonly options?: PickupOptions | undefined;
}) {
  const { t } = useLingui();
  if (pickups.length === 0)
    return (
      <div className="card">
        <EmptyState
          title={t`No pickup is booked`}
          icon={<IconTruck className="state-icon" size={36} stroke={1.4} aria-hidden />}
        >
          <Trans>Book one, and the carrier's driver comes for what waits.</Trans>
        </EmptyState>
      </div>
    );
  return (
    <section className="card" aria-label={t`Pickups`}>
      <ul className="pickup-list">
        {pickups.map((pickup) => (
          <Row key={pickup.id} pickup={pickup} options={options} />
        ))}
      </ul>
    </section>
  );
}

function Row({ pickup, options }: { readonly pickup: Pickup; readonly options?: PickupOptions | undefined }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { rights } = useProfile();
  const [changing, setChanging] = useState(false);
  const [asking, setAsking] = useState(false);
  const [deciding, setDeciding] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const cancel = useMutation({
    mutationFn: () => api.call(cancelPickup, { params: { id: pickup.id }, body: {}, idempotencyKey: key }),
    onSuccess: ({ data }) => {
      if (data.state === 'cancelled') notify.success(t`The pickup is cancelled.`);
      else notify.info(t`The carrier is being asked; this page follows it.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => {
      setAsking(false);
      setKey(newIdempotencyKey());
      void pickupsChanged();
    },
  });
  const { words, tone } = STATE_WORDS[pickup.state];
  const account =
    pickup.accountName && pickup.accountName !== pickup.carrierName
      ? `${pickup.carrierName} · ${pickup.accountName}`
      : pickup.carrierName;
  const when = format.day(pickup.day);
  const over = pickup.state === 'cancelled' || pickup.state === 'failed';
  return (
    <li data-testid="pickup" data-state={pickup.state} className="stack tight">
      <div className="row pickup-row">
        <div className="grow">
          <span className={over ? 'strong dim' : 'strong'}>
            {when}, {pickup.readyTime}–{pickup.closeTime}
          </span>{' '}
          <Badge tone={pickup.doing && pickup.state === 'booked' ? 'info' : tone}>
            {pickup.doing?.what === 'cancel'
              ? t`Being cancelled`
              : pickup.doing?.what === 'change'
                ? t`Being changed`
                : i18n._(words)}
          </Badge>{' '}
          {pickup.test && <TestBadge />}
          <div>
            {account}
            {pickup.locationName && (
              <span className="dim">
                {' · '}
                {pickup.shipmentId ? <Trans>Return {pickup.locationName}</Trans> : pickup.locationName}
              </span>
            )}
          </div>
        </div>
        <div className="pickup-facts">
          {pickup.confirmation && (
            <div>
              <span className="dim small">
                <Trans>Confirmation</Trans>
              </span>{' '}
              <span className="num strong">{pickup.confirmation}</span>
            </div>
          )}
          <div className="small num">
            <Plural value={pickup.load.parcels} one="# parcel" other="# parcels" />
            {' · '}
            {format.weight(pickup.load.totalGrams)}
            {pickup.price && <> · {format.money(pickup.price.total)}</>}
          </div>
        </div>
      </div>
      <p className="dim small">
        {i18n._(PLACE_WORDS[pickup.place])}
        {pickup.instructions && <> · {pickup.instructions}</>}
        {' · '}
        <Trans>times of {pickup.timeZone}</Trans>
      </p>
      {pickup.messages.map((message) => (
        <p className="small" key={message}>
          {message}
        </p>
      ))}
      {(pickup.problem ?? pickup.nextStep) && (
        <div className="notice" data-tone={pickup.state === 'failed' ? 'bad' : 'warn'} role="status">
          <div>
            {pickup.problem && <p>{pickup.problem}</p>}
            {pickup.nextStep && <p className="strong">{pickup.nextStep}</p>}
          </div>
        </div>
      )}
      {pickup.fixed && <p className="dim small">{pickup.fixed}</p>}
      <div className="row tight">
        {pickup.canChange && options && rights.includes('labels.buy') && (
          <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
            <Trans>Change</Trans>
          </Button>
        )}
        {pickup.canCancel && rights.includes('labels.void') && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            <Trans>Cancel the pickup</Trans>
          </Button>
        )}
        {pickup.doing?.unknown && rights.includes('labels.settle') && (
          <Button size="compact-sm" onClick={() => setDeciding(true)}>
            <Trans>Record what the carrier has</Trans>
          </Button>
        )}
      </div>
      {options && (
        <PickupDialog opened={changing} options={options} change={pickup} onClose={() => setChanging(false)} />
      )}
      <DecidePickup pickup={pickup} opened={deciding} onClose={() => setDeciding(false)} />
      <ConfirmDialog
        opened={asking}
        title={t`Cancel this pickup?`}
        confirm={t`Cancel the pickup`}
        danger
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>
          {pickup.carrierName} is asked not to come on {when}. It counts as cancelled when the carrier says so.
        </Trans>
      </ConfirmDialog>
    </li>
  );
}

/** Carriers of the customer whose driver cannot be called from here, each with its reason. */
function WithoutPickups({ options }: { readonly options: PickupOptions }) {
  const { t } = useLingui();
  const without = options.accounts.filter((account) => account.why !== null);
  if (without.length === 0) return null;
  return (
    <section className="card" aria-label={t`Without pickups`} data-testid="without-pickups">
      <div className="card-head">
        <h2>
          <Trans>Without pickups</Trans>
        </h2>
      </div>
      <ul className="pickup-list">
        {without.map((account) => (
          <li key={account.grantId}>
            <span className="strong">{account.accountName || account.carrierName}</span>
            <p className="dim small">{account.why}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
