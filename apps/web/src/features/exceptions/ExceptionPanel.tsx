import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ACTS, type Act, type ExceptionDetail } from '@scanship/contracts/shipping/exceptions';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { markLost } from '../tracking/tracking-api.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { KIND_WORDS } from '../../app/shell/exception-kinds.ts';
import { ACT_WORDS } from './exception-words.ts';
import {
  act,
  assign,
  detailQuery,
  type ExceptionSearch,
  note,
  ownersQuery,
  snooze,
  tookException,
} from './exceptions-api.ts';

const isAct = (action: string): action is Act => (ACTS as readonly string[]).includes(action);

/** One exception beside the list: what happened step by step, whose it is, and what can be done from here. */
export function ExceptionPanel({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const detail = useQuery(detailQuery(id));
  return (
    <section className="card exception-panel" aria-label={t`Chosen exception`} data-testid="exception-panel">
      <Link
        from="/ecommerce/orders/exceptions"
        to="/ecommerce/orders/exceptions"
        search={(was: ExceptionSearch) => ({ ...was, id: undefined })}
        className="exception-close"
        aria-label={t`Close`}
      >
        <IconX size={16} aria-hidden />
      </Link>
      {detail.data ? (
        <Contents detail={detail.data} />
      ) : detail.isError ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={6} />
        </div>
      )}
    </section>
  );
}

