import { useMutation } from '@tanstack/react-query';
import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import { notify } from '../../app/notify.ts';
import { orderChanged } from '../orders/api/orders-api.ts';
import { clearRatesOf } from '../shipping/rates/rates-store.ts';

interface Answer {
  readonly data: BulkOutcome;
  readonly successMessage?: string | undefined;
}

/** A command on this order alone: what refuses it is said in its own sentence, and the page asks anew either way. */
export function useOrderCommand<I>(
  orderId: string,
  run: (input: I) => Promise<Answer>,
  said: { readonly done: string; readonly onDone?: () => void },
) {
  return useMutation({
    mutationFn: run,
    onSuccess: ({ data, successMessage }) => {
      const refusal = data.problems[0];
      if (refusal) notify.problem(refusal.message);
      else {
        clearRatesOf(orderId);
        notify.success(successMessage ?? said.done);
        said.onDone?.();
      }
      return orderChanged(orderId);
    },
    onError: (error) => {
      notify.error(error);
      void orderChanged(orderId);
    },
  });
}
