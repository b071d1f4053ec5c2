/** What the demo takes of the connectors themselves: the example rate sheet of the local courier. */
export { rateSheetTemplateCsv } from '@scanship/carrier-rate-sheet/rate-sheet-template';
