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
            {sendsAgain.exchangeFor ? (
              <Trans>
                In exchange for return <ReturnLink {...sendsAgain.exchangeFor} /> of order <OrderLink {...sendsAgain} />
                .
              </Trans>
            ) : (
              <Trans>
                Sends order <OrderLink {...sendsAgain} /> again.
              </Trans>
            )}
          </p>
        )}
        {sentAgain.map((again) => (
          <p key={again.id}>
            {again.exchangeFor ? (
              <Trans>
                Return <ReturnLink {...again.exchangeFor} /> exchanged by order <OrderLink {...again} />.
              </Trans>
            ) : (
              <Trans>
                Sent again as order <OrderLink {...again} />.
              </Trans>
            )}
          </p>
        ))}
      </div>
    </section>
  );
}

interface Named {
  readonly id: string;
  readonly number: string;
}

const OrderLink = ({ id, number }: Named) => (
  <Link to="/ecommerce/order/$orderId" params={{ orderId: id }} className="link">
    {number}
  </Link>
);

const ReturnLink = ({ id, number }: Named) => (
  <Link to="/ecommerce/orders/returns/$returnId" params={{ returnId: id }} className="link">
    {number}
  </Link>
);
