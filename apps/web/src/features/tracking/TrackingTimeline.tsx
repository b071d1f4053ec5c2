import './tracking.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconRefresh } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ShipmentTracking, TrackedParcelDto } from '@scanship/contracts/shipping/tracking';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { askCarrier, trackingQuery } from './tracking-api.ts';
import { TRACKING_TONES, TRACKING_WORDS } from '../shipping/tracking-words.ts';

/** Where each parcel of a shipment is, in the carrier's words and on the clock of the place. */
export default function TrackingTimeline({ shipmentId }: { readonly shipmentId: string }) {
  const tracking = useQuery(trackingQuery(shipmentId));
  if (tracking.isPending) return <Skeletons rows={3} />;
  if (!tracking.data) return <ErrorState compact error={tracking.error} onRetry={() => void tracking.refetch()} />;
  return (
    <div className="tracking-list" data-testid="tracking">
      {tracking.isError && <ErrorState compact error={tracking.error} onRetry={() => void tracking.refetch()} />}
      {tracking.data.parcels.map((parcel) => (
        <Parcel key={parcel.number} parcel={parcel} several={tracking.data.parcels.length > 1} />
      ))}
      <Refresh tracking={tracking.data} />
    </div>
  );
}

function Parcel({ parcel, several }: { readonly parcel: TrackedParcelDto; readonly several: boolean }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const stops = {
    ended: t`Delivery has ended; tracking has stopped.`,
    'no-news': t`No news for 60 days; tracking has stopped.`,
    voided: t`Its label was cancelled.`,
    'not-offered': t`This carrier offers no tracking.`,
    'no-account': t`The carrier account it was bought with cannot be used any more.`,
  };
  return (
    <section className="stack tight">
      <div className="row tight">
        {several && (
          <span className="strong small">
            <Trans>Parcel {parcel.number}</Trans>
          </span>
        )}
        <Badge tone={TRACKING_TONES[parcel.status]}>{i18n._(TRACKING_WORDS[parcel.status])}</Badge>
        {parcel.estimatedDay && parcel.status !== 'delivered' && (
          <span className="dim small">
            <Trans>expected {format.day(parcel.estimatedDay)}</Trans>
          </span>
        )}
      </div>
      {parcel.problem && (
        <div className="notice" data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <div>{parcel.problem.message}</div>
        </div>
      )}
      {parcel.events.length === 0 ? (
        <p className="dim small">
          <Trans>The carrier has said nothing about this parcel yet.</Trans>
        </p>
      ) : (
        <ol className="tracking-events">
          {parcel.events.map((event) => (
            <li key={event.id} data-tone={TRACKING_TONES[event.status]}>
              <time className="dim small num" dateTime={event.occurredAt} title={event.zone ?? undefined}>
                {event.localTime ? format.local(event.localTime) : format.instant(event.occurredAt, 'short')}
              </time>
              <div>
                <span className="strong">{i18n._(TRACKING_WORDS[event.status])}</span>
                {event.place && <span className="dim"> · {event.place}</span>}
                <div className="dim small">{event.text}</div>
              </div>
            </li>
          ))}
        </ol>
      )}
      {parcel.unreadable.map((sentence) => (
        <p key={sentence} className="small dim">
          {sentence}
        </p>
      ))}
      <p className="dim small">
        {parcel.stopped ? (
          stops[parcel.stopped]
        ) : (
          <>
            {parcel.lastAskedAt && <Trans>Asked {format.instant(parcel.lastAskedAt, 'short')}</Trans>}
            {parcel.lastAskedAt && parcel.nextAskAt && ' · '}
            {parcel.nextAskAt && <Trans>Next time {format.instant(parcel.nextAskAt, 'short')}</Trans>}
          </>
        )}
      </p>
    </section>
  );
}

function Refresh({ tracking }: { readonly tracking: ShipmentTracking }) {
  const ask = useMutation({
    mutationFn: () => askCarrier(tracking.shipmentId),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(trackingQuery(tracking.shipmentId).queryKey, data);
      // What the carrier said moves the shipment, too.
      for (const queryKey of [['orders'], ['order'], ['shipment']]) void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => notify.error(error),
  });
  const waits = useWaits(tracking.refreshAfter);
  return (
    <div className="row">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={ask.isPending}
        disabled={waits}
        onClick={() => ask.mutate()}
      >
        <Trans>Ask the carrier now</Trans>
      </Button>
    </div>
  );
}

/** True until the given instant. */
function useWaits(until: string | null): boolean {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && over !== until;
}
