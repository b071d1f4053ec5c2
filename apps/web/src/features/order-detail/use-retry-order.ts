/** Tries again what failed between an order and its store; what the store or the seller has to change is said. */
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../app/notify.ts';
import { orderChanged } from '../orders/api/orders-api.ts';
import { retry } from './order-detail-api.ts';

export function useRetryOrder(orderId: string) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: () => retry(orderId),
    onSuccess: ({ data, successMessage }) => {
      const result = data.results[0];
      if (result?.outcome === 'failed')
        notify.problem(result.problem ?? t`It failed again.`, result.change ?? undefined);
      else if (result?.outcome === 'nothing' || !result) notify.info(t`Nothing had failed.`);
      else notify.success(successMessage ?? (result.outcome === 'done' ? t`Done.` : t`It is being tried again.`));
      return orderChanged(orderId);
    },
    onError: (error) => notify.error(error),
  });
}
