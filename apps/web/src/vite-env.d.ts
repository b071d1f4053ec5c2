/** What the bundler makes of files that are not TypeScript. */
declare module '*.css';
declare module '*.woff2' {
  const url: string;
  export default url;
}
declare module '*?url' {
  const url: string;
  export default url;
}
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
