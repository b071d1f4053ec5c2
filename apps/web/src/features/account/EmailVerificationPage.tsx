import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { VERIFIED_MESSAGE, verifyByToken } from '@scanship/contracts/auth';
import { api } from '../../app/api.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { Skeletons } from '../../ui/states.tsx';
import { FormDone, FormProblem, PublicFrame } from '../auth/PublicFrame.tsx';

const route = getRouteApi('/email-verification/$user/$token');
/** Product-spec section 8, word for word; shown when the server gives no message of its own. */
const EXPIRED = 'Token was expiered please verify again';

/** The mailed link. It counts only when the server says exactly the agreed sentence (product-spec section 5). */
export function EmailVerificationPage() {
  const { t } = useLingui();
  const { user, token } = route.useParams();
  const verified = useQuery({
    queryKey: ['email-verification', user, token],
    queryFn: async () => {
      const { successMessage } = await api.call(verifyByToken, { query: { username: user, token } });
      if (successMessage !== VERIFIED_MESSAGE)
        throw new ApiError(400, successMessage ?? EXPIRED, { code: 'verification_failed' });
      return true;
    },
    // The link works once: asking again would only spoil a good answer.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <PublicFrame
      title={t`Verify your account`}
      heading={<Trans>Verify your account</Trans>}
      links={
        <Link className="link" to="/auth/login">
          <Trans>Go to sign-in</Trans>
        </Link>
      }
    >
      {verified.isPending && (
        <div role="status">
          <span className="sr-only">{t`Checking the link`}</span>
          <Skeletons rows={2} />
        </div>
      )}
      {verified.isSuccess && (
        <FormDone>
          <Trans>Account verified successfully!</Trans>
        </FormDone>
      )}
      <FormProblem error={verified.error} />
    </PublicFrame>
  );
}
