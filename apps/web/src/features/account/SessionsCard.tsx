import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { endOtherSessions, endSession, type SessionDto } from '@scanship/contracts/access/account';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { sessionsQuery } from './account-api.ts';

/** Where the person is signed in, each of them one press from being signed out. */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  const { t } = useLingui();
  const format = useFormat();
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const others = useMutation({
    mutationFn: () => api.call(endOtherSessions, {}),
    onSuccess: refresh,
    onError: (error) => notify.error(error),
  });
  if (!sessions.data)
    return sessions.isError ? (
      <div className="card">
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      </div>
    ) : (
      <Skeletons rows={4} height={40} />
    );
  const { sessions: list, atMost, surplusEnded } = sessions.data;
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="grow">
          <Trans>Where you are signed in</Trans>
        </h2>
        {list.some((one) => !one.current) && (
          <Button size="compact-sm" variant="default" loading={others.isPending} onClick={() => others.mutate()}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )}
      </div>
      {surplusEnded && (
        <div className="card-body">
          <div className="notice" data-tone="warn" data-testid="surplus-ended">
            <div>
              <Trans>
                {surplusEnded.device || t`An unknown device`} was signed out on{' '}
                {format.instant(surplusEnded.endedAt, 'short')}: you can be signed in on {atMost} devices at once.
              </Trans>
            </div>
          </div>
        </div>
      )}
      <ul className="plain-list">
        {list.map((one) => (
          <Row key={one.id} session={one} onEnded={refresh} />
        ))}
      </ul>
    </section>
  );
}

function Row({ session, onEnded }: { readonly session: SessionDto; readonly onEnded: () => Promise<void> }) {
  const { t } = useLingui();
  const format = useFormat();
  const end = useMutation({
    mutationFn: () => api.call(endSession, { params: { id: session.id } }),
    onSuccess: onEnded,
    onError: (error) => notify.error(error),
  });
  const device = session.device || t`An unknown device`;
  return (
    <li className="row between" data-testid="session">
      <div>
        <div className="row tight">
          <span className="strong">{device}</span>
          {session.current && <Badge tone="good">{t`This device`}</Badge>}
          {session.secondFactor && <Badge outline>{t`Second factor`}</Badge>}
          {session.locked && <Badge>{t`Locked`}</Badge>}
        </div>
        <div className="dim small">
          <Trans>
            {session.ip} · since {format.instant(session.createdAt, 'short')} · last seen{' '}
            {format.instant(session.lastSeenAt, 'short')}
          </Trans>
        </div>
      </div>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Sign out: ${device}`}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
