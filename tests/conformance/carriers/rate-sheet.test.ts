/** The rate sheet, which calls nobody, through the carriers’ acceptance suite. */
import { carrier } from '@scanship/carrier-rate-sheet/carrier';
import { carrierCases } from '../carrier-cases.ts';
import { rateSheetSamples } from '../rate-sheet-samples.ts';

await carrierCases({ carrier, samples: rateSheetSamples });
