import { ActionIcon } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '#icons';
import { useFormat } from '../app/use-format.ts';

interface Props {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}
/** Which rows of how many, and the neighbouring pages; nothing where all are shown. */
export function Pager({ page, size, total, onPage }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1 && page === 1) return null;
  const first = format.number(Math.min(total, (page - 1) * size + 1));
  const last = format.number(Math.min(total, page * size));
  return (
    <nav className="row end list-foot" aria-label={t`Pages`}>
      <span className="dim small num">
        <Trans>
          {first} to {last} of {format.number(total)}
        </Trans>
      </span>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Previous page`}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Next page`}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={17} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
