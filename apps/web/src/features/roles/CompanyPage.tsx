import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { kindOf, useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { parseAuditSearch } from '../audit/audit-search.ts';
import { parsePeopleSearch } from '../people/people-search.ts';
import { COMPANY_TABS, type CompanySearch, type CompanyTab, tabSearch } from './company-search.ts';
import { RolesPanel } from './RolesPanel.tsx';

const PeoplePanel = lazy(async () => ({ default: (await import('../people/PeoplePanel.tsx')).PeoplePanel }));
const AuditPanel = lazy(async () => ({ default: (await import('../audit/AuditPanel.tsx')).AuditPanel }));
const SignInPolicyCard = lazy(async () => ({
  default: (await import('../customers/SignInPolicyCard.tsx')).SignInPolicyCard,
}));
const MailLogCard = lazy(async () => ({ default: (await import('../customers/MailLogCard.tsx')).MailLogCard }));

const franchise = getRouteApi('/inside/role-and-permissions');
const platform = getRouteApi('/inside/platform/staff');

/** A franchise's own people and what they may (product-spec section 2, `/role-and-permissions`). */
export function FranchiseRolesPage() {
  return <CompanyPage path="/role-and-permissions" search={tabSearch({ ...franchise.useSearch() })} />;
}

/** The same of the operator's staff, who have no other page for their sign-in policy and mails. */
export function PlatformStaffPage() {
  return <CompanyPage path="/platform/staff" search={tabSearch({ ...platform.useSearch() })} />;
}

interface Props {
  readonly path: '/role-and-permissions' | '/platform/staff';
  readonly search: CompanySearch;
}

function CompanyPage({ path, search }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = useNavigate();
  const profile = useProfile();
  const { rights } = profile;
  const operator = kindOf(profile) === 'platform';
  const tabs: readonly { readonly name: CompanyTab; readonly word: string; readonly shown: boolean }[] = [
    { name: 'roles', word: t`Roles`, shown: rights.includes('roles.manage') },
    { name: 'people', word: t`Staff`, shown: rights.includes('users.manage') },
    { name: 'log', word: t`Audit log`, shown: rights.includes('audit.read') },
    { name: 'sign-in', word: t`Sign-in`, shown: operator },
    { name: 'mails', word: t`E-mails`, shown: operator },
  ];
  const open = tabs.filter(({ shown }) => shown);
  const wished = COMPANY_TABS.find((name) => name === search.tab) ?? 'roles';
  const tab = open.some(({ name }) => name === wished) ? wished : open[0]?.name;
  const page = operator ? PAGES.staff : PAGES.staffRoles;
  const go = (part: object) => void navigate({ to: path, search: tabSearch({ ...part, tab }), replace: true });
  return (
    <div className="page-narrow">
      <PageHead title={i18n._(page.title)} description={i18n._(page.description)} />
      <div className="page-head">
        <h1>{operator ? <Trans>Staff of the platform</Trans> : <Trans>Roles and permissions</Trans>}</h1>
      </div>
      <div className="stack">
        {open.length > 1 && (
          <TabNav label={i18n._(page.title)}>
            {open.map(({ name, word }) => (
              <Link
                key={name}
                to={path}
                search={name === 'roles' ? {} : { tab: name }}
                aria-current={name === tab ? 'page' : undefined}
                activeProps={{}}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {word}
              </Link>
            ))}
          </TabNav>
        )}
        <Suspense fallback={<Skeletons rows={8} />}>
          {tab === 'roles' && <RolesPanel />}
          {tab === 'people' && <PeoplePanel search={parsePeopleSearch({ ...search })} onSearch={go} />}
          {tab === 'log' && <AuditPanel search={parseAuditSearch({ ...search })} onSearch={go} />}
          {tab === 'sign-in' && <SignInPolicyCard />}
          {tab === 'mails' && <MailLogCard />}
        </Suspense>
      </div>
    </div>
  );
}
