/** Royal Mail through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-royal-mail/carrier';
import { samples } from '@scanship/carrier-royal-mail/harness';
import { simulator } from '@scanship/carrier-royal-mail/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
