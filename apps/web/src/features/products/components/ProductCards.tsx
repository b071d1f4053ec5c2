/** The list on a phone: one card a product, opened by its name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { PRODUCT_GAPS, type ProductGap, type ProductRow } from '@scanship/contracts/products/products';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { isChosen, type Selection } from '../../orders/model/selection.ts';
import { GAP_WORDS } from '../model/words.ts';
import { ProductPicture } from './ProductPicture.tsx';
import { ProductSigns } from './ProductTableRow.tsx';

const LACKS: Readonly<Record<ProductGap, (row: ProductRow) => boolean>> = {
  weight: (row) => row.weightGrams === null,
  hsCode: (row) => row.hsCode === null,
  originCountry: (row) => row.originCountry === null,
  value: () => false,
};

interface Props {
  readonly rows: readonly ProductRow[];
  readonly selection: Selection;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onOpen: (id: string) => void;
}
export function ProductCards({ rows, selection, onToggle, onOpen }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  return (
    <ul className="order-cards grid-scroll" aria-label={t`Products`}>
      {rows.map((row) => {
        const name = row.sku || row.title || t`without a SKU`;
        return (
          <li key={row.id} className="order-card product-card" data-selected={isChosen(selection, row.id)}>
            <label className="check">
              <input
                type="checkbox"
                aria-label={t`Select product ${name}`}
                checked={isChosen(selection, row.id)}
                onChange={() => onToggle(row.id, false)}
              />
            </label>
            <ProductPicture address={row.picture} title={row.title} />
            <div className="grow product-card-text">
              <div className="card-line">
                <button type="button" className="link order-link" onClick={() => onOpen(row.id)}>
                  {name}
                </button>
                <ProductSigns row={row} />
              </div>
              <div className="dim small">{row.title}</div>
              <div className="card-signs">
                {row.weightGrams !== null && <span className="small num">{format.weight(row.weightGrams)}</span>}
                {row.hsCode && (
                  <span className="small num">
                    <Trans>HS {row.hsCode}</Trans>
                  </span>
                )}
                {PRODUCT_GAPS.filter((gap) => LACKS[gap](row)).map((gap) => (
                  <Badge key={gap} tone="warn">
                    {i18n._(GAP_WORDS[gap])}
                  </Badge>
                ))}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
