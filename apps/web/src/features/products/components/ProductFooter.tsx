import { ActionIcon, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { DataOf } from '@scanship/contracts/call';
import { DEFAULT_PAGE_SIZE, type listProducts, PAGE_SIZES } from '@scanship/contracts/products';
import { useFormat } from '../../../app/use-format.ts';
import { parseProductSearch, type ProductSearch, withoutPlace } from '../model/product-search.ts';

interface Props {
  readonly search: ProductSearch;
  readonly place: DataOf<typeof listProducts> | undefined;
  readonly onChange: (next: ProductSearch) => void;
}
/** Page size, where we are, and the neighbouring pages by key (never by offset). */
export function ProductFooter({ search, place, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const rows = place?.currentPageSize ?? 0;
  const first = place && rows > 0 ? (place.currentPage - 1) * place.size + 1 : 0;
  const total = place ? `${format.number(place.totalRecords)}${place.totalCapped ? '+' : ''}` : '';
  const go = (key: 'after' | 'before', cursor: string | null, page: number) =>
    cursor && onChange(parseProductSearch({ ...withoutPlace(search), page, [key]: cursor }));
  return (
    <footer className="grid-foot">
      <NativeSelect
        size="xs"
        aria-label={t`Rows per page`}
        value={String(search.size ?? DEFAULT_PAGE_SIZE)}
        onChange={(event) => onChange(parseProductSearch({ ...withoutPlace(search), size: event.currentTarget.value }))}
        data={PAGE_SIZES.map((n) => ({ value: String(n), label: t`${n} rows` }))}
      />
      <span className="dim num" aria-live="polite">
        {place &&
          (rows > 0 ? (
            <Trans>
              {format.number(first)} to {format.number(first + rows - 1)} of {total}
            </Trans>
          ) : (
            <Trans>No products</Trans>
          ))}
      </span>
      <span className="grow" />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Previous page`}
        disabled={!place?.previousCursor}
        onClick={() => place && go('before', place.previousCursor, place.currentPage - 1)}
      >
        <IconChevronLeft size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Next page`}
        disabled={!place?.nextCursor}
        onClick={() => place && go('after', place.nextCursor, place.currentPage + 1)}
      >
        <IconChevronRight size={17} aria-hidden />
      </ActionIcon>
    </footer>
  );
}
