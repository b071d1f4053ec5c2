import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import type { CarrierAccount, listAccounts } from '@scanship/contracts/carriers/carriers';
import { useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { CarrierTile } from '../../shipping/rates/CarrierTile.tsx';
import { useCarrierHome } from '../use-carrier-home.ts';
import { AccountBadges } from './AccountBadges.tsx';

type MonthCosts = DataOf<typeof listAccounts>['monthCosts'];
interface Props {
  readonly accounts: readonly CarrierAccount[];
  /** Null: this person may not see money. */
  readonly monthCosts: MonthCosts;
}

/** Accounts with their state and what they cost this month. Accounts at one carrier stand together and share one sum. */
export function AccountTable({ accounts, monthCosts }: Props) {
  const { t } = useLingui();
  const carriers = inOrderOfUse(accounts, monthCosts);
  return (
    <div className="card">
      <TableWrap label={t`Carriers`}>
        <table className="plain-table mark-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Account</Trans>
              </th>
              <th scope="col" className="wide-only">
                <Trans>State</Trans>
              </th>
              <th scope="col" className="wide-only">
                <Trans>Last answer</Trans>
              </th>
              {monthCosts && (
                <th scope="col" className="end">
                  <Trans>Cost this month</Trans>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {carriers.flatMap((carrier) => {
              const together = accounts.filter((account) => account.carrier === carrier);
              return together.map((account, at) => (
                <AccountRow key={account.id} account={account}>
                  {monthCosts && at === 0 && <MonthCost accounts={together} monthCosts={monthCosts} />}
                </AccountRow>
              ));
            })}
          </tbody>
        </table>
      </TableWrap>
    </div>
  );
}

/** What needs a person first, then what is used, then the rest as it was given. */
function inOrderOfUse(accounts: readonly CarrierAccount[], monthCosts: MonthCosts): readonly string[] {
  const used = new Set(monthCosts?.map(({ carrier }) => carrier));
  const troubled = new Set(
    accounts.filter(({ state, health }) => state === 'broken' || health.lastProblem).map(({ carrier }) => carrier),
  );
  const rankOf = (carrier: string): number => (troubled.has(carrier) ? 0 : used.has(carrier) ? 1 : 2);
  return [...new Set(accounts.map(({ carrier }) => carrier))].toSorted((a, b) => rankOf(a) - rankOf(b));
}

interface CostProps {
  /** All at one carrier. */
  readonly accounts: readonly CarrierAccount[];
  readonly monthCosts: NonNullable<MonthCosts>;
}
function MonthCost({ accounts, monthCosts }: CostProps) {
  const format = useFormat();
  const sums = monthCosts.find(({ carrier }) => carrier === accounts[0]?.carrier)?.sums ?? [];
  return (
    <td className="end num nowrap" rowSpan={accounts.length}>
      {sums.length === 0 ? (
        <span className="dim">–</span>
      ) : (
        sums.map((sum) => <div key={sum.currency}>{format.money(sum)}</div>)
      )}
      {accounts.length > 1 && sums.length > 0 && (
        <div className="dim small">
          <Trans>these accounts together</Trans>
        </div>
      )}
    </td>
  );
}

function AccountRow({ account, children }: { readonly account: CarrierAccount; readonly children: ReactNode }) {
  const format = useFormat();
  const home = useCarrierHome();
  const on = account.services.filter((s) => s.enabled).length;
  const { lastOkAt, lastProblem } = account.health;
  return (
    <tr data-testid="carrier-account">
      <th scope="row">
        <span className="mark-cell">
          <CarrierTile name={account.carrierName} id={account.carrier} size={32} />
          <span className="mark-words">
            <Link className="link" to={`${home}/$accountId`} params={{ accountId: account.id }}>
              {account.name}
            </Link>
            <span className="dim small">
              {!account.name.startsWith(account.carrierName) && <>{account.carrierName} · </>}
              <Plural value={on} one="# service on" other="# services on" />
              {account.rateSheet && (
                <>
                  {' · '}
                  <Trans>
                    rate sheet {account.rateSheet.name}, version {account.rateSheet.version}
                  </Trans>
                </>
              )}
            </span>
            <span className="phone-only">
              <AccountBadges account={account} />
              {lastProblem && <span className="danger small block">{lastProblem}</span>}
            </span>
          </span>
        </span>
      </th>
      <td className="wide-only">
        <AccountBadges account={account} />
        {lastProblem && <div className="danger small mark-problem">{lastProblem}</div>}
      </td>
      <td className="wide-only nowrap">
        {lastOkAt ? (
          format.instant(lastOkAt, 'short')
        ) : (
          <span className="dim">
            <Trans>None yet</Trans>
          </span>
        )}
      </td>
      {children}
    </tr>
  );
}
