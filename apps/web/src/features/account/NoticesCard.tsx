import { Switch } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type NoticeKind, putNotices } from '@scanship/contracts/access/account';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { noticesQuery } from './account-api.ts';

/** Which notices come by e-mail; those about the account's safety always do. */
export function NoticesCard() {
  const { t } = useLingui();
  const notices = useQuery(noticesQuery);
  const words: Readonly<Record<NoticeKind, string>> = {
    new_device: t`Somebody signs in to my account on a new device`,
    invitation_accepted: t`Somebody I invited has joined`,
    monday_report: t`The report of last week, on Monday morning`,
  };
  const save = useMutation({
    mutationFn: (notice: { readonly kind: NoticeKind; readonly email: boolean }) =>
      api.call(putNotices, { body: { notices: [notice] } }),
    onSuccess: ({ data }) => queryClient.setQueryData(noticesQuery.queryKey, data),
    onError: (error) => notify.error(error),
  });
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>By e-mail</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {notices.data ? (
          notices.data.notices.map((notice) => (
            <Switch
              key={notice.kind}
              label={words[notice.kind]}
              checked={save.isPending && save.variables.kind === notice.kind ? save.variables.email : notice.email}
              onChange={(event) => save.mutate({ kind: notice.kind, email: event.currentTarget.checked })}
            />
          ))
        ) : notices.isError ? (
          <ErrorState compact error={notices.error} onRetry={() => void notices.refetch()} />
        ) : (
          <Skeletons rows={2} />
        )}
        <p className="dim small">
          <Trans>Messages about the safety of your account always come.</Trans>
        </p>
      </div>
    </section>
  );
}
