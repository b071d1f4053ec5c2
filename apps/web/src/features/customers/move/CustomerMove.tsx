import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { MoveLink } from '@scanship/contracts/network/customer-moves';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { customerQuery } from '../customers-api.ts';
import { LazyConfirm } from '../LazyConfirm.tsx';
import { moveQuery, tookMove, undo } from './move-api.ts';

const MoveDialog = lazy(() => import('./MoveDialog.tsx'));

/** For the operator alone: to everybody else there is nothing here. */
export function CustomerMove({ customer }: { readonly customer: CustomerDetail }) {
  const { data } = useQuery(moveQuery(customer.id));
  const [asking, setAsking] = useState(false);
  const opened = useLoaded(asking);
  const state = data?.to?.state;
  // Whether it may ship follows from it.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey, exact: true });
  }, [state, customer.id]);
  if (!data || (data.franchises.length === 0 && data.to === null && data.from === null)) return null;
  return (
    <section className="card" aria-labelledby="move-head">
      <div className="card-head">
        <h2 id="move-head" className="grow">
          <Trans>Move to another franchise</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {data.from && <Arrived link={data.from} />}
        {data.to && <Moved customer={customer} link={data.to} />}
        {data.franchises.length > 0 && (
          <>
            <p className="dim small">
              <Trans>
                A new customer below the other franchise gets orders, products, settings, stores and accounts of its
                own. Labels, invoices and reports of the past stay here, where it may pay and may not ship any more.
                Neither franchise learns of the other.
              </Trans>
            </p>
            <div className="row">
              <Button variant="default" onClick={() => setAsking(true)}>
                <Trans>Move this customer …</Trans>
              </Button>
            </div>
          </>
        )}
      </div>
      {opened && (
        <Suspense fallback={null}>
          <MoveDialog
            opened={asking}
            customer={customer}
            franchises={data.franchises}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

function Arrived({ link }: { readonly link: MoveLink }) {
  const format = useFormat();
  const { franchise } = link;
  const day = format.instant(link.askedAt, 'day');
  return (
    <p>
      {link.state === 'undone' ? (
        <Trans>
          It was to take the place of a customer of {franchise} on {day}; that was taken back.
        </Trans>
      ) : (
        <Trans>
          It takes the place of a customer of {franchise} since {day}.
        </Trans>
      )}
    </p>
  );
}

function Moved({ customer, link }: { readonly customer: CustomerDetail; readonly link: MoveLink }) {
  const { t } = useLingui();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const back = useMutation({
    mutationFn: () => undo(customer.id),
    onSuccess: ({ data, successMessage }) => {
      tookMove(customer.id, data);
      setAsking(false);
      notify.success(successMessage ?? t`The move is being taken back.`);
    },
    onError: (error) => notify.error(error),
  });
  const { franchise, state, final, waitsFor, problem } = link;
  const { name } = customer;
  const day = format.instant(link.endedAt ?? link.askedAt, 'day');
  return (
    <>
      <div role="status">
        {state === 'carrying' && <Trans>It is being carried over to {franchise} …</Trans>}
        {state === 'moved' && (
          <Trans>
            It ships as a customer of {franchise} since {day}.
          </Trans>
        )}
        {state === 'undoing' && <Trans>The move to {franchise} is being taken back …</Trans>}
        {state === 'undone' && (
          <Trans>
            A move to {franchise} was taken back on {day}.
          </Trans>
        )}
      </div>
      {waitsFor.length > 0 && (
        <div>
          <div className="strong small">
            <Trans>It waits for this to end:</Trans>
          </div>
          <ul className="reason-list">
            {waitsFor.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {problem !== null && (
        <div className="notice break-anywhere" data-tone="warn">
          <Trans>It could not go on and is tried again every half minute. The server’s log says: {problem}</Trans>
        </div>
      )}
      {(state === 'carrying' || state === 'moved') &&
        (final ? (
          <p className="dim small">
            <Trans>It has shipped there, or has left there, so the move cannot be taken back.</Trans>
          </p>
        ) : (
          <div className="row">
            <Button variant="default" onClick={() => setAsking(true)}>
              <Trans>Take the move back …</Trans>
            </Button>
          </div>
        ))}
      <LazyConfirm
        opened={asking}
        title={t`Take back the move of ${name}?`}
        confirm={t`Take it back`}
        busy={back.isPending}
        onConfirm={() => back.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>
          Stores and shipping come back here. The customer at {franchise} is suspended; what was entered there since the
          move does not come back.
        </Trans>
      </LazyConfirm>
    </>
  );
}
