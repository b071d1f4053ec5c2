import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useBrand } from '../../app/branding.ts';
import { PublicFrame } from '../auth/PublicFrame.tsx';
import { RegisterForm } from './RegisterForm.tsx';

const route = getRouteApi('/auth/register');

export function RegisterPage() {
  const { t } = useLingui();
  const brand = useBrand();
  const { invitation } = route.useSearch();
  return (
    <PublicFrame
      title={t`Open an account`}
      indexed
      heading={<Trans>Open an account</Trans>}
      lead={<Trans>Ship with {brand.name}: connect a store, compare rates, print labels.</Trans>}
      links={
        <Link className="link" to="/auth/login">
          <Trans>I have an account</Trans>
        </Link>
      }
    >
      <RegisterForm invitation={invitation} />
    </PublicFrame>
  );
}
