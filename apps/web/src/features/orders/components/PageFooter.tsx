import { ActionIcon, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@scanship/contracts/order-list';
import { memo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { type OrderSearch, parseOrderSearch, withoutPlace } from '../model/order-search.ts';

interface Place {
  readonly totalRecords: number;
  readonly totalCapped: boolean;
  readonly currentPage: number;
  readonly size: number;
  readonly rows: number;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}
interface Props {
  readonly search: OrderSearch;
  readonly place: Place | undefined;
  readonly onChange: (next: OrderSearch) => void;
}

/** Page size, where we are, and the neighbouring pages by key (never by offset). */
export const PageFooter = memo(function PageFooter({ search, place, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const first = place && place.rows > 0 ? (place.currentPage - 1) * place.size + 1 : 0;
  const last = place ? first + place.rows - (place.rows > 0 ? 1 : 0) : 0;
  const total = place ? `${format.number(place.totalRecords)}${place.totalCapped ? '+' : ''}` : '';
  const go = (key: 'after' | 'before', cursor: string | null | undefined, page: number) =>
    cursor && onChange(parseOrderSearch({ ...withoutPlace(search), page, [key]: cursor }));
  return (
    <footer className="grid-foot">
      <NativeSelect
        size="xs"
        aria-label={t`Rows per page`}
        value={String(search.size ?? DEFAULT_PAGE_SIZE)}
        onChange={(event) => onChange(parseOrderSearch({ ...withoutPlace(search), size: event.currentTarget.value }))}
        data={PAGE_SIZES.map((n) => ({ value: String(n), label: t`${n} rows` }))}
      />
      <span className="dim num" aria-live="polite">
        {place &&
          (place.rows > 0 ? (
            <Trans>
              {format.number(first)} to {format.number(last)} of {total}
            </Trans>
          ) : (
            <Trans>No orders</Trans>
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
});
