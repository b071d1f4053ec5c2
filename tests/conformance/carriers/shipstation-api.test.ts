/** ShipStation API through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-shipstation-api/carrier';
import { samples } from '@scanship/carrier-shipstation-api/harness';
import { simulator } from '@scanship/carrier-shipstation-api/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
