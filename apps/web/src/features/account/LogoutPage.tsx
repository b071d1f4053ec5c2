import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { endSession } from '../../app/sign-out.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PublicFrame } from '../auth/PublicFrame.tsx';

/** Opening the address signs out (product-spec section 2, `/auth/logout`). */
export function LogoutPage() {
  const { t } = useLingui();
  useEffect(() => void endSession(), []);
  return (
    <PublicFrame
      title={t`Signed out`}
      heading={<Trans>You are signed out</Trans>}
      lead={<Trans>See you next time. On a shared computer, close the window, too.</Trans>}
    >
      <LinkButton to="/auth/login" size="md" fullWidth>
        <Trans>Sign in again</Trans>
      </LinkButton>
    </PublicFrame>
  );
}
