import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { OrderDetail } from '@scanship/contracts/orders/orders';

/** Orders that send this one again, and the one that it sends again. */
export function SentAgainCard({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const { sendsAgain, sentAgain = [] } = order;
  if (!sendsAgain && sentAgain.length === 0) return null;
  return (
    <section className="card" aria-label={t`Sent again`}>
      <div className="card-body stack tight">
        {sendsAgain && (
          <p>
            <Trans>
              Sends order <OrderLink {...sendsAgain} /> again.
            </Trans>
          </p>
        )}
        {sentAgain.map((again) => (
          <p key={again.id}>
            <Trans>
              Sent again as order <OrderLink {...again} />.
            </Trans>
          </p>
        ))}
      </div>
    </section>
  );
}

const OrderLink = ({ id, number }: { readonly id: string; readonly number: string }) => (
  <Link to="/ecommerce/order/$orderId" params={{ orderId: id }} className="link">
    {number}
  </Link>
);
