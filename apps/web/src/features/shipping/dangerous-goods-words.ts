import type { DangerousGoodsKind } from '@scanship/domain/shipping/shipment';
import { useLingui } from '@lingui/react/macro';

/** Small dangerous goods, in the reader's language. */
export function useDangerousGoodsWords(): Readonly<Record<DangerousGoodsKind, string>> {
  const { t } = useLingui();
  return {
    'lithium-ion-in-equipment': t`Lithium-ion batteries in equipment`,
    'lithium-ion-with-equipment': t`Lithium-ion batteries with equipment`,
    'lithium-metal-in-equipment': t`Lithium-metal batteries in equipment`,
    'lithium-metal-with-equipment': t`Lithium-metal batteries with equipment`,
    'limited-quantity': t`Limited quantity`,
    'dry-ice': t`Dry ice`,
  };
}
