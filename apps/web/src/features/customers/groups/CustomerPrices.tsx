import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { showPlanOf } from '../../carriers/markups/draft-to-try.ts';
import { planQuery } from '../../carriers/markups/markups-api.ts';
import { groupsQuery } from './groups-api.ts';
import { PutInGroup } from './PutInGroup.tsx';

/** The group a customer is in, and which mark-ups it is charged by. */
export function CustomerPrices({ customer }: { readonly customer: CustomerDetail }) {
  const { t } = useLingui();
  const groups = useQuery(groupsQuery);
  const plan = useQuery(planQuery(customer.id));
  if (!groups.data || !plan.data) {
    const error = groups.error ?? plan.error;
    return (
      <section className="card">
        <div className="card-body">{error ? <ErrorState compact error={error} /> : <Skeletons rows={3} />}</div>
      </section>
    );
  }
  const { counting } = plan.data;
  const name = counting?.name ?? '';
  const words = {
    buyer: t`Their own mark-ups.`,
    group: t`The mark-ups of the group ${name}.`,
    plan: t`The mark-ups of the plan ${name}.`,
    everybody: t`The default mark-ups.`,
  };
  return (
    <section className="card" aria-label={t`Prices`} data-testid="customer-prices">
      <div className="card-head">
        <h2>
          <Trans>Prices</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <div className="row">
          <span className="grow">
            <Trans>Charged by:</Trans> {words[counting?.kind ?? 'everybody']}
          </span>
          <LinkButton variant="default" to="/customer/pricing" onClick={() => showPlanOf(counting?.id)}>
            <Trans>Show mark-ups</Trans>
          </LinkButton>
        </div>
        <PutInGroup
          key={customer.group?.id ?? ''}
          customerIds={[customer.id]}
          groups={groups.data}
          now={customer.group?.id ?? ''}
          label={t`Group`}
          description={t`New quotes have its prices; labels already bought keep theirs.`}
        />
      </div>
    </section>
  );
}
