import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { VERIFIED_MESSAGE, verifyByToken } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { FormDone, PublicFrame } from '../auth/PublicFrame.tsx';

const route = getRouteApi('/email-verification/$user/$token');
/** Product-spec section 8, word for word; shown when the server gives no message of its own. */
const EXPIRED = 'Token was expiered please verify again';

/**
 * The mailed link. It counts only when the server says exactly the agreed sentence (product-spec section 5); a failure leads to
 * the sign-in page (section 8). Nothing happens before the press: mail programs open links to look at them, and an address that
 * is proved by its owner's mail program is proved by nobody.
 */
export function EmailVerificationPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { user, token } = route.useParams();
  const verify = useMutation({
    mutationFn: async () => {
      const { successMessage } = await api.call(verifyByToken, { query: { username: user, token } });
      if (successMessage !== VERIFIED_MESSAGE)
        throw new ApiError(400, successMessage ?? EXPIRED, { code: 'verification_failed' });
    },
    onError: (error) => {
      notify.error(error);
      void navigate({ to: '/auth/login' });
    },
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
      {verify.isSuccess ? (
        <FormDone>
          <Trans>Account verified successfully!</Trans>
        </FormDone>
      ) : (
        <div className="stack">
          <p>
            <Trans>Press the button to verify the e-mail address of {user}.</Trans>
          </p>
          <Button fullWidth loading={verify.isPending} onClick={() => verify.mutate()}>
            <Trans>Verify the account</Trans>
          </Button>
        </div>
      )}
    </PublicFrame>
  );
}
