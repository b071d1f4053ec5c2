/** EasyPost through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-easypost/carrier';
import { samples } from '@scanship/carrier-easypost/harness';
import { simulator } from '@scanship/carrier-easypost/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
