import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ClaimKind } from '@scanship/domain/shipping/claims';
import { notify } from '../../app/notify.ts';
import { beginClaim, tookClaim } from '../claims/claims-api.ts';

/** Begins the claim of a shipment, or opens the one there is. */
export function BeginClaim({ shipmentId, kind }: { readonly shipmentId: string; readonly kind: ClaimKind }) {
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: () => beginClaim({ shipmentId, kind }),
    onSuccess: ({ data }) => {
      tookClaim(data);
      void navigate({ to: '/ecommerce/orders/claims/$claimId', params: { claimId: data.id } });
    },
    onError: (error) => notify.error(error),
  });
  return (
    <Button size="compact-sm" variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
      <Trans>Claim at the carrier</Trans>
    </Button>
  );
}
