import { useLingui } from '@lingui/react/macro';
import { Link, useRouterState } from '@tanstack/react-router';
import { useProfile } from '../../app/profile.ts';

/** Tabs of `/customer`, each under an address of its own; only those this person may open. */
export function FranchiseTabs() {
  const { t } = useLingui();
  const { rights, roleName } = useProfile();
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const admin = roleName === 'ROLE_FRANCHISE_ADMIN';
  const tabs = [
    { to: '/customer', word: t`Customers`, shown: true },
    { to: '/customer/carriers', word: t`Carriers and rate sheets`, shown: admin && rights.includes('carriers.manage') },
    { to: '/customer/pricing', word: t`Mark-ups`, shown: admin && rights.includes('money.pricing') },
    { to: '/customer/money', word: t`Money`, shown: admin && rights.includes('money.view') },
    { to: '/customer/money/agents', word: t`Commissions`, shown: roleName === 'ROLE_SALES_AGENT' },
    {
      to: '/customer/carrier-calls',
      word: t`Carrier calls`,
      shown: roleName !== 'ROLE_SALES_AGENT' && rights.includes('customers.impersonate'),
    },
    { to: '/customer/accounts', word: t`Live accounts`, shown: admin && rights.includes('connectors.inspect') },
    { to: '/customer/branding', word: t`Branding`, shown: admin && rights.includes('branding.edit') },
    { to: '/customer/plans', word: t`Plans`, shown: true },
    { to: '/customer/sign-in', word: t`Sign-in`, shown: admin },
    { to: '/customer/mails', word: t`E-mails`, shown: admin },
  ] as const;
  const isCurrent = (to: string): boolean => path === to || (to === '/customer/money' && path.startsWith(`${to}/`));
  return (
    <nav className="tabs franchise-tabs" aria-label={t`Customers and what they are given`}>
      {tabs
        .filter(({ shown }) => shown)
        .map(({ to, word }) => (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent(to) ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {word}
          </Link>
        ))}
    </nav>
  );
}
