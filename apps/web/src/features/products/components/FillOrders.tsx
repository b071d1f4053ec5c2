import { Button } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconPackageImport } from '#icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../app/notify.ts';

interface Props {
  /** Orders that lack something; null: too many to be counted in time. */
  readonly orders: number | null;
  readonly fill: () => Promise<{ readonly successMessage?: string | undefined }>;
  readonly onDone: () => void;
}

/** Offers open orders what the products know now. */
export function FillOrders({ orders, fill, onDone }: Props) {
  const client = useQueryClient();
  const filling = useMutation({
    mutationFn: fill,
    onSuccess: ({ successMessage }) => {
      if (successMessage) notify.success(successMessage);
      void client.invalidateQueries({ queryKey: ['orders'] });
      void client.invalidateQueries({ queryKey: ['order'] });
      onDone();
    },
    onError: (error) => notify.error(error),
  });
  if (orders === 0) return null;
  return (
    <div className="notice" role="status">
      <IconPackageImport size={17} aria-hidden />
      <div className="grow">
        {orders === null ? (
          <Trans>Open orders may lack what is known here.</Trans>
        ) : (
          <Plural
            value={orders}
            one="# open order lacks something that is known here."
            other="# open orders lack something that is known here."
          />
        )}
      </div>
      <Button size="compact-sm" loading={filling.isPending} onClick={() => filling.mutate()}>
        {orders === null ? (
          <Trans>Complete them</Trans>
        ) : (
          <Plural value={orders} one="Also fill # open order" other="Also fill # open orders" />
        )}
      </Button>
    </div>
  );
}
