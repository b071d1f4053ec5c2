/** DHL eCommerce through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-dhl-ecommerce/carrier';
import { samples } from '@scanship/carrier-dhl-ecommerce/harness';
import { simulator } from '@scanship/carrier-dhl-ecommerce/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
