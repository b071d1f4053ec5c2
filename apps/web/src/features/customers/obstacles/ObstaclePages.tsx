/** The walk on pages of its own: for a customer's administrator, and for the operator. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { IconArrowLeft } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PAGES } from '../../../app/routes/pages.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { customerObstaclesQuery, ownObstaclesQuery } from './obstacles-api.ts';
import { ObstacleWalk } from './ObstacleWalk.tsx';

const operatorRoute = getRouteApi('/inside/platform/customers/$customerId');

export function OwnObstaclesPage() {
  const { i18n } = useI18n();
  const walk = useQuery(ownObstaclesQuery);
  const title = i18n._(PAGES.shippingCheck.title);
  return (
    <div className="page-narrow">
      <PageHead title={title} description={i18n._(PAGES.shippingCheck.description)} />
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p className="dim">{i18n._(PAGES.shippingCheck.description)}</p>
        </div>
      </div>
      <ObstacleWalk walk={walk} />
    </div>
  );
}

export function OperatorObstaclesPage() {
  const { t } = useLingui();
  const { customerId } = operatorRoute.useParams();
  const walk = useQuery(customerObstaclesQuery(customerId));
  const customer = walk.data?.customer;
  const name = customer?.name ?? t`Customer`;
  return (
    <div className="page-narrow">
      <PageHead title={name} />
      <div className="page-head">
        <div className="grow">
          {customer && (
            <Link
              to="/franchises/$franchiseId"
              params={{ franchiseId: customer.franchiseId }}
              className="link small row tight back-link"
            >
              <IconArrowLeft size={14} aria-hidden />
              {customer.franchiseName}
            </Link>
          )}
          <h1 className="break-anywhere">{name}</h1>
          <p className="dim">
            <Trans>What may keep this customer from shipping.</Trans>
          </p>
        </div>
      </div>
      <ObstacleWalk walk={walk} />
    </div>
  );
}
