import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ProductDetail } from '@scanship/contracts/products/products';
import { notify } from '../../../app/notify.ts';
import { addAlias, productsChanged, separate } from '../api/products-api.ts';
import { ProductChooser } from './ProductChooser.tsx';

/** Other SKUs that mean this product. */
export function AliasPanel({ product, mayEdit }: { readonly product: ProductDetail; readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const report = {
    onSuccess: ({ successMessage }: { readonly successMessage?: string | undefined }) => {
      if (successMessage) notify.success(successMessage);
      productsChanged();
    },
    onError: (error: unknown) => notify.error(error),
  };
  const adding = useMutation({ mutationFn: addAlias, ...report });
  const separating = useMutation({ mutationFn: separate, ...report });
  if (product.bundle || (!mayEdit && product.aliases.length === 0)) return null;
  return (
    <section>
      <h3 className="drawer-head">
        <Trans>Also sold as</Trans>
      </h3>
      <ul className="plain-list">
        {product.aliases.map((alias) => (
          <li key={alias.id} className="row tight">
            <span className="grow">
              <span className="strong">{alias.sku || alias.title}</span>{' '}
              <span className="dim small">
                {[
                  alias.quantity > 1 ? t`${alias.quantity} units` : undefined,
                  ...alias.listings.map((listing) => listing.storeName),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {mayEdit && (
              <button
                type="button"
                className="link small"
                aria-label={t`Separate ${alias.sku || alias.title}`}
                disabled={separating.isPending}
                onClick={() => separating.mutate(alias.id)}
              >
                <Trans>Separate</Trans>
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <ProductChooser
          label={t`SKU that means this product`}
          action={t`Add`}
          busy={adding.isPending}
          without={[product.id]}
          free
          onChoose={({ product: found, sku, quantity }) =>
            adding.mutate({ intoId: product.id, alias: found ? { id: found.id } : { sku }, quantity })
          }
        />
      )}
    </section>
  );
}
