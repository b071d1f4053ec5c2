import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useBrand } from '../../app/branding.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { SignInForm } from './SignInForm.tsx';

const route = getRouteApi('/auth/login');

export function LoginPage() {
  const { t } = useLingui();
  const brand = useBrand();
  const { redirect } = route.useSearch();
  return (
    <PublicFrame
      title={t`Sign in`}
      indexed
      heading={<Trans>Sign in</Trans>}
      lead={brand.tagLine || <Trans>Compare rates, print labels and ship smarter.</Trans>}
      links={
        <>
          <Link className="link" to="/auth/forget-password">
            <Trans>Forgot the password?</Trans>
          </Link>
          <Link className="link" to="/auth/register">
            <Trans>Open an account</Trans>
          </Link>
        </>
      }
    >
      <SignInForm redirect={redirect} />
    </PublicFrame>
  );
}
