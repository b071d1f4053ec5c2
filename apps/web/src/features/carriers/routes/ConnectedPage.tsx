import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useProfile } from '../../../app/profile.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { completeSignIn, tookAccount } from '../carriers-api.ts';
import { useCarrierHome } from '../use-carrier-home.ts';

/** Where the browser comes back to from a carrier's sign-in: makes the account and says what is left to do. */
export function ConnectedPage() {
  const { t } = useLingui();
  const home = useCarrierHome();
  const { tenantName } = useProfile();
  const search: { readonly consent?: string; readonly problem?: string } = useSearch({ strict: false });
  const { consent } = search;
  const finish = useMutation({
    mutationFn: completeSignIn,
    onSuccess: ({ data }) => tookAccount(data.account),
  });
  const { mutate } = finish;
  const begun = useRef(false);
  useEffect(() => {
    // A consent works once: strict mode's second run must not use it up.
    if (consent === undefined || begun.current) return;
    begun.current = true;
    mutate(consent);
  }, [consent, mutate]);
  const account = finish.data?.data.account;
  return (
    <div className="page-narrow">
      <PageHead title={t`Connect a carrier`} />
      <div className="page-head">
        <h1 className="grow">
          <Trans>Connect a carrier</Trans>
        </h1>
      </div>
      <div className="card card-body stack">
        {consent === undefined ? (
          <p role="alert">
            {search.problem === 'used' ? (
              <Trans>This sign-in was used already, or has waited too long. Start again.</Trans>
            ) : search.problem === 'browser' ? (
              <Trans>
                This sign-in was started in another browser. Nothing was connected; start again in this one.
              </Trans>
            ) : (
              <Trans>The carrier sent the browser back in a way that cannot be trusted. Nothing was connected.</Trans>
            )}
          </p>
        ) : finish.isError ? (
          <ErrorState error={finish.error} />
        ) : account ? (
          <div role="status" className="stack">
            <p className="strong">
              <Trans>
                {account.name} is connected to {tenantName}.
              </Trans>
            </p>
            {finish.data?.data.problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
            <Link className="link" to={`${home}/$accountId`} params={{ accountId: account.id }}>
              <Trans>Open the account</Trans>
            </Link>
          </div>
        ) : (
          <Skeletons rows={3} />
        )}
        <Link className="link" to={home}>
          <Trans>Carriers</Trans>
        </Link>
      </div>
    </div>
  );
}
