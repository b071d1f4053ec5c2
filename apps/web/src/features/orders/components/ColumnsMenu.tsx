import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconColumns3 } from '#icons';
import { lazy, Suspense } from 'react';
import { useLayer } from '../../../ui/use-layer.ts';
import { withWords } from '../api/with-words.ts';
import type { OrderColumns } from './use-order-columns.ts';

const load = withWords(() => import('../later/ColumnsPanel.tsx'));
const ColumnsPanel = lazy(load);

export function ColumnsMenu({ columns }: { readonly columns: OrderColumns }) {
  const { t } = useLingui();
  const layer = useLayer(load, 'dialog');
  return (
    <>
      <Button
        {...layer.button}
        size="xs"
        variant="default"
        title={t`Columns`}
        leftSection={<IconColumns3 size={16} aria-hidden />}
      >
        <span className="bar-word">
          <Trans>Columns</Trans>
        </span>
      </Button>
      {layer.loaded && (
        <Suspense fallback={null}>
          <ColumnsPanel anchor={layer.anchor} opened={layer.opened} onChange={layer.setOpened} columns={columns} />
        </Suspense>
      )}
    </>
  );
}
