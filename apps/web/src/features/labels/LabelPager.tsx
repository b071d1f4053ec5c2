import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { PAGE_SIZES } from '@scanship/contracts/order-list';
import { useFormat } from '../../app/use-format.ts';
import { fromTheTop, labelSearch, type LabelSearch } from './label-search.ts';

interface Props {
  readonly search: LabelSearch;
  readonly place: {
    readonly totalRecords: number;
    readonly totalCapped: boolean;
    readonly currentPage: number;
    readonly size: number;
    readonly currentPageSize: number;
    readonly nextCursor: string | null;
    readonly previousCursor: string | null;
  };
  readonly onSearch: (search: LabelSearch) => void;
}
/** Page size, where we are, and the neighbouring pages by key. */
export function LabelPager({ search, place, onSearch }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const first = (place.currentPage - 1) * place.size + 1;
  const last = first + place.currentPageSize - 1;
  const total = `${format.number(place.totalRecords)}${place.totalCapped ? '+' : ''}`;
  const turn = (key: 'after' | 'before', cursor: string, page: number) =>
    onSearch(labelSearch({ ...fromTheTop(search), page, [key]: cursor }));
  return (
    <footer className="label-foot">
      <NativeSelect
        size="xs"
        aria-label={t`Rows per page`}
        value={String(place.size)}
        data={PAGE_SIZES.map((n) => ({ value: String(n), label: t`${n} rows` }))}
        onChange={(event) => onSearch(labelSearch({ ...fromTheTop(search), size: event.currentTarget.value }))}
      />
      <span className="dim num grow" aria-live="polite">
        <Trans>
          {format.number(first)} to {format.number(last)} of {total}
        </Trans>
      </span>
      <Button
        size="compact-md"
        variant="default"
        disabled={place.previousCursor === null}
        onClick={() => place.previousCursor !== null && turn('before', place.previousCursor, place.currentPage - 1)}
      >
        <Trans>Previous page</Trans>
      </Button>
      <Button
        size="compact-md"
        variant="default"
        disabled={place.nextCursor === null}
        onClick={() => place.nextCursor !== null && turn('after', place.nextCursor, place.currentPage + 1)}
      >
        <Trans>Next page</Trans>
      </Button>
    </footer>
  );
}
