/** DHL Express through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-dhl-express/carrier';
import { samples } from '@scanship/carrier-dhl-express/harness';
import { simulator } from '@scanship/carrier-dhl-express/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
