/** Purpose under which credentials of carrier accounts are sealed. */
export const CREDENTIALS = 'carrier-credentials';
