/** Australia Post through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-australia-post/carrier';
import { samples } from '@scanship/carrier-australia-post/harness';
import { simulator } from '@scanship/carrier-australia-post/simulator';
import { carrierCases } from '../carrier-cases.ts';

await carrierCases({ carrier, samples, simulator });
