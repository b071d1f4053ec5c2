import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useBrand } from '../../app/branding.ts';
import { browserStore } from '../../lib/storage.ts';
import { PublicFrame } from '../auth/PublicFrame.tsx';
import { keepAgentCode } from './agent-code.ts';
import { RegisterForm } from './RegisterForm.tsx';

const route = getRouteApi('/auth/register');

export function RegisterPage() {
  const { t } = useLingui();
  const brand = useBrand();
  const { invitation, agent } = route.useSearch();
  useEffect(() => keepAgentCode(browserStore(), agent), [agent]);
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
