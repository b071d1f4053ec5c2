import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { addSampleOrder } from '@scanship/contracts/network/first-run';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { firstRunChanged } from './first-run-api.ts';

export function SampleOrderButton() {
  const { t } = useLingui();
  const add = useMutation({
    mutationFn: () => api.call(addSampleOrder, {}),
    onSuccess: ({ data: { number } }) => {
      notify.success(t`The sample order ${number} is there.`);
      void queryClient.invalidateQueries({ queryKey: ['orders'] });
      void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
      return firstRunChanged();
    },
    onError: (error) => notify.error(error),
  });
  return (
    <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
      <Trans>Use a sample order</Trans>
    </Button>
  );
}
