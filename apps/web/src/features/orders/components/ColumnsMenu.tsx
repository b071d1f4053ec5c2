import { Button, Popover } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { PopoverWait } from '../../../ui/states.tsx';
import type { OrderColumns } from './use-order-columns.ts';

const ColumnsPanel = lazy(() => import('./ColumnsPanel.tsx'));

export function ColumnsMenu({ columns }: { readonly columns: OrderColumns }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(340px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Columns`}>
        <Suspense fallback={<PopoverWait rows={6} />}>
          <ColumnsPanel columns={columns} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
