import { Switch } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type NoticeKind, putNotices } from '@scanship/contracts/access/account';
import type { BodyOf } from '@scanship/contracts/call';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { noticesQuery } from './account-api.ts';

type Choice = BodyOf<typeof putNotices>['notices'][number];

/** Which notices come by e-mail and stand in the header; those about the account's safety always come. */
export function NoticesCard() {
  const { t } = useLingui();
  const notices = useQuery(noticesQuery);
  const words: Readonly<Record<NoticeKind, string>> = {
    new_device: t`Somebody signs in to my account on a new device`,
    invitation_accepted: t`Somebody I invited has joined`,
    announcements: t`News, planned maintenance and known problems`,
    monday_report: t`The report of last week, on Monday morning`,
    sign_up: t`A company has signed up`,
    credit_limit: t`80 % or all of a credit limit is used`,
    promise_broken: t`A promise to pay was broken`,
    carrier_down: t`A carrier account does not work`,
    labels_unknown: t`A carrier has labels that are not known here`,
    labels_on_hold: t`A carrier account is on hold after a restore`,
    expiring: t`A registration at a vendor expires`,
  };
  const save = useMutation({
    mutationFn: (notice: Choice) => api.call(putNotices, { body: { notices: [notice] } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(noticesQuery.queryKey, data);
      void queryClient.invalidateQueries({ queryKey: ['owner-notices'] });
    },
    onError: (error) => notify.error(error),
  });
  const shown = (notices.data?.notices ?? []).map((notice) =>
    save.isPending && save.variables.kind === notice.kind ? save.variables : notice,
  );
  const inHeader = shown.filter(({ header }) => header !== undefined);
  return (
    <>
      <section className="card">
        <div className="card-head">
          <h2>
            <Trans>By e-mail</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          {notices.data ? (
            shown.map((notice) => (
              <Switch
                key={notice.kind}
                label={words[notice.kind]}
                checked={notice.email}
                onChange={(event) => save.mutate({ ...notice, email: event.currentTarget.checked })}
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
      {inHeader.length > 0 && (
        <section className="card">
          <div className="card-head">
            <h2>
              <Trans>In the header</Trans>
            </h2>
          </div>
          <div className="card-body stack">
            {inHeader.map((notice) => (
              <Switch
                key={notice.kind}
                label={words[notice.kind]}
                checked={notice.header === true}
                onChange={(event) => save.mutate({ ...notice, header: event.currentTarget.checked })}
              />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
