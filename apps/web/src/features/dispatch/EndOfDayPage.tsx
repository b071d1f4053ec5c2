import './dispatch.css';
import { Button, Checkbox } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconClockExclamation, IconPrinter, IconTruckDelivery } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { closeDay, type ClosedList, type EndOfDay, type WaitingPlace } from '@scanship/contracts/shipping/dispatch';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { notify } from '../../app/notify.ts';
import { isSupport, useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { formatInstant } from '../../lib/format.ts';
import { TestBadge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { CarrierState, PaperNote } from './CarrierPaper.tsx';
import { endOfDayChanged, endOfDayQuery, openPapers, printList } from './dispatch-api.ts';
import { ShipmentsOf } from './ShipmentsOf.tsx';
import { cutOffState } from './time-left.ts';

type Group = WaitingPlace['groups'][number];

/** What was bought and not handed over, place by place; closing a day hands it over with a list for the driver. */
export function EndOfDayPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const day = useQuery(endOfDayQuery);
  return (
    <div className="page-narrow">
      <PageHead title={t`End of day`} description={i18n._(PAGES.endOfDay.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>End of day</Trans>
          </h1>
          <p className="dim">
            <Trans>
              Labels bought and not handed over yet. Close the day, print the list and have the driver sign it.
            </Trans>
          </p>
        </div>
      </div>
      {day.data ? (
        <div className="stack">
          {day.isError && <ErrorState compact error={day.error} onRetry={() => void day.refetch()} />}
          <Places day={day.data} />
          <Closed lists={day.data.closed} />
        </div>
      ) : day.isError ? (
        <div className="card">
          <ErrorState error={day.error} onRetry={() => void day.refetch()} />
        </div>
      ) : (
        <Skeletons rows={6} height={40} />
      )}
    </div>
  );
}

function Places({ day }: { readonly day: EndOfDay }) {
  const { t } = useLingui();
  if (day.places.length === 0)
    return (
      <div className="card">
        <EmptyState
          title={t`Nothing is waiting`}
          icon={<IconTruckDelivery className="state-icon" size={36} stroke={1.4} aria-hidden />}
        >
          <Trans>Every label that was bought is handed over.</Trans>
        </EmptyState>
      </div>
    );
  return (
    <>
      {day.places.map((place) => (
        <Place key={place.locationId ?? ''} place={place} />
      ))}
    </>
  );
}

/** The time, renewed twice a minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const keyOf = (group: Group): string => `${group.grantId ?? ''} ${group.carrier}`;

function Place({ place }: { readonly place: WaitingPlace }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const now = useNow();
  const profile = useProfile();
  const mayClose = profile.rights.includes('labels.print') && !isSupport(profile);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  // A test account's labels never travel: its day is closed only to try the carrier's paper, and only when it is ticked.
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const isChosen = (group: Group) =>
    group.test ? group.paper !== null && tried.has(keyOf(group)) : !without.has(keyOf(group));
  const [leaveOut, setLeaveOut] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const cutOff = cutOffState(place.cutOffAt, now);
  const chosen = place.groups.filter(isChosen);
  const shipments = chosen.reduce((n, group) => n + group.shipments, 0);
  const close = useMutation({
    mutationFn: () =>
      api.call(closeDay, {
        body: {
          groups: chosen.map(({ grantId }) => ({ locationId: place.locationId, grantId })),
          leaveOut: [...leaveOut],
        },
        idempotencyKey: key,
      }),
    onSuccess: async ({ data, successMessage }) => {
      const open = data.closed.some((list) => list.state === 'closing' || list.state === 'unknown');
      const failed = data.closed.find((list) => list.state === 'failed');
      if (failed) notify.error(new Error(failed.problem ?? t`The carrier made no paper.`));
      else if (open) notify.info(t`The carrier is being asked; this page follows it.`);
      else notify.success(successMessage ?? t`The day is closed.`);
      setAsking(false);
      setKey(newIdempotencyKey());
      await endOfDayChanged();
      const [only] = data.closed;
      if (data.closed.length === 1 && only?.state === 'closed')
        await (only.papers > 0 ? openPapers(only) : printList(only.id, only.number)).catch((error: unknown) =>
          notify.error(error),
        );
    },
    onError: (error) => {
      setAsking(false);
      setKey(newIdempotencyKey());
      notify.error(error);
      void endOfDayChanged();
    },
  });
  const name = place.name || t`Without a ship-from address`;
  const clock = place.cutOffAt ? formatInstant(place.cutOffAt, 'time', i18n.locale, place.timeZone) : '';
  return (
    <section className="card" aria-label={name} data-testid="place">
      <div className="card-head">
        <h2 className="grow">{name}</h2>
        <span className="dim small">
          {cutOff.kind === 'none' ? (
            <Trans>No hand-over today</Trans>
          ) : (
            <Trans>
              Cut-off {clock} ({place.timeZone})
            </Trans>
          )}
        </span>
      </div>
      {(cutOff.kind === 'soon' || cutOff.kind === 'over') && (
        <div className="notice place-notice" data-tone={cutOff.kind === 'over' ? 'bad' : 'warn'} role="status">
          <IconClockExclamation size={17} aria-hidden />
          <div>
            {cutOff.kind === 'over' ? (
              <Trans>Today’s cut-off has passed, and {shipments} shipments are still here.</Trans>
            ) : (
              <Plural
                value={cutOff.minutes}
                one="# minute left until the cut-off."
                other="# minutes left until the cut-off."
              />
            )}
          </div>
        </div>
      )}
      <ul className="plain-list">
        {place.groups.map((group) => (
          <li key={keyOf(group)}>
            <div className="row group-row">
              <Checkbox
                className="grow"
                label={
                  group.accountName && group.accountName !== group.carrierName
                    ? `${group.carrierName} · ${group.accountName}`
                    : group.carrierName
                }
                checked={isChosen(group)}
                disabled={(group.test && group.paper === null) || !mayClose}
                onChange={(e) => {
                  const [set, keep] = group.test ? [tried, setTried] : [without, setWithout];
                  const next = new Set(set);
                  if (e.currentTarget.checked === group.test) next.add(keyOf(group));
                  else next.delete(keyOf(group));
                  keep(next);
                }}
              />
              {group.test && <TestBadge />}
              <span className="num">
                <Plural value={group.shipments} one="# shipment" other="# shipments" />
                {' · '}
                <Plural value={group.parcels} one="# parcel" other="# parcels" />
                {' · '}
                {format.weight(group.weightGrams)}
              </span>
            </div>
            <PaperNote group={group} locationId={place.locationId} />
            {group.test && !isChosen(group) ? (
              <p className="dim small">
                {group.paper ? (
                  <Trans>Labels of a test account never travel. Tick it to try the carrier's paper.</Trans>
                ) : (
                  <Trans>Labels of a test account never travel, so there is nothing to hand over.</Trans>
                )}
              </p>
            ) : (
              <ShipmentsOf
                which={{
                  ...(place.locationId === null ? {} : { locationId: place.locationId }),
                  ...(group.grantId === null ? {} : { grantId: group.grantId }),
                }}
                leaveOut={leaveOut}
                onLeaveOut={mayClose ? setLeaveOut : undefined}
              />
            )}
          </li>
        ))}
      </ul>
      {profile.rights.includes('labels.print') && (
        <div className="card-body row end">
          <ForCustomer say>
            <Button
              leftSection={<IconTruckDelivery size={16} aria-hidden />}
              disabled={chosen.length === 0}
              onClick={() => setAsking(true)}
            >
              <Trans>Close the day</Trans>
            </Button>
          </ForCustomer>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        title={t`Close the day?`}
        confirm={t`Close the day`}
        busy={close.isPending}
        onConfirm={() => close.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>
          {Math.max(0, shipments - leaveOut.size)} shipments are marked as handed over, on one list for each carrier
          account. What stays behind can be taken off its list again.
        </Trans>
        {chosen.flatMap((group) =>
          group.paper
            ? [
                <p key={keyOf(group)}>
                  {group.paper.endsVoiding ? (
                    <Trans>
                      {group.carrierName} makes its {group.paper.name}; labels on it can no longer be cancelled.
                    </Trans>
                  ) : (
                    <Trans>
                      {group.carrierName} makes its {group.paper.name}.
                    </Trans>
                  )}
                </p>,
              ]
            : [],
        )}
      </ConfirmDialog>
    </section>
  );
}

function Closed({ lists }: { readonly lists: readonly ClosedList[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const [open, setOpen] = useState<string>();
  const print = useMutation({
    mutationFn: (list: ClosedList) => (list.papers > 0 ? openPapers(list) : printList(list.id, list.number)),
    onError: (error) => notify.error(error),
  });
  if (lists.length === 0) return null;
  return (
    <section className="card" aria-label={t`Closed days`}>
      <div className="card-head">
        <h2>
          <Trans>Closed days</Trans>
        </h2>
      </div>
      <TableWrap label={t`Closed days`}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t`List`}</th>
              <th>{t`Carrier`}</th>
              <th>{t`From`}</th>
              <th className="end">{t`Shipments`}</th>
              <th className="end">{t`Parcels`}</th>
              <th>
                <span className="sr-only">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lists.map((list) => (
              <tr key={list.id} data-testid="closed-list">
                <td>
                  <span className="strong">{t`No. ${list.number}`}</span>
                  <div className="dim small">
                    {format.day(list.day)}, {format.instant(list.closedAt, 'time')}
                  </div>
                </td>
                <td>
                  {list.carrierName}
                  {list.accountName && list.accountName !== list.carrierName && (
                    <div className="dim small">{list.accountName}</div>
                  )}
                  <CarrierState list={list} />
                </td>
                <td>{list.locationName}</td>
                <td className="end num">
                  {format.number(list.shipments)}
                  {list.takenBack > 0 && (
                    <div className="dim small nowrap">
                      <Trans>{list.takenBack} taken back</Trans>
                    </div>
                  )}
                </td>
                <td className="end num">{format.number(list.parcels)}</td>
                <td>
                  <div className="row tight end">
                    <Button
                      variant="default"
                      size="compact-sm"
                      leftSection={<IconPrinter size={14} aria-hidden />}
                      aria-label={
                        list.papers > 0
                          ? t`Print the carrier's paper of list ${list.number}`
                          : t`Print list ${list.number}`
                      }
                      disabled={list.state !== 'closed' || (list.papers === 0 && list.takenBack >= list.shipments)}
                      onClick={() => print.mutate(list)}
                    >
                      <Trans>Print</Trans>
                    </Button>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-expanded={open === list.id}
                      aria-label={t`Shipments of list ${list.number}`}
                      onClick={() => setOpen(open === list.id ? undefined : list.id)}
                    >
                      <Trans>Shipments</Trans>
                    </Button>
                  </div>
                  {open === list.id && <ShipmentsOf which={{ listId: list.id }} shown />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}