function Contents({ detail }: { readonly detail: ExceptionDetail }) {
  const { i18n } = useI18n();
  const format = useFormat();
  return (
    <div className="card-body stack">
      <div className="stack tight">
        <div className="row tight">
          <Badge tone={detail.state === 'resolved' ? 'good' : 'warn'}>{i18n._(KIND_WORDS[detail.kind])}</Badge>
          <span className="dim small">
            <Trans>since {format.instant(detail.since, 'short')}</Trans>
          </span>
        </div>
        <h2>{detail.summary}</h2>
        <p>{detail.nextStep}</p>
        {detail.reference && (
          <p className="dim small">
            <Trans>
              Our reference at the carrier: <span className="num">{detail.reference}</span>
            </Trans>
          </p>
        )}
        {detail.resolved && (
          <p className="small">
            {detail.resolved.how === 'handled' ? (
              <Trans>Seen to {format.instant(detail.resolved.at, 'short')}</Trans>
            ) : (
              <Trans>Its cause was gone {format.instant(detail.resolved.at, 'short')}</Trans>
            )}
          </p>
        )}
      </div>
      <Subjects detail={detail} />
      {detail.state !== 'resolved' && <Actions detail={detail} />}
      {detail.state !== 'resolved' && <Care detail={detail} />}
      {detail.evidence.length > 0 && (
        <details open>
          <summary className="strong small">
            <Trans>Evidence</Trans>
          </summary>
          <ol className="evidence">
            {detail.evidence.map((entry, i) => (
              <li key={`${entry.at}-${i}`}>
                <time className="dim num" dateTime={entry.at}>
                  {format.instant(entry.at, 'time')}
                </time>
                <span className="strong">{entry.step}</span>
                <span>{entry.what}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <Notes detail={detail} />
    </div>
  );
}

function Subjects({ detail: { subject, actions } }: { readonly detail: ExceptionDetail }) {
  return (
    <div className="row small">
      {subject.order && (
        <Link className="link" to="/ecommerce/order/$orderId" params={{ orderId: subject.order.id }}>
          <Trans>Order {subject.order.name}</Trans>
        </Link>
      )}
      {subject.store && (
        <Link className="link" to="/ecommerce/store/$storeId" params={{ storeId: subject.store.id }}>
          <Trans>Store {subject.store.name}</Trans>
        </Link>
      )}
      {subject.carrier && (
        <Link className="link" to="/carrier-manager">
          <Trans>Carrier {subject.carrier.name}</Trans>
        </Link>
      )}
      {subject.import && (
        <Link className="link" to="/ecommerce/orders/import">
          <Trans>Import {subject.import.name}</Trans>
        </Link>
      )}
      {actions.includes('open-pickups') && (
        <Link className="link" to="/carrier-manager/pickups">
          <Trans>Pickups</Trans>
        </Link>
      )}
      {actions.includes('open-claims') && (
        <Link className="link" to="/ecommerce/orders/claims">
          <Trans>Claims</Trans>
        </Link>
      )}
      {actions.includes('open-end-of-day') && (
        <Link className="link" to="/carrier-manager/end-of-day">
          <Trans>End of day</Trans>
        </Link>
      )}
      {actions.includes('open-sender') && (
        <Link className="link" to="/ecommerce/buyer-notices" search={{ tab: 'sender' }}>
          <Trans>Sender</Trans>
        </Link>
      )}
    </div>
  );
}

function Actions({ detail }: { readonly detail: ExceptionDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [deciding, setDeciding] = useState(false);
  const done = useMutation({
    mutationFn: (action: Act) => act({ id: detail.id, action }),
    onSuccess: ({ data, successMessage }) => {
      tookException(data);
      notify.success(
        successMessage ?? (data.state === 'resolved' ? t`It is resolved.` : t`It was begun; this page follows it.`),
      );
    },
    onError: (error) => notify.error(error),
  });
  const lost = useMutation({
    mutationFn: () => markLost(detail.subject.shipment?.id ?? '', ''),
    onSuccess: () => notify.success(t`The shipment is marked as lost.`),
    onError: (error) => notify.error(error),
  });
  const decides = detail.actions.includes('decide-purchase') || detail.actions.includes('decide-void');
  return (
    <div className="row">
      {detail.actions.filter(isAct).map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="default"
          loading={done.isPending && done.variables === action}
          disabled={done.isPending}
          onClick={() => done.mutate(action)}
        >
          {i18n._(ACT_WORDS[action])}
        </Button>
      ))}
      {detail.actions.includes('mark-lost') && detail.subject.shipment && (
        <Button size="compact-sm" variant="default" loading={lost.isPending} onClick={() => lost.mutate()}>
          <Trans>The carrier lost it</Trans>
        </Button>
      )}
      {decides && detail.subject.operationId && (
        <Button size="compact-sm" disabled={!detail.canDecide} onClick={() => setDeciding(true)}>
          <Trans>Decide</Trans>
        </Button>
      )}
      {decides && !detail.canDecide && (
        <span className="dim small">
          <Trans>The carrier may still answer; deciding is possible after its time.</Trans>
        </span>
      )}
      <DecisionDialog detail={detail} opened={deciding} onClose={() => setDeciding(false)} />
    </div>
  );
}

const HOUR_MS = 3_600_000;

function Care({ detail }: { readonly detail: ExceptionDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const owners = useQuery(ownersQuery);
  const give = useMutation({
    mutationFn: (ownerId: string | null) => assign({ id: detail.id, ownerId, version: detail.version }),
    onSuccess: ({ data }) => tookException(data),
    onError: (error) => notify.error(error),
  });
  const aside = useMutation({
    mutationFn: (hours: number | null) =>
      snooze({ id: detail.id, until: hours === null ? null : new Date(Date.now() + hours * HOUR_MS).toISOString() }),
    onSuccess: ({ data }) => tookException(data),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="fields">
      <NativeSelect
        className="w6"
        label={t`Assigned to`}
        value={detail.owner?.id ?? ''}
        disabled={give.isPending}
        data={[
          { value: '', label: t`Nobody yet` },
          ...(owners.data?.people ?? (detail.owner ? [detail.owner] : [])).map((p) => ({ value: p.id, label: p.name })),
        ]}
        onChange={(event) => give.mutate(event.currentTarget.value || null)}
      />
      {detail.snoozedUntil ? (
        <div className="w6 stack tight">
          <span className="small">
            <Trans>Put aside until {format.instant(detail.snoozedUntil, 'short')}</Trans>
          </span>
          <Button size="compact-sm" variant="default" loading={aside.isPending} onClick={() => aside.mutate(null)}>
            <Trans>Unsnooze now</Trans>
          </Button>
        </div>
      ) : (
        <NativeSelect
          className="w6"
          label={t`Snoozed`}
          value=""
          disabled={aside.isPending}
          data={[
            { value: '', label: t`Not now` },
            { value: '4', label: t`For 4 hours` },
            { value: '24', label: t`Until tomorrow` },
            { value: '168', label: t`For a week` },
          ]}
          onChange={(event) => event.currentTarget.value && aside.mutate(Number(event.currentTarget.value))}
        />
      )}
    </div>
  );
}

function Notes({ detail }: { readonly detail: ExceptionDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const [text, setText] = useState('');
  const write = useMutation({
    mutationFn: () => note({ id: detail.id, note: text.trim() }),
    onSuccess: ({ data }) => {
      setText('');
      tookException(data);
    },
    onError: (error) => notify.error(error),
  });
  const words: Readonly<Record<ExceptionDetail['history'][number]['what'], string>> = {
    opened: t`came up`,
    changed: t`changed`,
    assigned: t`assigned it`,
    snoozed: t`snoozed it`,
    woken: t`unsnoozed it`,
    note: t`wrote`,
    acted: t`took an action`,
    resolved: t`resolved`,
    reopened: t`came up again`,
  };
  return (
    <details>
      <summary className="strong small">
        <Trans>History and notes</Trans>
      </summary>
      <ol className="evidence">
        {detail.history.map((entry, i) => (
          <li key={`${entry.at}-${i}`}>
            <time className="dim num" dateTime={entry.at}>
              {format.instant(entry.at, 'short')}
            </time>
            <span className="strong">{entry.who}</span>
            <span>
              {words[entry.what]}
              {entry.note && `: ${entry.note}`}
            </span>
          </li>
        ))}
      </ol>
      <div className="stack tight">
        <Textarea
          label={t`Note`}
          autosize
          minRows={2}
          maxLength={500}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
        />
        <div className="row">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!text.trim()}
            loading={write.isPending}
            onClick={() => write.mutate()}
          >
            <Trans>Write the note</Trans>
          </Button>
        </div>
      </div>
    </details>
  );
}
