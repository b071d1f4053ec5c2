import { Popover } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { OpenedBy } from '../../../ui/OpenedBy.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import type { OrderSearch } from '../model/order-search.ts';
import { FilterForm } from './FilterForm.tsx';

interface Props {
  readonly anchor: HTMLElement | null;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly search: OrderSearch;
  readonly onApply: (next: OrderSearch) => void;
}

/** The filters under their button. Loaded when first wanted. */
export default function FiltersPopover({ anchor, opened, onChange, search, onApply }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Popover
      opened={shown}
      onChange={onChange}
      position="bottom-start"
      width="min(440px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <OpenedBy element={anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Filters`} className="filter-pop">
        <FilterForm search={search} onApply={onApply} />
      </Popover.Dropdown>
    </Popover>
  );
}
