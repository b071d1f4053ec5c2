import { Button, Checkbox } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { takeBack } from '@scanship/contracts/shipping/dispatch';
import { api } from '../../app/api.ts';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { endOfDayChanged, type ListOf, shipmentsQuery, showEndOfDay } from './dispatch-api.ts';

interface Props {
  readonly which: ListOf;
  /** Shipments that stay here when the day is closed. */
  readonly leaveOut?: ReadonlySet<string>;
  readonly onLeaveOut?: ((ids: ReadonlySet<string>) => void) | undefined;
  /** Open from the beginning. */
  readonly shown?: boolean;
}

/** The shipments behind a number, one by one: left out before closing, taken back after. */
export function ShipmentsOf({ which, leaveOut, onLeaveOut, shown = false }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(shown);
  return (
    <div className="shipments-of">
      {!shown && (
        <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t`Hide the shipments` : t`Show the shipments`}
        </Button>
      )}
      {open && <List {...{ which, leaveOut, onLeaveOut }} />}
    </div>
  );
}

function List({ which, leaveOut, onLeaveOut }: Omit<Props, 'shown'>) {
  const { t } = useLingui();
  const format = useFormat();
  const mayClose = useProfile().rights.includes('labels.print');
  const list = useQuery(shipmentsQuery(which));
  const back = useMutation({
    mutationFn: (shipmentId: string) =>
      api.call(takeBack, { params: { id: which.listId ?? '' }, body: { shipmentIds: [shipmentId] } }),
    onSuccess: async ({ data, successMessage }) => {
      showEndOfDay(data);
      notify.success(successMessage ?? t`Taken off the list.`);
      await endOfDayChanged();
    },
    onError: (error) => notify.error(error),
  });
  if (list.isError) return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeletons rows={2} />;
  return (
    <ul className="hand-over">
      {list.data.shipments.map((each) => {
        const number = each.orderNumbers.join(', ') || each.trackingNumbers[0] || each.recipient;
        return (
          <li key={each.shipmentId} className="row top">
            {onLeaveOut && leaveOut && (
              <Checkbox
                aria-label={t`Hand over ${number}`}
                checked={!leaveOut.has(each.shipmentId)}
                onChange={(e) => {
                  const next = new Set(leaveOut);
                  if (e.currentTarget.checked) next.delete(each.shipmentId);
                  else next.add(each.shipmentId);
                  onLeaveOut(next);
                }}
              />
            )}
            <div className="grow">
              <span className="strong">{number}</span> {each.recipient}
              <div className="dim small">
                {[each.trackingNumbers.join(', '), each.service, each.destination].filter(Boolean).join(' · ')}
              </div>
            </div>
            <span className="dim small nowrap">{format.weight(each.weightGrams)}</span>
            {which.listId && mayClose && (
              <ForCustomer>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t`Take ${number} back`}
                  loading={back.isPending && back.variables === each.shipmentId}
                  onClick={() => back.mutate(each.shipmentId)}
                >
                  <Trans>Take back</Trans>
                </Button>
              </ForCustomer>
            )}
          </li>
        );
      })}
      {list.data.shipments.length === 0 && (
        <li className="dim small">
          <Trans>Every shipment was taken off this list again.</Trans>
        </li>
      )}
    </ul>
  );
}
