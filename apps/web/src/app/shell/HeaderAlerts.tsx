import { ActionIcon, Menu } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBell } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EXCEPTION_KINDS } from '@scanship/contracts/shipping/exceptions';
import { countsQuery } from '../../features/exceptions/exceptions-api.ts';
import { billingQuery } from '../../features/money/payments/payments-api.ts';
import { useProfile } from '../profile.ts';
import { mayOpen, PAGES } from '../routes/pages.ts';
import { useFormat } from '../use-format.ts';
import { KIND_WORDS } from './exception-kinds.ts';
import { headerBalance } from './header-alerts.ts';

/** Balances change with every label; nobody has to press anything to see it. */
const BALANCE_MS = 60_000;

/** Of a seller: what can be spent, and a bell with what stops parcels. On every page, at every width. */
export default function HeaderAlerts() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const profile = useProfile();
  const seesMoney = profile.rights.includes('money.view') && mayOpen(PAGES.billing, profile);
  const seesOrders = mayOpen(PAGES.exceptions, profile);
  const counts = useQuery({ ...countsQuery, enabled: seesOrders });
  const billing = useQuery({
    ...billingQuery,
    enabled: seesMoney,
    refetchInterval: BALANCE_MS,
    meta: { quiet: true },
  });
  const balance = billing.data && headerBalance(billing.data);
  const short = balance !== undefined && balance.state !== 'fine';
  const kinds = EXCEPTION_KINDS.filter((kind) => (counts.data?.kinds[kind] ?? 0) > 0);
  const open = (counts.data?.open ?? 0) + (short ? 1 : 0);
  const amount = balance ? format.money(balance) : '';
  const balanceWords = balance?.kind === 'owed' ? t`You owe ${amount}` : t`${amount} to spend`;
  return (
    <>
      {balance && (
        <Link
          to="/account/billing"
          className="top-balance num"
          data-state={balance.state}
          data-testid="top-balance"
          aria-label={balanceWords}
          title={balanceWords}
        >
          {amount}
        </Link>
      )}
      {(seesOrders || seesMoney) && (
        <Menu position="bottom-end" width={290}>
          <Menu.Target>
            <ActionIcon
              className="top-bell"
              variant="subtle"
              color="gray"
              size={36}
              aria-label={open === 0 ? t`Alerts: nothing open` : t`Alerts: ${open} open`}
              data-testid="top-bell"
            >
              <IconBell size={19} stroke={1.7} aria-hidden />
              {open > 0 && (
                <span className="top-bell-count num" aria-hidden>
                  {open > 99 ? '99+' : open}
                </span>
              )}
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {balance && (
              <Menu.Item
                component={Link}
                to="/account/billing"
                className="top-alert"
                data-tone={short ? 'bad' : undefined}
              >
                {balance.state === 'out' ? (
                  <Trans>Nothing left to spend: labels are refused until you top up</Trans>
                ) : balance.state === 'low' ? (
                  <Trans>Low balance: {amount} to spend</Trans>
                ) : (
                  balanceWords
                )}
              </Menu.Item>
            )}
            {balance && seesOrders && <Menu.Divider />}
            {kinds.map((kind) => (
              <Menu.Item
                key={kind}
                renderRoot={(props) => <Link to="/ecommerce/orders/exceptions" search={{ kind }} {...props} />}
                rightSection={<span className="menu-count">{counts.data?.kinds[kind]}</span>}
              >
                {kind === 'push' ? <Trans>Stores that were not told</Trans> : i18n._(KIND_WORDS[kind])}
              </Menu.Item>
            ))}
            {seesOrders && kinds.length === 0 && (
              <Menu.Label>
                <Trans>Nothing waits for a decision.</Trans>
              </Menu.Label>
            )}
            {kinds.length > 0 && (
              <Menu.Item renderRoot={(props) => <Link to="/ecommerce/orders/exceptions" search={{}} {...props} />}>
                <Plural value={counts.data?.open ?? 0} one="Open # exception" other="Open all # exceptions" />
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
