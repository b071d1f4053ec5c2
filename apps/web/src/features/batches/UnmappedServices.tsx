/** Services buyers asked for that a plan does not hear, named before its price, with the mapping in place. */
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Batch } from '@scanship/contracts/shipping/batches';
import { mapRequestedService, type RequestedServiceDto } from '@scanship/contracts/shipping/automation';
import type { ServiceChoice } from '@scanship/domain/automation/automation';
import { useState } from 'react';
import { IconAlertTriangle, IconRefresh } from '#icons';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { optionsQuery, requestedQuery, showRequested } from '../automation/automation-api.ts';
import { ServiceSelect } from '../automation/ServiceFields.tsx';
import { useBatchActs } from './use-batch-acts.ts';

export function UnmappedServices({ batch }: { readonly batch: Batch }) {
  const { t } = useLingui();
  const { unmapped } = batch.plan;
  const rights = useProfile().rights;
  const mayMap = rights.includes('settings.manage');
  const { replan } = useBatchActs(batch);
  const [mapped, setMapped] = useState(false);
  const requested = useQuery({ ...requestedQuery, enabled: mayMap && unmapped.length > 0 });
  const options = useQuery({ ...optionsQuery, enabled: mayMap && unmapped.length > 0 });
  const map = useMutation({
    mutationFn: ({ row, service }: { readonly row: RequestedServiceDto; readonly service: ServiceChoice | null }) =>
      api.call(mapRequestedService, { body: { storeId: row.storeId, requested: row.requested, service } }),
    onSuccess: ({ data }) => {
      showRequested(data);
      setMapped(true);
    },
    onError: (error) => notify.error(error),
  });
  if (unmapped.length === 0) return null;
  const rows = requested.data?.services ?? [];
  return (
    <div className="notice" data-tone="warn" data-testid="unmapped">
      <IconAlertTriangle size={17} aria-hidden />
      <div className="stack tight grow">
        {unmapped.map(({ requested: name, count }) => (
          <div key={name}>
            <Plural
              value={count}
              one={`# buyer asked for “${name}”, and no service is mapped to it: the order would ship by price alone.`}
              other={`# buyers asked for “${name}”, and no service is mapped to it: the orders would ship by price alone.`}
            />
            {mayMap &&
              options.data &&
              rows
                .filter((row) => row.requested === name)
                .map((row) => (
                  <div className="row tight" key={row.storeId}>
                    <span className="dim small">{row.storeName}</span>
                    <ServiceSelect
                      label={t`Service for ${row.requested} of ${row.storeName}`}
                      options={options.data}
                      value={row.mapped}
                      none={t`Not mapped`}
                      onChange={(service) => map.mutate({ row, service })}
                    />
                  </div>
                ))}
          </div>
        ))}
        {mapped && (
          <div>
            <Button
              size="compact-sm"
              leftSection={<IconRefresh size={14} aria-hidden />}
              loading={replan.isPending || map.isPending}
              onClick={() => replan.mutate()}
            >
              <Trans>Plan again with this</Trans>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
