import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconClock, IconWorld } from '#icons';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FranchiseDashboard } from '@scanship/contracts/network/dashboard';
import { useProfile } from '../../app/profile.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import type { CustomerTab } from '../customers/customer-tabs.ts';

type Trouble = FranchiseDashboard['trouble'][number];

/** Customers that need a call or a decision, worst first; each with the page on which it is mended. */
export function TroubleList({ trouble }: { readonly trouble: readonly Trouble[] }) {
  const { t } = useLingui();
  return (
    <section className="card" aria-labelledby="trouble-head">
      <div className="card-head">
        <h2 id="trouble-head">
          <Trans>What needs attention</Trans>
        </h2>
        {trouble.length > 0 && <span className="dim small num">{trouble.length}</span>}
      </div>
      {trouble.length === 0 ? (
        <p className="card-body dim">
          <Trans>Nothing: every customer ships, nobody is late or over their credit.</Trans>
        </p>
      ) : (
        <ul className="todo" aria-label={t`What needs attention`}>
          {trouble.slice(0, 12).map((one) => (
            <Row key={`${one.kind} ${one.customerId}`} trouble={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ trouble }: { readonly trouble: Trouble }) {
  const { rights } = useProfile();
  const { kind, count, customerId, customerName } = trouble;
  const Icon =
    kind === 'gone_quiet' || kind === 'not_started'
      ? IconClock
      : kind === 'host_pending'
        ? IconWorld
        : IconAlertTriangle;
  const mayAct = rights.includes('customers.impersonate');
  const words: Readonly<Record<Trouble['kind'], ReactNode>> = {
    open_outcomes: (
      <Plural value={count} one="# label whose outcome is not known" other="# labels whose outcome is not known" />
    ),
    late_orders: <Plural value={count} one="# order past its ship-by date" other="# orders past their ship-by date" />,
    over_credit: <Trans>Credit used up ({count} %): further labels are refused</Trans>,
    near_credit: <Trans>{count} % of the credit is used</Trans>,
    gone_quiet: <Plural value={count} one="No label for # day" other="No label for # days" />,
    not_started: <Plural value={count} one="No label since # day ago" other="No label yet, created # days ago" />,
    host_pending: (
      <Plural value={count} one="# of your hosts awaits verification" other="# of your hosts await verification" />
    ),
  };
  const credit = kind === 'over_credit' || kind === 'near_credit';
  const tab: CustomerTab | undefined =
    credit && rights.includes('money.credit') ? 'credit' : credit ? undefined : 'people';
  return (
    <li data-testid="trouble" data-kind={kind}>
      <Icon size={18} aria-hidden />
      <span className="grow">
        {customerId && (
          <>
            <Link className="link" to="/customer/$customerId" params={{ customerId }}>
              {customerName}
            </Link>
            {': '}
          </>
        )}
        {words[kind]}
      </span>
      {customerId ? (
        <LinkButton
          to="/customer/$customerId"
          params={{ customerId }}
          search={tab ? { tab } : {}}
          size="compact-sm"
          variant="default"
        >
          {credit ? (
            <Trans>Review the credit</Trans>
          ) : kind === 'gone_quiet' || kind === 'not_started' ? (
            <Trans>Whom to call</Trans>
          ) : mayAct ? (
            <Trans>Act as their people</Trans>
          ) : (
            <Trans>Whom to call</Trans>
          )}
        </LinkButton>
      ) : (
        <LinkButton to="/customer/branding" size="compact-sm" variant="default">
          <Trans>Show the record to add</Trans>
        </LinkButton>
      )}
    </li>
  );
}
