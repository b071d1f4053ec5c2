import './page-footer.css';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '#icons';
import { PAGE_SIZES } from '@scanship/contracts/orders/order-list';
import { memo } from 'react';
import { useFormat } from '../../../app/use-format.ts';

/** Where a page of a list stands, as every list call answers it. */
interface Place {
  readonly totalRecords: number;
  readonly totalCapped: boolean;
  readonly currentPage: number;
  readonly size: number;
  /** Rows on this page. */
  readonly currentPageSize: number;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}
/** The neighbouring page: its number, and the key it is asked for by. */
export interface Turn {
  readonly page: number;
  readonly after?: string;
  readonly before?: string;
}
interface Props {
  readonly size: number;
  readonly place: Place | undefined;
  /** In place of "1 to 20 of 44" while there is nothing. */
  readonly none: string;
  readonly onSize: (size: string) => void;
  readonly onTurn: (turn: Turn) => void;
}

/** Page size, where we are, and the neighbouring pages by key (never by offset): of orders, products, labels. */
export const PageFooter = memo(function PageFooter({ size, place, none, onSize, onTurn }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const rows = place?.currentPageSize ?? 0;
  const first = place && rows > 0 ? (place.currentPage - 1) * place.size + 1 : 0;
  const total = place ? `${format.number(place.totalRecords)}${place.totalCapped ? '+' : ''}` : '';
  const { previousCursor: before, nextCursor: after, currentPage = 1 } = place ?? {};
  return (
    <footer className="grid-foot">
      <NativeSelect
        size="xs"
        aria-label={t`Rows per page`}
        value={String(size)}
        onChange={(event) => onSize(event.currentTarget.value)}
        data={PAGE_SIZES.map((n) => ({ value: String(n), label: t`${n} rows` }))}
      />
      <span className="dim num" aria-live="polite">
        {place &&
          (rows > 0 ? (
            <Trans>
              {format.number(first)} to {format.number(first + rows - 1)} of {total}
            </Trans>
          ) : (
            none
          ))}
      </span>
      <span className="grow" />
      <ActionIcon
        variant="default"
        size={26}
        aria-label={t`Previous page`}
        disabled={!before}
        onClick={() => before && onTurn({ page: currentPage - 1, before })}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={26}
        aria-label={t`Next page`}
        disabled={!after}
        onClick={() => after && onTurn({ page: currentPage + 1, after })}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </footer>
  );
});
