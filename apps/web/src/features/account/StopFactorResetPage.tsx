import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { stopFactorReset } from '@scanship/contracts/access/factor-resets';
import { api } from '../../app/api.ts';
import { FormDone, FormProblem, PublicFrame } from '../auth/PublicFrame.tsx';

const route = getRouteApi('/auth/stop-factor-reset');

/** Where the mail about a reset leads. A press stops it: mail programs open links by themselves. */
export function StopFactorResetPage() {
  const { t } = useLingui();
  const { token } = route.useSearch();
  const stop = useMutation({ mutationFn: () => api.call(stopFactorReset, { body: { token: token ?? '' } }) });
  return (
    <PublicFrame
      title={t`Keep your second factor`}
      heading={<Trans>Keep your second factor</Trans>}
      lead={
        stop.isSuccess ? undefined : (
          <Trans>Support asked that it is removed. If it was not you who asked them, stop it here.</Trans>
        )
      }
      links={
        <Link className="link" to="/auth/forget-password">
          <Trans>Choose a new password</Trans>
        </Link>
      }
    >
      <FormProblem error={stop.error} />
      {stop.isSuccess ? (
        <FormDone>
          <Trans>Stopped. Your second factor stays. Choose a new password if somebody may know yours.</Trans>
        </FormDone>
      ) : token ? (
        <Button size="md" fullWidth loading={stop.isPending} onClick={() => stop.mutate()}>
          <Trans>Stop the reset</Trans>
        </Button>
      ) : (
        <p>
          <Trans>The link is incomplete. Open it from the e-mail again.</Trans>
        </p>
      )}
    </PublicFrame>
  );
}
