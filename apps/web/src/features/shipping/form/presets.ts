/** What a preset does to the panel, and which of the offered rates it means. Pure. */
import type { PresetDto } from '@scanship/contracts/shipping/automation';
import type { PackageEntry } from '@scanship/contracts/products/packages';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { fitsChoice } from '@scanship/domain/automation/automation-decision';
import { toDecimal } from '@scanship/domain/money/money';
import { inBox, type ShippingDraft, type Units } from './draft.ts';
import { sortRates } from '../rates/rank-rates.ts';

/** The draft with what the preset says; what it does not say stays as it was. */
export function withPreset(
  draft: ShippingDraft,
  { choice }: Pick<PresetDto, 'choice'>,
  at: { readonly boxes: readonly PackageEntry[]; readonly units: Units; readonly order: Pick<OrderDetail, 'total'> },
): ShippingDraft {
  const box = choice.packageId ? at.boxes.find((each) => each.id === choice.packageId) : undefined;
  return {
    ...draft,
    ...(box ? { parcels: draft.parcels.map((parcel) => inBox(parcel, box, at.units)) } : {}),
    ...(choice.insurance ? { insured: insuredText(choice.insurance, at.order) } : {}),
    ...(choice.signature ? { signature: choice.signature } : {}),
    ...(choice.saturdayDelivery === null ? {} : { saturday: choice.saturdayDelivery }),
  };
}

function insuredText(wish: NonNullable<PresetDto['choice']['insurance']>, order: Pick<OrderDetail, 'total'>): string {
  if (wish.mode === 'none') return '';
  return toDecimal(wish.mode === 'amount' ? wish.amount : order.total);
}

type Wish = Pick<PresetDto['choice'], 'service' | 'grantIds'>;

/** The rate the preset means among those offered; undefined where it says nothing or none of its services is offered. */
export function wishedRate(rates: readonly RateDto[], wish: Wish | undefined): RateDto | undefined {
  if (!wish?.service && !wish?.grantIds) return undefined;
  const own = rates.filter((rate) => !wish.grantIds || wish.grantIds.includes(rate.grantId));
  const { service } = wish;
  if (!service) return sortRates(own, 'price')[0];
  const fits = (rate: RateDto, each: (typeof service.services)[number]) => fitsChoice(each, rate);
  if (service.pick === 'listed') {
    for (const each of service.services) {
      const found = sortRates(
        own.filter((rate) => fits(rate, each)),
        'price',
      )[0];
      if (found) return found;
    }
    return undefined;
  }
  const wanted = own.filter((rate) => service.services.some((each) => fits(rate, each)));
  return sortRates(wanted, service.pick === 'cheapest' ? 'price' : 'date')[0];
}
