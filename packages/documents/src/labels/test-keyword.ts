/** Says in a file's own metadata that every page already carries TEST, so that stamping twice changes nothing. */
export const TEST_KEYWORD = 'ScanShip-TEST';
/** Page entry with the same meaning in a PDF; it survives merging. */
export const TEST_PAGE_KEY = 'ScanShipTest';
/** The same as a comment in ZPL. */
export const TEST_COMMENT = '^FXScanShip-TEST^FS';
