import { Plural, useLingui } from '@lingui/react/macro';
import type { ProductRow } from '@scanship/contracts/products/products';
import { memo } from 'react';
import type { Format } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { InlineCell } from './InlineCell.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { type Inline, isInline } from './use-inline.ts';
import type { PlacedColumn } from './use-product-columns.ts';

interface Props {
  readonly row: ProductRow;
  readonly index: number;
  readonly placed: readonly PlacedColumn[];
  readonly format: Format;
  readonly inline: Inline;
  readonly mayEdit: boolean;
  readonly selected: boolean;
  readonly open: boolean;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onOpen: (id: string) => void;
}

export const ProductTableRow = memo(function ProductTableRow(props: Props) {
  const { row, placed, format, inline, mayEdit } = props;
  const { t } = useLingui();
  const name = row.sku || row.title || t`without a SKU`;
  const cell = ({ column }: PlacedColumn) => {
    if (column.id === 'sku')
      return (
        <span className="product-name">
          <ProductPicture address={row.picture} title={row.title} />
          <button type="button" className="link order-link" onClick={() => props.onOpen(row.id)}>
            {name}
          </button>
          <ProductSigns row={row} />
        </span>
      );
    if (isInline(column.id)) {
      const unit = column.id === 'weightGrams' ? format.weightUnit : undefined;
      if (mayEdit) return <InlineCell row={row} field={column.id} inline={inline} unit={unit} />;
      return inline.textOf(row, column.id) ? `${inline.textOf(row, column.id)} ${unit ?? ''}` : '–';
    }
    return column.cell?.(row, format);
  };
  return (
    <tr data-sku={row.sku} data-open={props.open} aria-rowindex={props.index + 2} data-selected={props.selected}>
      <td className="lead stuck">
        <label className="check">
          <input
            type="checkbox"
            aria-label={t`Select product ${name}`}
            checked={props.selected}
            onChange={(event) =>
              props.onToggle(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      {placed.map((p) => (
        <td
          key={p.column.id}
          className={`${p.column.numeric ? 'end num' : ''} ${p.stuckAt === undefined ? '' : 'stuck'}`}
          style={p.stuckAt === undefined ? undefined : { insetInlineStart: p.stuckAt }}
        >
          {cell(p)}
        </td>
      ))}
    </tr>
  );
});

/** What is special about a product, in words. */
export function ProductSigns({ row }: { readonly row: ProductRow }) {
  const { t } = useLingui();
  return (
    <>
      {row.bundle && <Badge tone="violet">{t`Bundle`}</Badge>}
      {row.aliasCount > 0 && (
        <Badge outline title={t`Other SKUs mean this product`}>
          <Plural value={row.aliasCount} one="+# SKU" other="+# SKUs" />
        </Badge>
      )}
    </>
  );
}
