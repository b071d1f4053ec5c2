import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ProductDetail } from '@scanship/contracts/products/products';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveParts } from '../api/products-api.ts';
import { ProductChooser } from './ProductChooser.tsx';

/** What a bundle is made of. */
export function PartsPanel({ product, mayEdit }: { readonly product: ProductDetail; readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const saving = useMutation({
    mutationFn: (parts: readonly { readonly id: string; readonly quantity: number }[]) =>
      saveParts({
        id: product.id,
        version: product.version,
        parts: parts.map(({ id, quantity }) => ({ id, quantity })),
      }),
    onError: (error) => notify.error(error),
  });
  const { parts } = product;
  if (product.aliases.length > 0 || (!mayEdit && parts.length === 0)) return null;
  return (
    <section>
      <h3 className="drawer-head">
        <Trans>Contents, if it is a bundle</Trans>
      </h3>
      <ul className="plain-list">
        {parts.map((part) => (
          <li key={part.id} className="row tight">
            <span className="grow">
              {part.quantity} × <span className="strong">{part.sku || part.title}</span>{' '}
              <span className="dim small">{part.weightGrams === null ? '–' : format.weight(part.weightGrams)}</span>
            </span>
            {mayEdit && (
              <button
                type="button"
                className="link small"
                aria-label={t`Take ${part.sku || part.title} out`}
                disabled={saving.isPending}
                onClick={() => saving.mutate(parts.filter((each) => each.id !== part.id))}
              >
                <Trans>Take out</Trans>
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <ProductChooser
          label={t`SKU of a part`}
          action={t`Add`}
          busy={saving.isPending}
          without={[product.id, ...parts.map((part) => part.id)]}
          free={false}
          onChoose={({ product: found, quantity }) => found && saving.mutate([...parts, { id: found.id, quantity }])}
        />
      )}
    </section>
  );
}
